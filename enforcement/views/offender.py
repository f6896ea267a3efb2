"""What the offender sees of a citation: with the code printed on it, and without any account."""

from __future__ import annotations

from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_noop
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from enforcement.models.citations import CITATION
from office import codes
from office.actions import money
from office.models import Case
from office.views.common import today

# Where it stands, in the offender's words.
STANDS = {
    "unserved": gettext_noop("Not handed over or mailed yet"),
    "open": gettext_noop("Waiting for your answer"),
    "paid": gettext_noop("Paid"),
    "hearing asked": gettext_noop("Hearing asked for"),
    "responsible": gettext_noop("Found responsible"),
    "not responsible": gettext_noop("Found not responsible"),
    "unanswered": gettext_noop("Not answered in time"),
    "at court": gettext_noop("At court"),
    "withdrawn": gettext_noop("Withdrawn"),
    "closed": gettext_noop("Closed"),
}


@require_safe
@cache_control(no_store=True)
def citation_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The amount, the last day to pay or to ask for a hearing, how, and where it stands; nothing of a person.

    404 for a code that is no citation's. A code typed loosely finds it as on the page that checks permits.
    """
    typed = codes.clean(code)
    if not typed:
        raise Http404
    rows = Case.objects.select_related("board").filter(kind=CITATION)
    case = get_object_or_404(rows, code=typed)
    answer = case.clocks.filter(clock__in=("citation-answer", "littering-answer")).first()
    charges = money.charges_of(case)
    balance = sum((owed.due for owed in charges), Decimal(0))
    day = today()
    context = {
        "case": case,
        "board": case.board,
        "amount": case.details.amount,
        "balance": balance,
        "paid": sum((owed.paid for owed in charges), Decimal(0)),
        "answer": answer,
        "passed": answer is not None and answer.due_on < day,
        "littering": answer is not None and answer.clock == "littering-answer",
        "stands": STANDS[case.status],
        "today": day,
    }
    response = render(request, "enforcement/citation_by_code.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
