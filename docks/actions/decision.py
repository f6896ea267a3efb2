"""What the Commission finds before it votes, and what its order needs before anything is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction

from docks.models.life import Evidence, Findings, ValueFinding
from office.actions import steps
from office.actions.cases import record
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.kinds import HEARING
from office.models import Case, Document, Event
from office.permissions import may
from office.schedules import named


@dataclass(frozen=True)
class Weighed:
    """One piece of evidence: for the dock or against it, what it shows, and where it is on file."""

    side: str
    what: str
    document: Document | None = None


@dataclass(frozen=True)
class Valued:
    """What was found of one interest of 703-1."""

    value: str
    says: str
    why: str


@dataclass(frozen=True)
class Found:
    """The Commission's findings as they were put (703-5)."""

    overcome: bool
    why: str
    season: str
    season_why: str = ""
    study_required: bool = False
    radius_mi: Decimal | None = None
    existing: int | None = None
    pending: int | None = None
    possible: int | None = None
    cumulative: str = ""
    merits: str = ""
    evidence: Sequence[Weighed] = ()
    values: Sequence[Valued] = ()


def wrong(found: Found, *, seasonal: bool | None) -> list[str]:
    """What keeps the findings from being recorded, a sentence each with its section."""
    said = []
    if not found.why.strip():
        said.append("Say why the presumption of harm is overcome, or is not (Barnstable 703-5(A)).")
    if not found.evidence:
        said.append("Name at least one piece of evidence that was weighed (Barnstable 703-5(A)).")
    if found.overcome and not any(each.side == Evidence.Side.FOR for each in found.evidence):
        said.append(
            "The presumption falls only to evidence, and none is named for the dock (Barnstable 703-5(A))."
        )
    if any(not each.what.strip() for each in found.evidence):
        said.append("Say of each piece of evidence what it shows.")
    if any(not each.why.strip() for each in found.values):
        said.append("Give the reason for each interest that is found on (Barnstable 703-1).")
    if found.season != Findings.Season.PERMANENT and seasonal is False:
        said.append("The dock is not seasonal by its notice. Correct the season here (Barnstable 703-5(B)).")
    if found.season == Findings.Season.PERMANENT and seasonal:
        said.append("The dock is seasonal by its notice. Say what that changes (Barnstable 703-5(B)).")
    if found.study_required:
        if found.radius_mi is None or found.radius_mi <= 0:
            said.append("Say within how many miles all possible docks were drawn (Barnstable 703-5(A)).")
        if None in (found.existing, found.pending, found.possible):
            said.append(
                "Count the docks of the study: there, applied for, and possible (Barnstable 703-5(A))."
            )
    if not found.merits.strip():
        said.append("Say what the decision on the merits of this site rests on (Barnstable 703-5(C)).")
    return said


@transaction.atomic
def make_findings(case: Case, found: Found, *, seasonal: bool | None, on: date, by: Any) -> Findings:
    """Record what the Commission found, once its hearing has begun. The vote comes after it and by itself.

    The last findings made are those that count. Raises NotAllowed with all that is wrong, WrongRole.
    """
    locked = lock(case)
    if not may(by, locked, "clerk", "member"):
        raise WrongRole(f"Findings are recorded by a clerk or member of {locked.board}.")
    hearing = locked.events.live().filter(slug=HEARING).last()
    if hearing is None:
        raise NotAllowed("No hearing was set. Put the notice on an agenda first (Massachusetts c.131 §40).")
    if hearing.on > on:
        raise NotAllowed(
            f"The hearing is set for {named(hearing.on)}. Record what was found from that day on."
        )
    if problems := wrong(found, seasonal=seasonal):
        raise NotAllowed(" ".join(problems))
    over = "overcome" if found.overcome else "not overcome"
    event = record(
        case,
        "findings-made",
        on=on,
        by=by,
        cleared=True,
        note=f"Presumption of harm {over}. {found.why.strip()}",
    )
    row = Findings.objects.create(
        case=locked, event=event, on=on, by=by, overcome=found.overcome, why=found.why.strip(),
        season=found.season, season_why=found.season_why.strip(), study_required=found.study_required,
        radius_mi=found.radius_mi if found.study_required else None,
        existing=found.existing if found.study_required else None,
        pending=found.pending if found.study_required else None,
        possible=found.possible if found.study_required else None,
        cumulative=found.cumulative.strip(), merits=found.merits.strip(),
    )  # fmt: skip
    Evidence.objects.bulk_create(
        Evidence(findings=row, number=n, side=each.side, what=each.what.strip(), document=each.document)
        for n, each in enumerate(found.evidence, start=1)
    )
    ValueFinding.objects.bulk_create(
        ValueFinding(findings=row, number=n, value=each.value, says=each.says, why=each.why.strip())
        for n, each in enumerate(found.values, start=1)
    )
    return row


# ---------------------------------------------------------------------------------------------- the order
@transaction.atomic
def give_number(case: Case, *, number: str, on: date, by: Any) -> Event:
    """Record the file number of MassDEP, which the order and the dock itself bear (703-4(F))."""
    if not number.strip():
        raise NotAllowed("Enter the DEP file number, such as SE3-1234 (Barnstable 703-4(F)).")
    return record(case, "dep-numbered", on=on, by=by, note=number.strip())


@dataclass(frozen=True)
class Appeal:
    """Until when the order may be appealed, and whether an appeal was taken and goes on."""

    through: date | None
    pending: bool


def appeal_of(case: Case) -> Appeal:
    """How the appeal of the order stands; two queries."""
    row = case.clocks.filter(clock="appeal").first()
    told = case.events.live().filter(slug__in=("appealed", "appeal-ended")).order_by("pk").last()
    return Appeal(row.due_on if row else None, told is not None and told.slug == "appealed")


@transaction.atomic
def record_at_registry(
    case: Case, *, book: str, page: str, on: date, by: Any, certificate: str = ""
) -> Event:
    """Record that the order was recorded at the Registry of Deeds: book and page, or of registered land its
    certificate.

    Not before the appeal is over (c.131 §40). Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if not certificate.strip() and not (book.strip() and page.strip()):
        raise NotAllowed(
            "Enter book and page, as the Registry gives them, or the certificate of registered land "
            "(Massachusetts c.131 §40)."
        )
    appeal = appeal_of(locked)
    if appeal.pending:
        raise NotAllowed("The order was appealed. It is recorded once the appeal has ended (c.131 §40).")
    if appeal.through is not None and on <= appeal.through:
        raise NotAllowed(
            f"The order may be appealed through {named(appeal.through)}. It is recorded after that day "
            "(Massachusetts c.131 §40)."
        )
    where = (
        f"Book {book.strip()}, page {page.strip()}" if book.strip() else f"Certificate {certificate.strip()}"
    )
    return record(case, "order-recorded", on=on, by=by, note=where, cleared=True)


@transaction.atomic
def extend(case: Case, *, until: date, why: str, on: date, by: Any, now: datetime) -> Event:
    """Extend the order through `until`, by the vote that `why` names. Raises NotAllowed, WrongRole.

    That it was asked for less than 30 days ahead stops nothing: the figure is not verified, and the
    Commission decides.
    """
    locked = lock(case)
    if locked.ends_on is None or locked.starts_on is None:
        raise NotAllowed(f"{locked.number} has no last day to extend.")
    if not locked.events.live().filter(slug="extension-asked").exists():
        raise NotAllowed("Nobody asked for an extension. Record the request first.")
    if until <= locked.ends_on:
        raise NotAllowed(f"The order runs through {named(locked.ends_on)} already. Enter a later day.")
    if not why.strip():
        raise NotAllowed("Name the vote it rests on, in one sentence.")
    return steps.record(
        case, "order-extended", on=on, by=by, now=now, note=why.strip(), from_on=locked.starts_on,
        until_on=until, cleared=True,
    )  # fmt: skip


__all__ = [
    "Appeal", "Found", "Valued", "Weighed", "appeal_of", "extend", "give_number",
    "make_findings", "record_at_registry", "wrong",
]  # fmt: skip
