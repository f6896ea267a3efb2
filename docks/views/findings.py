"""What the Commission found, written down before its vote."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from docks.actions import decision
from docks.forms.findings import EvidenceForm, FindingsForm, ValueForm, evidence_forms, value_forms
from docks.models.life import Findings, last_findings
from docks.rules import DockFacts, presumption
from docks.rules import life as rules
from docks.views.common import dock_or_404
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import rulings_of
from office.intake import Filing
from office.kinds import HEARING
from office.models import Document
from office.views.common import get_or_post, need_role, posted, staff_required, today


@staff_required
@get_or_post
def findings(request: HttpRequest, number: str) -> HttpResponse:
    """The presumption of 703-1(K) beside that of 703-5(A), evidence both ways, season, study, merits."""
    case, day = dock_or_404(request, number), today()
    need_role(request, case, "clerk", "member")
    data, before = posted(request), last_findings(case)
    filing = Filing.of_case(case)
    facts = filing.facts(day)
    assert isinstance(facts, DockFacts)
    seasonal = facts.seasonal
    more = "more" in request.POST
    form = FindingsForm(data, today=day, initial=_initial(before, seasonal))
    documents = list(Document.objects.filter(case=case).current().order_by("pk"))
    evidence = evidence_forms(
        data, documents=documents, before=list(before.evidence.all()) if before else [], more=more
    )
    values = value_forms(data, list(before.values.all()) if before else [])
    every = [form, *evidence, *values]
    if more:
        for each in every:
            each.errors.clear()
    elif data is not None and all([each.is_valid() for each in every]):
        try:
            decision.make_findings(
                case, _found(form, evidence, values), seasonal=seasonal, on=form.cleaned_data["on"],
                by=request.user,
            )  # fmt: skip
        except WrongRole as wrong:
            raise PermissionDenied(str(wrong)) from wrong
        except NotAllowed as wrong:
            form.add_error(None, str(wrong))
        else:
            messages.success(request, "Findings recorded. The vote comes next, on the page of the meeting.")
            return redirect("dock-life", case.number)
    judged = filing.findings(day, rulings_of(case, day))
    context = {
        "case": case,
        "form": form,
        "evidence": evidence,
        "values": values,
        "forms": every,
        "presumed": presumption(judged, seasonal),
        "judged": judged,
        "hearing": case.events.live().filter(slug=HEARING).last(),
        "before": before,
        "today": day,
    }
    wrong_now = data is not None and not more
    return render(request, "docks/findings.html", context, status=422 if wrong_now else 200)


def _initial(before: Findings | None, seasonal: bool | None) -> dict[str, Any]:
    if before is None:
        said: dict[str, Any] = {"radius_mi": rules.RADIUS_MI}
        return said | ({"season": Findings.Season.PERMANENT} if seasonal is False else {})
    names = (
        "why",
        "season",
        "season_why",
        "radius_mi",
        "existing",
        "pending",
        "possible",
        "cumulative",
        "merits",
    )
    return {name: getattr(before, name) for name in names} | {
        "overcome": "yes" if before.overcome else "no",
        "study_required": "yes" if before.study_required else "no",
    }


def _found(form: FindingsForm, evidence: list[EvidenceForm], values: list[ValueForm]) -> decision.Found:
    said = form.cleaned_data
    return decision.Found(
        overcome=said["overcome"] == "yes", why=said["why"], season=said["season"],
        season_why=said["season_why"], study_required=said["study_required"] == "yes",
        radius_mi=said["radius_mi"], existing=said["existing"], pending=said["pending"],
        possible=said["possible"], cumulative=said["cumulative"], merits=said["merits"],
        evidence=[
            decision.Weighed(row["side"], row["what"], row["document"])
            for row in (each.cleaned_data for each in evidence if each.filled)
        ],
        values=[
            decision.Valued(each.value.slug, each.cleaned_data["says"], each.cleaned_data["why"])
            for each in values
            if each.cleaned_data.get("says")
        ],
    )  # fmt: skip
