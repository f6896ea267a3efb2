"""A waiver from its rule to its certificate: what is asked, the vote, the writing, the signatures."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from office import kinds, paper
from office.actions.cases import in_the_way, issue
from office.actions.errors import NotAllowed, WrongRole
from office.actions.meetings import members_of, name_of
from office.forms_acts import ActForm
from office.intake import Filing, Intake
from office.law import Rule
from office.models import Case
from office.permissions import may
from office.views.common import (
    act_page,
    case_or_404,
    get_or_post,
    need_role,
    posted,
    show_pdf,
    staff_required,
    today,
)
from office.views.documents import UPLOAD_LIMIT
from permits.waivers import actions, forms
from permits.waivers.models import (
    EFFECTIVE,
    WAIVER,
    WRITTEN,
    Signature,
    Waiver,
    granting_vote,
    instrument_of,
    section_of,
    signatures_of,
    state_answer_of,
)
from permits.waivers.rules import FORBIDS, SIGNATURES


def waiver_or_404(request: HttpRequest, number: str) -> tuple[Case, Waiver]:
    """The waiver, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind != WAIVER or case.details is None:
        raise Http404
    return case, case.details


@staff_required
@require_safe
def waiver(request: HttpRequest, number: str) -> HttpResponse:
    """The waiver on one page, for the clerk at the desk and the member on a phone."""
    case, details = waiver_or_404(request, number)
    day, instrument = today(), instrument_of(case)
    signed = signatures_of(instrument)
    found = Filing.of_case(case).findings(day)
    slugs = {rule.slug for rule in FORBIDS} | {"barrier-beach-other"}
    mine = [
        step
        for step in case.casekind.lifecycle.moves(case.status)
        if may(request.user, case, *step.roles) and not step.vote_only and not step.gate
    ]
    stuck = case.status == actions.TO_SIGN and len(signed) >= SIGNATURES
    context = {
        "case": case,
        "row": details,
        "section": section_of(details.section),
        "lots": list(case.parcels.all()),
        "forbids": [each for each in found if each.rule in slugs],
        "parts": [each for each in found if each.rule not in slugs],
        "agenda": list(
            case.agenda_items.filter(removed_on__isnull=True)
            .select_related("meeting__board")
            .order_by("-pk")[:3]
        ),
        "vote": granting_vote(case) or granting_vote(case, "endorsed"),
        "instrument": instrument,
        "signed": signed,
        "lacking": max(0, SIGNATURES - len(signed)),
        "answer": state_answer_of(case),
        "stuck": in_the_way(case, actions.effect_day(case) or day) if stuck else [],
        "ready": stuck,
        "parent": case.parent,
        "ruling": case.rulings_granted.live().select_related("case").last(),
        "steps": mine,
        "may_clerk": may(request.user, case, "clerk"),
        "may_vote": may(request.user, case, "clerk", "member"),
        "may_sign": case.status in (actions.TO_SIGN, actions.IN_EFFECT)
        and instrument is not None
        and may(request.user, case, "member")
        and all(each.member_id != request.user.pk for each in signed),
        "today": day,
    }
    return render(request, "waivers/waiver.html", context)


# ---------------------------------------------------------------------------------------------- beginning
def _waivable(case: Case) -> list[Rule]:
    """The rules of a case that a waiver may vary."""
    law = case.casekind.law
    return [rule for rule in law.rules if rule.waivable] if law else []


def _shown(rule: Rule) -> dict[str, str]:
    """A rule for a template, which would call the rule itself."""
    return {"slug": rule.slug, "says": rule.says, "cite": rule.cite}


@staff_required
@get_or_post
def new_waiver(request: HttpRequest) -> HttpResponse:
    """A waiver for a case on file: first which rule of it, then the application, with what is known."""
    kind = kinds.get(WAIVER)
    if not request.GET.get("parent"):
        return redirect("counter-kind", WAIVER)
    parent = case_or_404(request, request.GET["parent"])
    need_role(request, parent, *kind.openers)
    if parent.board.slug not in kind.boards:
        raise Http404
    listed = _waivable(parent)
    rule = next((each for each in listed if each.slug == request.GET.get("rule")), None)
    context: dict[str, Any] = {"parent": parent, "rules": [_shown(each) for each in listed]}
    if rule is None:
        return render(request, "waivers/choose_rule.html", context)
    sent, day = posted(request), today()
    intake = Intake(kind, sent, initial=_known(parent, rule))
    form = forms.BeginForm(sent, today=day, initial={"key": f"waiver:{uuid4().hex}"})
    if sent is not None and form.is_valid() and intake.is_valid():
        try:
            case = actions.open_for(
                parent, rule=rule.slug, intake=intake, on=form.cleaned_data["on"], by=request.user,
                key=form.cleaned_data["key"],
            )  # fmt: skip
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{case.number} filed for {parent.number}.")
            return redirect("waiver", case.number)
    assert intake.form is not None
    wrong = bool(sent is not None and (form.errors or intake.form.errors))
    context |= {"rule": _shown(rule), "form": form, "intake": intake, "forms": [intake.form, form]}
    return render(request, "waivers/new.html", context, status=422 if wrong else 200)


def _known(parent: Case, rule: Rule) -> dict[str, Any]:
    """What the office knows already of a waiver of this rule."""
    owner = parent.people.filter(role="owner").select_related("party").first()
    section = section_of(rule.cite)
    return {
        "sort": section.force if section else "",
        "section": rule.cite.partition(" ")[2],
        "locus": "; ".join(str(lot) for lot in parent.parcels.all()),
        "owner_name": owner.party.name if owner else "",
        "owner_address": owner.party.mailing_address if owner else "",
        "for_case": parent.number,
    }


@staff_required
@get_or_post
def aim(request: HttpRequest, number: str) -> HttpResponse:
    """Say for which case, and which rule of it, the waiver is."""
    case, details = waiver_or_404(request, number)
    need_role(request, case, "clerk")
    typed = request.POST.get("number", "") if request.method == "POST" else details.for_case
    parent = _case_called(request, typed)
    rules = actions.rules_named(case, parent) if parent else []
    form = forms.AimForm(
        posted(request), today=today(), rules=[(each.slug, each.says) for each in rules],
        initial={"number": details.for_case, "rule": rules[0].slug if len(rules) == 1 else None},
    )  # fmt: skip

    def run(data: dict[str, Any]) -> None:
        if parent is None:
            raise NotAllowed(
                f"No one case is called “{typed.strip()}”. Write its number, such as DU-2026-014."
            )
        if not rules:
            raise NotAllowed(
                f"No rule of {parent.number} stands in “{details.section}”, which the waiver names. Correct "
                "the section, or the case."
            )
        if not data.get("rule"):
            raise NotAllowed("Choose which rule of it.")
        actions.aim(case, parent=parent, rule=data["rule"], on=data["on"], by=request.user)

    return _act(
        request, case, form, run, title=f"For which case is {case.number}?", primary="Record the case",
        done=f"{case.number} is for {parent.number if parent else ''}.",
        lead="Once the waiver is in effect, it varies that rule of that case.", cite="Tisbury 09.0.3(3)",
    )  # fmt: skip


def _case_called(request: HttpRequest, typed: str) -> Case | None:
    if not typed.strip():
        return None
    found = list(Case.objects.visible_to(request.user).select_related("board").numbered(typed)[:2])
    return found[0] if len(found) == 1 else None


# --------------------------------------------------------------------------------------------------- acts
def _act(request: HttpRequest, case: Case, form: Form, run: Any, **more: Any) -> HttpResponse:
    """One act on the waiver, then back to its page."""
    answer = act_page(request, case, form, run, **more)
    return redirect("waiver", case.number) if answer.status_code == 302 else answer


@staff_required
@get_or_post
def waiver_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Put it in writing, put it into effect, or record that the state allows it."""
    case, details = waiver_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    sent, day = posted(request), today()
    said: dict[str, Any] = {"by": request.user}
    form: ActForm
    if slug == WRITTEN:
        earlier = instrument_of(case)
        form = forms.WriteForm(
            sent, today=day,
            initial={
                "text": earlier.text if earlier else details.wanted,
                "limit": earlier.limit if earlier else details.figure_wanted,
                "until_on": earlier.until_on if earlier else None,
            },
        )  # fmt: skip
        lead = (
            "It has no effect until it is written and two or more members have signed it. Written anew, it "
            "is unsigned again."
        )
    elif slug == EFFECTIVE:
        form = ActForm(sent, today=day)
        lead = "It is in effect from the day its second member signed, or as the town reads it."
        del form.fields["on"]
    else:
        form = forms.StateForm(sent, today=day)
        lead = "The Board endorsed the request. What the state allows is recorded as it answered."

    def run(data: dict[str, Any]) -> None:
        if slug == WRITTEN:
            actions.write(
                case, text=data["text"], limit=data["limit"], until_on=data["until_on"], on=data["on"], **said
            )
        elif slug == EFFECTIVE:
            _put_into_effect(case, **said)
        else:
            actions.state_allows(
                case, department=data["department"], reference=data["reference"], text=data["text"],
                limit=data["limit"], until_on=data["until_on"], on=data["on"], **said,
            )  # fmt: skip

    return _act(
        request, case, form, run, title=f"{step.label}: {case.number}", primary=step.label,
        done=f"{case.number}: {step.done[:1].lower()}{step.done[1:]}.", lead=lead, cite=step.cite,
    )  # fmt: skip


def _put_into_effect(case: Case, *, by: Any) -> None:
    """Put it into effect, or say everything that stands in the way."""
    if actions.put_into_effect(case, by=by):
        return
    day = actions.effect_day(case)
    if day is None:
        raise NotAllowed(
            "It has no effect without a vote of the majority, in writing, signed by two members (09.0.3)."
        )
    issue(case, on=day, by=by)  # refuses, with every obstacle
    raise NotAllowed(f"{case.number} is {case.status}.")


@staff_required
@get_or_post
def sign(request: HttpRequest, number: str) -> HttpResponse:
    """A member reads what is written and signs it."""
    case, details = waiver_or_404(request, number)
    need_role(request, case, "member")
    instrument = instrument_of(case)
    form = forms.SignForm(posted(request), initial={"version": case.version})
    if request.method == "POST" and form.is_valid():
        try:
            actions.sign(case, on=today(), by=request.user, version=form.cleaned_data["version"])
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"Signed. {_effect_in_words(case)}")
            return redirect("waiver", case.number)
    page = {
        "case": case,
        "row": details,
        "section": section_of(details.section),
        "instrument": instrument,
        "signed": signatures_of(instrument),
        "vote": granting_vote(case),
        "form": form,
        "today": today(),
    }
    return render(request, "waivers/sign.html", page, status=422 if form.errors else 200)


def _effect_in_words(case: Case) -> str:
    """Whether the waiver has effect now, and what it waits for."""
    if case.status == actions.IN_EFFECT:
        return f"{case.number} is in effect."
    if len(signatures_of(instrument_of(case))) < SIGNATURES:
        return f"{case.number} has no effect until another member signs."
    return f"{case.number} is signed by two, but something stands in the way of its effect."


@staff_required
@get_or_post
def paper_signature(request: HttpRequest, number: str) -> HttpResponse:
    """A clerk records a signature on paper, with its scan."""
    case, _ = waiver_or_404(request, number)
    need_role(request, case, "clerk")
    signed = {each.member_id for each in signatures_of(instrument_of(case))}
    members = [each for each in members_of(case.board) if each.pk not in signed]
    form = forms.PaperSignatureForm(
        posted(request), request.FILES or None, today=today(), upload_limit=UPLOAD_LIMIT,
        members=[(each.pk, name_of(each)) for each in members],
    )  # fmt: skip

    def run(data: dict[str, Any]) -> None:
        member = next(each for each in members if str(each.pk) == data["member"])
        actions.sign_on_paper(
            case, member=member, signed_on=data["on"], file=data["file"], on=today(), by=request.user
        )

    return _act(
        request, case, form, run, title=f"Record a signature on paper: {case.number}",
        primary="Record signature", done="Signature recorded.", cite="Tisbury 09.0.3",
        lead="The day is the one on which the member signed. With the second one the waiver takes effect.",
    )  # fmt: skip


@staff_required
@get_or_post
def strike_signature(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Take back a signature that was recorded wrongly."""
    case, _ = waiver_or_404(request, number)
    need_role(request, case, "clerk")
    rows = (
        Signature.objects.standing().filter(instrument__case=case).select_related("instrument__case", "event")
    )
    signature = get_object_or_404(rows, pk=pk)
    form = forms.StrikeForm(posted(request))
    return _act(
        request, case, form,
        lambda data: actions.take_back_signature(
            signature, why=data["why"], on=today(), now=now(), by=request.user
        ),
        title=f"Take back the signature of {signature.name}", primary="Take the signature back",
        done="The signature is taken back.",
        lead="With fewer than two signatures left the waiver is not in effect, and the rule holds again.",
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------- papers
@staff_required
@require_safe
def site_copy(request: HttpRequest, number: str) -> HttpResponseBase:
    """The copy that hangs at the site while anything is built, in large print."""
    case, _ = waiver_or_404(request, number)
    issued = paper.issue_of(case)
    if issued is None:
        raise Http404
    letter = case.casekind.letter("permit")
    told = letter.values(case, issued.on) if letter.values else {}
    pdf = paper.render("letters/waiver_site.html", {**paper.permit_values(case, issued.on), **told})
    return show_pdf(pdf, f"{case.number}-site.pdf")
