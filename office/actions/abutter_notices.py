"""Telling the abutters of a hearing: their letters, what the applicant sent, the newspaper.

The letters leave through the mail desk like any other. When the last of them has left, the case knows that
the abutters were told; when one turns out not to have left, it knows that too.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction

from office import letters
from office.actions import notices
from office.actions.abutters import Hearing, hearing_of, list_of, need_open, same_words
from office.actions.documents import attach
from office.actions.errors import NotAllowed
from office.actions.events import record, strike
from office.actions.hearings import told_anew
from office.actions.notices import Addressee
from office.kinds import ABUTTERS_TOLD, HEARING_NOTICE, NEWSPAPER_PRINTED
from office.models import Abutter, AbutterList, AbutterNotice, Case, Event, NewspaperNotice, Notice
from office.schedules import named

Status, Channel = Notice.Status, Notice.Channel
GONE = (Status.MAILED, Status.RECEIVED, Status.RETURNED)  # the letter left, whatever became of it


def said_by_notice(case: Case, of: AbutterList, hearing: Hearing, see_at: str) -> dict[str, Any]:
    """What the notice says beyond what every letter knows."""
    meeting = hearing.meeting
    where = ""
    if meeting is not None:
        where = " and ".join(part for part in (meeting.place, meeting.link) if part)
    applicants = [row.party.name for row in case.people.select_related("party") if row.role == "applicant"]
    asked_by = f"It was filed by {letters.spoken(applicants)}." if applicants else ""
    return letters.kept({
        "hearing": _at_time(hearing), "hearing_place": where, "list_on": of.assessors_on, "see_at": see_at,
        "asked_by": asked_by,
    })  # fmt: skip


def _at_time(hearing: Hearing) -> str:
    """Tuesday, June 16, 2026, 6 pm"""
    if hearing.event.at is None:
        return named(hearing.event.on)
    at = hearing.event.at
    minutes = f":{at:%M}" if at.minute else ""
    return f"{named(hearing.event.on)}, {at.hour % 12 or 12}{minutes} {'am' if at.hour < 12 else 'pm'}"


def problems(case: Case, of: AbutterList, now: datetime, see_at: str | None = None) -> list[str]:
    """What keeps the notices from being written, each with its remedy; empty when nothing does."""
    found = []
    hearing, rows = hearing_of(case), list(of.abutters.all())
    if hearing is None or hearing.meeting is None:
        found.append("No hearing is set. Put the case on the agenda of a meeting as a hearing first.")
    elif hearing.moment <= now:
        found.append(f"The hearing of {named(hearing.event.on)} has begun. Set another day first.")
    if not rows:
        found.append("The list names nobody. Add the owners first.")
    bare = [row for row in rows if row.lacks]
    for row in bare[:5]:
        found.append(f"{row.owner} has no {row.lacks}. Enter it; the notice is mailed there.")
    if len(bare) > 5:
        found.append(f"{len(bare) - 5} more owners have no whole address.")
    if not case.place:
        found.append("The case names no lot and no place. Add its lot first; the notice says where.")
    if see_at is not None and not see_at.strip():
        found.append("Say where the application can be seen, and when. The notice names it.")
    return found


@transaction.atomic
def write_notices(
    case: Case, *, see_at: str, on: date, now: datetime, by: Any, channel: str = Channel.CERTIFIED
) -> list[Notice]:
    """Freeze the list and write a notice of the hearing to each owner who has none of this hearing yet.

    Who owns several lots gets one. `see_at` says where the file can be seen; `channel` is certified mail or
    in hand. Pressing twice writes nothing twice. Returns the letters that were written. Raises NotAllowed
    with everything that is missing, WrongRole.
    """
    locked = need_open(case, by)
    of = list_of(locked)
    if of is None:
        raise NotAllowed("There is no list of abutters. Begin one first.")
    of = AbutterList.objects.select_for_update(of=("self",)).get(pk=of.pk)
    if wrong := problems(locked, of, now, see_at):
        raise NotAllowed(" ".join(wrong))
    hearing = hearing_of(locked)
    assert hearing is not None
    rows, standing = list(of.abutters.all()), _standing(of, hearing.event)
    told = {link.abutter_id for links in standing.values() for link in links}
    times = AbutterNotice.objects.filter(hearing=hearing.event, abutter__of=of).count()
    groups: dict[tuple[str, ...], list[Abutter]] = {}
    for row in rows:
        if row.pk not in told:
            groups.setdefault(same_words(row.owner, row.address), []).append(row)
    written = notices.write_to(
        locked, letter=HEARING_NOTICE, on=on, now=now, by=by, channel=channel,
        key=f"hearing-{hearing.event.pk}-{times}",
        about=said_by_notice(locked, of, hearing, see_at.strip()),
        to=[_addressee(first) for first, *_ in groups.values()],
    )  # fmt: skip
    AbutterNotice.objects.bulk_create(
        AbutterNotice(abutter=row, notice=notice, hearing=hearing.event)
        for notice, group in zip(written, groups.values(), strict=True)
        for row in group
    )
    if of.frozen_on is None:
        of.frozen_on, of.frozen_by = on, by
        of.save(update_fields=["frozen_on", "frozen_by"])
    return written


def _addressee(row: Abutter) -> Addressee:
    return Addressee(f"abutter-{row.pk}", row.owner, row.street, row.city, row.state, row.zip_code)


def _standing(of: AbutterList, hearing: Event) -> dict[Notice, list[AbutterNotice]]:
    """The letters of this list about this hearing that were not stopped, with the owners each is to."""
    links = AbutterNotice.objects.filter(abutter__of=of, hearing=hearing).select_related("notice")
    found: dict[Notice, list[AbutterNotice]] = {}
    for link in links.exclude(notice__status=Status.STOPPED):
        found.setdefault(link.notice, []).append(link)
    return found


@transaction.atomic
def told_by_applicant(
    case: Case, *, sent_on: date, file: Any, on: date, by: Any, how: str = "by certified mail"
) -> Event:
    """Record that the applicant told everybody on the list, with the proof they handed in. Freezes the list.

    Raises NotAllowed without a list or a proof, or for a day that does not fit.
    """
    locked = need_open(case, by)
    of, hearing = list_of(locked), hearing_of(locked)
    if of is None or not of.abutters.exists():
        raise NotAllowed("List the owners first: the proof is held against the list.")
    if hearing is None:
        raise NotAllowed("No hearing is set. Put the case on the agenda of a meeting as a hearing first.")
    if _told(locked):
        raise NotAllowed("It is recorded already that the abutters were told.")
    if file is None:
        raise NotAllowed("Attach the proof: the receipts of the mail, or who signed for it.")
    if sent_on > on or sent_on >= hearing.event.on:
        raise NotAllowed("The notices go out before the hearing, and today or earlier. Correct the day.")
    document = attach(locked, file=file, label="Proof that the abutters were told", on=on, by=by)
    of.frozen_on, of.frozen_by = of.frozen_on or on, of.frozen_by or by
    of.save(update_fields=["frozen_on", "frozen_by"])
    event = record(
        case, ABUTTERS_TOLD, on=sent_on, by=by, cleared=True,
        note=f"By the applicant, {how}: {of.abutters.count()} on the list. Proof: {document.shown_name}",
    )  # fmt: skip
    told_anew(case, on=on)
    return event


def _told(case: Case) -> Event | None:
    return case.events.live().filter(slug=ABUTTERS_TOLD).order_by("pk").last()


def settle(letter: Notice) -> None:
    """After anything the mail desk recorded of a notice: say that everybody was told, or that it is not so.

    Only by the letters that were written last: those of a hearing that moved since say nothing any more.
    """
    if letter.letter != HEARING_NOTICE:
        return
    link = AbutterNotice.objects.filter(notice=letter).select_related("abutter__of", "hearing").first()
    newest = AbutterNotice.objects.filter(abutter__of__case=letter.case_id).order_by("-hearing").first()
    if link is None or newest is None or newest.hearing_id != link.hearing_id:
        return
    case, of, told = letter.case, link.abutter.of, _told(letter.case)
    left = _standing(of, link.hearing)
    reached = {each.abutter_id for note, links in left.items() if note.status in GONE for each in links}
    every = of.abutters.count() == len(reached)
    if told is None and every and case.events.live().filter(pk=link.hearing_id).exists():
        days = [note.mailed_on for note in left if note.mailed_on]
        many = f"{len(left)} letters" if len(left) > 1 else "One letter"
        event = record(
            case, ABUTTERS_TOLD, on=max(days), by=None, note=f"{many}; the last left that day.", cleared=True
        )
        told_anew(case, on=event.on)
    elif told is not None and not every and told.by_id is None:
        strike(told, by=None, note="A letter had not left after all, as the mail desk says.", cleared=True)


# ------------------------------------------------------------------------------------------ the newspaper
@transaction.atomic
def record_print(
    case: Case, *, paper: str, printed_on: date, on: date, by: Any, file: Any = None
) -> NewspaperNotice:
    """Record that a newspaper printed the notice of the hearing that is set, with its proof if there is one.

    Raises NotAllowed without a hearing, or for a day that is ahead or not before it.
    """
    locked = need_open(case, by)
    hearing = hearing_of(locked)
    if hearing is None:
        raise NotAllowed("No hearing is set. Put the case on the agenda of a meeting as a hearing first.")
    if locked.events.live().filter(slug=NEWSPAPER_PRINTED).exists():
        raise NotAllowed("It is recorded already that the notice was printed. Take that back first.")
    if not paper.strip():
        raise NotAllowed("Name the newspaper.")
    if printed_on > on or printed_on >= hearing.event.on:
        raise NotAllowed("The notice is printed before the hearing, and today or earlier. Correct the day.")
    proof = None
    if file is not None:
        proof = attach(locked, file=file, label=f"Notice in {paper.strip()}"[:120], on=on, by=by)
    event = record(
        case, NEWSPAPER_PRINTED, on=printed_on, by=by, note=f"{paper.strip()}.", cleared=True
    )  # fmt: skip
    return NewspaperNotice.objects.create(
        case=locked, paper=paper.strip(), printed_on=printed_on, document=proof, event=event, on=on, by=by
    )


@transaction.atomic
def take_back(case: Case, *, slug: str, why: str, by: Any) -> Event:
    """Record that the newspaper did not print it, or that the applicant did not tell the abutters.

    What the office's own letters say is undone at the mail desk, letter by letter.
    """
    locked = need_open(case, by)
    event = locked.events.live().filter(slug=slug).order_by("pk").last()
    if slug not in (ABUTTERS_TOLD, NEWSPAPER_PRINTED) or event is None:
        raise NotAllowed("Nothing of this was recorded.")
    if slug == ABUTTERS_TOLD and event.by_id is None:
        raise NotAllowed("The mail desk says so of each letter. Undo the letter there.")
    if not why.strip():
        raise NotAllowed("Write in one sentence how you know.")
    return strike(event, by=by, note=why.strip(), cleared=True)
