"""Drafting a change of a regulation, giving notice of its hearing, adopting and publishing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction

from enforcement.actions.citations import Unfit, Written
from office import kinds, regulations
from office.actions import documents, steps
from office.actions.cases import open_case, record
from office.actions.errors import CannotIssue, NotAllowed, Obstacle, WrongRole
from office.actions.events import lock
from office.intake import Filing
from office.law import Finding, State
from office.models import Board, Case, Event
from office.permissions import may
from office.schedules import Problem, named
from permits.rulemaking import rules
from permits.rulemaking.models import (
    ADOPTED,
    CHANGE,
    PUBLISHED,
    Adoption,
    ChangedSection,
    HearingNotice,
    RegulationChange,
    TextVersion,
    adopted_changes,
    vote_of,
)

SETTLES = "The clerk gives notice and sets the hearing, or the board votes"


@dataclass(frozen=True)
class Told:
    """What a clerk tells of a change. `sections` stand in the book, `added` do not yet; both as 09.2.5(1)."""

    title: str
    sort: str
    summary: str
    text: str
    sections: Sequence[str] = ()
    added: Sequence[str] = ()
    emergency: bool = False
    emergency_reason: str = ""
    emergency_statute: str = ""
    effective_on: date | None = None


def cite_of(board: Board, number: str) -> str:
    """A section as the catalogue cites it: "Tisbury 09.2.5(1)" for "09.2.5(1)"."""
    plain = " ".join(number.split())
    return plain if plain.startswith(f"{board.town} ") else f"{board.town} {plain}"


def _stands(cite: str) -> bool:
    """Whether the section stands in the catalogue, or was added by a change that was adopted here."""
    try:
        regulations.resolve(cite)
    except LookupError:
        return any(cite in change.sections for _, change in adopted_changes())
    return True


def wrong(board: Board, told: Told) -> list[Problem]:
    """What keeps it from being drafted so, each at the answer to change. What 09.0.4 asks comes later."""
    said = []
    for name, words in (
        ("title", "Give it a title, such as “Hours of loading a dumpster”."),
        ("summary", "Say in plain words what it changes; everybody reads it."),
        ("text", "Write the words the board votes on."),
    ):
        if not getattr(told, name).strip():
            said.append(Problem(name, words))
    if told.sort not in RegulationChange.Sort.values:
        said.append(Problem("sort", "Choose whether it adopts, amends or repeals rules."))
    if not told.sections and not told.added:
        said.append(Problem("sections", "Name at least one section that it changes or adds (09.0.4)."))
    for number in told.sections:
        if not _stands(cite_of(board, number)):
            words = f"No section {number} stands in the book. Write it as there, or among those it adds."
            said.append(Problem("sections", words))
    for number in told.added:
        if _stands(cite_of(board, number)):
            words = f"Section {number} stands in the book already. Write it among those it changes."
            said.append(Problem("added", words))
    if told.sort == RegulationChange.Sort.REPEAL and told.added:
        said.append(Problem("added", "A repeal adds no section. Leave this empty, or choose another sort."))
    every = [cite_of(board, number) for number in (*told.sections, *told.added)]
    if twice := sorted({cite for cite in every if every.count(cite) > 1}):
        said.append(Problem("sections", f"{twice[0]} is named twice. Name it once."))
    return said


@transaction.atomic
def open_change(board: Board, told: Told, *, on: date, by: Any, key: str) -> Case:
    """Open the draft of a change. `key` makes pressing twice one. Raises Unfit, WrongRole."""
    if problems := wrong(board, told):
        raise Unfit(problems)
    row = RegulationChange(**_columns(told))
    case = open_case(kind=CHANGE, on=on, by=by, board=board, intake=Written(kinds.get(CHANGE), row), key=key)
    change: RegulationChange = case.details
    if not change.versions.exists():  # pressed twice, it is there
        _name_sections(change, board, told)
        TextVersion.objects.create(change=change, number=1, text=told.text.strip(), on=on)
    return case


def _columns(told: Told) -> dict[str, Any]:
    return {
        "title": told.title.strip(),
        "sort": told.sort,
        "summary": told.summary.strip(),
        "emergency": told.emergency,
        "emergency_reason": told.emergency_reason.strip() if told.emergency else "",
        "emergency_statute": told.emergency_statute.strip() if told.emergency else "",
        "effective_on": told.effective_on,
    }


def _name_sections(change: RegulationChange, board: Board, told: Told) -> None:
    change.sections.all().delete()
    named_ones = [(number, False) for number in told.sections] + [(number, True) for number in told.added]
    ChangedSection.objects.bulk_create(
        ChangedSection(change=change, cite=cite_of(board, number), is_new=is_new)
        for number, is_new in named_ones
    )


@transaction.atomic
def revise(case: Case, told: Told, *, on: date, by: Any, version: int) -> Event:
    """Change the draft; other words are a new version, and the old ones stay readable. Raises Unfit.

    `version` is the case as the person saw it. A vote that was taken before was on other words, so whoever
    changes the text after it has it voted anew: NotAllowed says so.
    """
    locked = lock(case)
    if problems := wrong(locked.board, told):
        raise Unfit(problems)
    change: RegulationChange = locked.details
    old = change.text
    new_words = old is None or old.text != told.text.strip()
    if new_words and vote_of(locked) is not None:
        raise NotAllowed(
            "The board voted on these words. Take the vote back at its meeting first, or open another change."
        )
    number = old.number + 1 if old else 1
    note = f"Version {number} of the text." if new_words else ""
    event = record(locked, "revised", on=on, by=by, version=version, note=note)
    RegulationChange.objects.filter(pk=change.pk).update(**_columns(told))
    _name_sections(change, locked.board, told)
    if new_words:
        TextVersion.objects.create(change=change, number=number, text=told.text.strip(), event=event, on=on)
    locked.version += 1
    locked.save(update_fields=["version"])
    case.refresh_from_db()
    case.forget_details()
    return event


@transaction.atomic
def give_notice(
    case: Case,
    *,
    how: str,
    place: str,
    names: date,
    on: date,
    today: date,
    by: Any,
    proof: str = "",
    file: Any = None,
) -> HearingNotice:
    """Record that notice of the hearing was given on the day `on`, naming the hearing of the day `names`.

    `proof` says where it can be seen (page of the paper, who stamped the posting); `file` is a picture of it.
    A late one is recorded as it was: the finding tells what it lacks. Raises NotAllowed, UploadRefused.
    """
    if how not in HearingNotice.By.values:
        raise NotAllowed("Say how notice was given: in a newspaper, or posted.")
    if not place.strip():
        raise NotAllowed("Name the newspaper, or the place where it was posted.")
    words = f"{HearingNotice.By(how).label}: {place.strip()}. It named the hearing of {named(names)}."
    event = record(case, "notice-given", on=on, by=by, note=words, cleared=True)
    kept = None
    if file is not None:
        kept = documents.attach(case, file=file, label="Notice of the hearing", on=today, by=by)
    return HearingNotice.objects.create(
        change=case.details, event=event, by=how, place=place.strip(), on=on, names=names,
        proof=proof.strip(), document=kept,
    )  # fmt: skip


def judged(case: Case, on: date) -> tuple[Filing, date]:
    """The filing, and the day of the law it is judged by: that of its vote, or `on` while there is none."""
    vote = vote_of(case)
    return Filing.of_case(case), vote.item.meeting.on if vote else on


def in_the_way(findings: Iterable[Finding]) -> list[Obstacle]:
    """What keeps the change a draft: each finding of 09.0.4 that is not met, with its section."""
    adopting = {rule.slug for rule in rules.ADOPTING}
    return [
        Obstacle("finding", found.says, SETTLES, found.cite, subject=found.rule)
        for found in findings
        if found.rule in adopting and found.state not in (State.MET, State.NOT_APPLICABLE)
    ]


@transaction.atomic
def adopt(case: Case, *, by: Any, on: date, effective_on: date | None = None) -> Adoption:
    """Record that the change is adopted: on the day of its vote, in force from then or a later day on.

    The day of effect is `effective_on`, else the one the draft names, else the day of the vote; it never
    rolls. Raises CannotIssue with every reason why it stays a draft, NotAllowed for a day before adoption.
    """
    locked = lock(case)
    filing, day = judged(locked, on)
    if obstacles := in_the_way(filing.findings(day)):
        raise CannotIssue(obstacles)
    change: RegulationChange = locked.details
    vote, version = vote_of(locked), change.text
    assert vote is not None
    assert version is not None
    adopted_on = vote.item.meeting.on
    try:
        effective = rules.effective_day(adopted_on, effective_on or change.effective_on)
    except ValueError as early:
        raise NotAllowed(str(early)) from None
    event = record(
        locked, ADOPTED, on=adopted_on, by=by, note=f"In force from {named(effective)}. ({vote.says})",
        from_on=effective, cleared=True,
    )  # fmt: skip
    case.refresh_from_db()
    return Adoption.objects.create(
        change=change, event=event, version=version, vote=vote, adopted_on=adopted_on, effective_on=effective
    )


@transaction.atomic
def take_adoption_back(case: Case, *, why: str, now: datetime, by: Any) -> Event:
    """Strike an adoption that was recorded wrongly: it is a draft again. Raises NotAllowed, WrongRole."""
    locked = lock(case)
    if not may(by, locked, "clerk"):
        raise WrongRole(f"Adoptions are recorded by a clerk of {locked.board}.")
    adoption = Adoption.objects.live().filter(change=locked.details).last()
    if locked.status != ADOPTED or adoption is None:
        raise NotAllowed(f"{locked.number} is {locked.status}. Only an adoption that stands is taken back.")
    if not why.strip():
        raise NotAllowed("Say what was recorded wrongly, in one sentence.")
    event = steps.strike(adoption.event, by=by, now=now, note=why.strip(), cleared=True)
    case.refresh_from_db()
    return event


@transaction.atomic
def publish(case: Case, *, place: str, on: date, by: Any) -> Event:
    """Record that the summary was published on the day `on`, and where (c.111 §31). Raises NotAllowed."""
    if not place.strip():
        raise NotAllowed("Name the newspaper in which the summary was published.")
    return record(case, PUBLISHED, on=on, by=by, note=place.strip())
