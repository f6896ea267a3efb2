"""The papers of a draft: files kept, replaced, removed, and looked at before anything is filed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.timezone import now
from django.utils.translation import gettext as _

from office import limits, uploads
from office.actions import draft_files
from office.actions.errors import NotAllowed
from office.forms_apply import OTHER
from office.models import Draft, DraftFile
from office.templatetags.office_tags import clock_time
from office.uploads import UploadRefused
from office.views.common import today
from office.views.draft_pages import DraftPages
from office.views.problems import client_address

ATTACHED, MOST_ATTACHED, WITHIN = "draft-file", 120, timedelta(hours=1)
REPLACE = "replace-"


def keep_papers(request: HttpRequest, pages: DraftPages) -> list[tuple[str, str]]:
    """Keep the files that were sent and drop the one to be removed; (field, why) for what is not taken."""
    if removed := request.POST.get("remove", ""):
        for file in pages.files:
            if str(file.pk) == removed:
                draft_files.remove_file(pages.draft, file=file, on=today(), now=now())
    refused: list[tuple[str, str]] = []
    for item in pages.papers.items:
        name, slug = f"file-{item.slug}", "" if item is OTHER else item.slug
        refused += _keep(request, pages, name, request.FILES.getlist(name), item=slug, label=item.label)
    for name in request.FILES:
        if name.startswith(REPLACE):
            refused += _replace(request, pages, name)
    return refused


def _replace(request: HttpRequest, pages: DraftPages, name: str) -> list[tuple[str, str]]:
    """Put a file in the place of another; what is no longer there is said at the item it belonged to."""
    old = next((each for each in pages.every_file if name == f"{REPLACE}{each.pk}"), None)
    if old is None:
        return []
    at = name if name in pages.papers.fields else f"file-{old.item or OTHER.slug}"
    files = request.FILES.getlist(name)
    return _keep(request, pages, at, files, item=old.item, label=old.label, replaces=old)


def _keep(
    request: HttpRequest,
    pages: DraftPages,
    at: str,
    files: list[Any],
    *,
    item: str,
    label: str,
    replaces: DraftFile | None = None,
) -> list[tuple[str, str]]:
    taken, wrong = uploads.as_handed_in(files, _limit())
    who, moment = client_address(request), now()
    for file in taken:
        try:
            if not limits.has_room(ATTACHED, who, most=MOST_ATTACHED, within=WITHIN, now=moment):
                raise NotAllowed(_too_many())
            draft_files.attach(
                pages.draft, file=file, item=item, label=label, replaces=replaces, on=today(), now=moment
            )
        except (NotAllowed, UploadRefused) as why:
            wrong.append(str(why))
        else:
            limits.count(ATTACHED, who, within=WITHIN, now=moment)
    return [(at, says) for says in wrong]


def _too_many() -> str:
    words = {"many": MOST_ATTACHED, "when": clock_time(limits.opens_again(WITHIN, now()))}
    return _("%(many)d files came from your connection within an hour. Add this one after %(when)s.") % words


def _limit() -> int:
    return int(settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)


def file_or_404(draft: Draft, pk: int) -> DraftFile:
    """A file of this draft, unless it was removed."""
    file = draft.files.filter(pk=pk, removed_at__isnull=True).first()
    if file is None:
        raise Http404
    return file
