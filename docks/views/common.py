"""What every page of a dock does first."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from docks.models.lookups import DOCK
from office.models import Case
from office.views.common import case_or_404


def dock_or_404(request: HttpRequest, number: str) -> Case:
    """The notice of intent, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind != DOCK:
        raise Http404
    return case
