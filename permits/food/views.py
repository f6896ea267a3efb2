"""The page on which a clerk enters the Board's fee waiver."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from office.views.common import act_page, case_or_404, get_or_post, need_role, posted, staff_required, today
from permits.food import actions
from permits.food.forms import WaiverForm
from permits.food.rules.waivers import suggested_quarters


@staff_required
@get_or_post
def food_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Charge the fee by quarters, with the vote; what the policy bars is refused with its section."""
    case = case_or_404(request, number)
    steps = case.casekind.lifecycle.moves(case.status)
    step = next((each for each in steps if each.slug == slug and each.page == "food-act"), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    day = today()
    first = {"asked_on": day, "quarters": min(suggested_quarters(day), 3)}
    form = WaiverForm(posted(request), today=day, initial=first)

    def run(data: dict[str, Any]) -> None:
        actions.waive_fee(case, **data, on=day, by=request.user)

    return act_page(
        request, case, form, run, title=f"{step.label}, {case.number}", primary=step.label,
        done=f"{case.number}: {step.done.lower()}.", anchor="money",
    )  # fmt: skip
