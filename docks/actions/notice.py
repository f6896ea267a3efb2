"""A notice of intent from its filing to the hearing: checklist, service, acceptance, stakes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from docks.models.life import (
    OFFICE_LIST,
    OwnItemAnswer,
    Service,
    Staking,
    TownOffice,
    own_items,
    services_of,
)
from docks.rules import life as rules
from office.actions import casework, documents, steps
from office.actions.cases import record
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.models import Case, ChecklistRow, Event
from office.permissions import may
from office.schedules import named

State = OwnItemAnswer.State


# ---------------------------------------------------------------------------------- the office's own list
@transaction.atomic
def check_off(
    case: Case,
    items: Mapping[str, tuple[str, str]],
    own: Mapping[int, tuple[str, str]],
    *,
    on: date,
    by: Any,
) -> list[str]:
    """Record where each item stands: of the kind by slug, of the office's list by the item's key.

    The office's list counts as one item of the notice: supplied once none of its own is missing. Returns the
    labels of what changed. Raises NotAllowed, WrongRole.
    """
    case = lock(case)
    if not may(by, case, "clerk", "inspector"):
        raise WrongRole(f"The checklist is for the clerk or inspector of {case.board}.")
    changed = []
    for each in own_items(case):
        state, said = own.get(each.wording.item_id, (each.state, each.reason))
        reason = "" if state == State.MISSING else said.strip()
        if state not in State.values:
            raise NotAllowed(f"{each.wording.text} Say whether it is supplied, missing, or does not apply.")
        if state == State.DOES_NOT_APPLY and not reason:
            raise NotAllowed(f"Say why “{each.wording.text}” does not apply (Barnstable 703-3(G)).")
        if (state, reason) != (each.state, each.reason):
            OwnItemAnswer.objects.create(
                case=case, item_id=each.wording.item_id, state=state, reason=reason, on=on, by=by
            )
            words = f"{each.wording.text} {OwnItemAnswer.State(state).label}."
            record(case, "checklist", on=on, by=by, subject=OFFICE_LIST, note=f"{words} {reason}".strip())
            changed.append(each.wording.text)
    whole = all(each.state != State.MISSING for each in own_items(case))
    said_items = {slug: said for slug, said in items.items() if slug != OFFICE_LIST}
    said_items[OFFICE_LIST] = (State.SUPPLIED if whole else State.MISSING, "")
    return casework.tick_many(case, said_items, on=on, by=by) + changed


# --------------------------------------------------------------------------------------------- service
@transaction.atomic
def serve(
    case: Case,
    *,
    part: str,
    method: str,
    proof: str,
    served_on: date,
    on: date,
    by: Any,
    file: Any = None,
) -> Service:
    """Record the copy one office got, with its proof (703-3(B), (C)). A later one takes its place.

    `served_on` is the day it was mailed or handed over; `file` the scanned receipt. A day after the filing is
    recorded as it was: it stops acceptance, not the record. Raises NotAllowed, WrongRole, UploadRefused.
    """
    if part not in rules.TO_SERVE:
        raise NotAllowed("Choose which office was served: shellfish biologist, harbormaster or waterways.")
    if method not in Service.Method.values:
        raise NotAllowed("Say how the copy went: by certified mail or by hand (Barnstable 703-3(B)).")
    if not proof.strip():
        what = "article number" if method == rules.CERTIFIED else "receipt"
        raise NotAllowed(f"Enter the {what}: it is the proof (Barnstable 703-3(C)).")
    if served_on > on:
        raise NotAllowed(f"{named(served_on)} has not come yet. Enter the day the copy went.")
    locked = lock(case)
    if locked.status not in ("filed", "incomplete", "in review"):
        raise NotAllowed(f"{locked.number} is {locked.status}; its copies stand as they were recorded.")
    office = TownOffice.objects.filter(board=locked.board_id, part=part).first()
    name = office.name if office else TownOffice.Part(part).label
    evidence = None
    if file is not None:
        evidence = documents.attach(locked, file=file, label=f"Proof of service: {name}"[:120], on=on, by=by)
    how = Service.Method(method).label.lower()
    event = record(
        case, "office-served", on=on, by=by, subject=part, cleared=True,
        note=f"{name}, {how}, {proof.strip()}, {named(served_on)}",
    )  # fmt: skip
    return Service.objects.create(
        case=locked, event=event, part=part, name=name, method=method, proof=proof.strip(), on=served_on,
        evidence=evidence, by=by,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------- acceptance
def missing_for_acceptance(case: Case) -> list[str]:
    """Every reason why the notice may not be accepted, a sentence each; four queries (703-3(G))."""
    said = []
    for row in case.checklist.filter(state=ChecklistRow.State.MISSING):
        row.case = case
        if row.item != OFFICE_LIST:
            said.append(
                f"{row.label} is missing. Supply it, or say why it does not apply (Barnstable 703-3(G))."
            )
    for each in own_items(case):
        if each.state == State.MISSING:
            said.append(f"{each.wording.text} It is missing on the office's own list (Barnstable 703-3(F)).")
    told = {part: row.told() for part, row in services_of(case).items()}
    return said + rules.service_problems(told, case.filed_on)


@transaction.atomic
def accept(case: Case, *, complete_on: date, on: date, by: Any, now: datetime) -> Event:
    """Accept the notice as complete since `complete_on`; from that day the hearing is due within 21 days.

    Raises NotAllowed with all that is missing: an item, a copy to one of the three offices, its proof.
    """
    locked = lock(case)
    if problems := missing_for_acceptance(locked):
        raise NotAllowed(" ".join(problems))
    if complete_on > on:
        raise NotAllowed(f"{named(complete_on)} has not come yet. Enter the day on which it was complete.")
    return steps.record(case, "accepted", on=complete_on, by=by, now=now, cleared=True)


@transaction.atomic
def take_up_again(case: Case, *, earlier: str, on: date, by: Any) -> Event:
    """Say that this notice takes up an earlier file again, by its number; the case file leads to it.

    Raises NotAllowed for a number that is no closed notice of this lot, WrongRole.
    """
    locked = lock(case)
    old = Case.objects.filter(board=locked.board_id, kind=locked.kind, number=earlier.strip()).first()
    if old is None or old.pk == locked.pk:
        raise NotAllowed(f"There is no earlier notice {earlier.strip()}. Look its number up in the register.")
    if old.is_open:
        raise NotAllowed(f"{old.number} is {old.status}. Only a file that was closed is taken up again.")
    lots = set(locked.parcels.values_list("pk", flat=True))
    if lots.isdisjoint(old.parcels.values_list("pk", flat=True)):
        raise NotAllowed(f"{old.number} is about another lot. Choose the file of this one.")
    locked.parent = old
    locked.save(update_fields=["parent"])
    event = record(case, "refiled", on=on, by=by, note=f"{old.number}, {old.status}", cleared=True)
    case.parent = old
    return event


# ---------------------------------------------------------------------------------------------- staking
@transaction.atomic
def stake(case: Case, *, marks: str, photo: Any, on: date, recorded_on: date, by: Any) -> Staking:
    """Record that the site was staked, or the pier's end buoyed, on the day `on`, with its photo (703-3(C)).

    Raises NotAllowed without a photo, WrongRole, UploadRefused.
    """
    if marks not in Staking.Marks.values:
        raise NotAllowed(
            "Say what marks the dock: stakes, or a buoy at the pier's end (Barnstable 703-3(C))."
        )
    if photo is None:
        raise NotAllowed("Add a photo of the marks; it stays with the case (Barnstable 703-3(C)).")
    locked = lock(case)
    event = record(case, "staked", on=on, by=by, note=Staking.Marks(marks).label)
    file = documents.attach(locked, file=photo, label=f"Staking of {named(on)}", on=recorded_on, by=by)
    return Staking.objects.create(case=locked, event=event, marks=marks, on=on, photo=file)


@transaction.atomic
def check_stakes(case: Case, *, standing: bool, on: date, by: Any, note: str = "") -> Event:
    """Record whether the marks stood when the hearing opened (703-3(C))."""
    slug = "stakes-standing" if standing else "stakes-not-standing"
    return record(case, slug, on=on, by=by, note=note.strip())
