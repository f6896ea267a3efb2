"""A case in the words of somebody whose affair it is: whose move it is, its way, what happened.

What happened is a list of what is allowed: notes, tasks, whatever the office keeps to itself are not on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from office.clockwork import Mover
from office.kinds import CaseKind, Lifecycle, Step
from office.models import Case, ClockRow, Event
from office.spoken import in_english, say
from office.templatetags.office_tags import day

WHOSE = {
    Mover.APPLICANT: _("Your move"),
    Mover.OFFICE: _("The office’s move"),
    Mover.BOARD: _("The board’s move"),
    Mover.REVIEWER: _("A reviewer’s move"),
    Mover.NOBODY: _("Nobody’s move"),
}
OWN = "task"  # the office's own tasks are no news to an applicant


# ------------------------------------------------------------------------------------------ whose move
@dataclass(frozen=True)
class Move:
    """Whose move it is, what it is, and by when: `clock` says why that day, `paused` that it stands still.

    `as_written`: it is in the office's own words, which nobody has put into the reader's language.
    """

    mover: str
    says: str = ""
    clock: ClockRow | None = None
    as_written: bool = False

    @property
    def whose(self) -> str:
        return str(WHOSE[Mover(self.mover)])

    @property
    def sentence(self) -> str:
        """What it is, ended by a full stop."""
        says = self.says.rstrip()
        return says if not says or says.endswith((".", "!", "?", "”")) else f"{says}."

    @property
    def yours(self) -> bool:
        return self.mover == Mover.APPLICANT


def move_of(case: Case, clocks: Iterable[ClockRow], on: date, *, asked: str = "") -> Move:
    """Whose move the case is on `on`. `asked` is what the office asked for; `clocks` are those that run.

    A permit in force is nobody's move, unless a day runs by which its holder must do something.
    """
    begun = [row for row in clocks if row.clock != OWN and row.paused_on is None and row.begun(on)]
    begun.sort(key=lambda row: (row.due_on, row.pk))
    mine = next((row for row in begun if row.mover == case.mover), None)
    if case.mover == Mover.NOBODY and case.is_open:
        theirs = next((row for row in begun if row.mover == Mover.APPLICANT), None)
        if theirs is not None:
            return _asked(Mover.APPLICANT, theirs.label, theirs)
        return Move(Mover.NOBODY, gettext("Nothing for you to do."), None)
    if case.mover == Mover.APPLICANT:
        if asked or mine:
            return _asked(case.mover, asked or (mine.label if mine else ""), mine)
        return Move(case.mover, gettext("Put right what is open."), mine)
    if not case.is_open:
        return Move(Mover.NOBODY, gettext("The case is closed."))
    return Move(case.mover, _comes_next(case), mine)


def _asked(mover: str, words: str, clock: ClockRow | None) -> Move:
    """What is waited for, in the reader's language as far as the words are ours."""
    said = str(say(words))
    return Move(mover, said, clock, as_written=said == words and not in_english())


def _comes_next(case: Case) -> str:
    """What the office or board does next, by the table of the kind."""
    life = case.casekind.lifecycle
    decides = any(step.gate for step in life.moves(case.status))
    if case.status == life.first:
        return gettext("look at what you filed.")
    return gettext("decide on your application.") if decides else gettext("go on with your case.")


# ------------------------------------------------------------------------------------------------ steps
class Stage(NamedTuple):
    """One stage of the way: its word, and "done", "current" or "next"."""

    word: str
    state: str


def way(case: Case, events: Sequence[Event]) -> list[Stage]:
    """The way of the case: what it has passed, where it stands, and what usually comes."""
    life = case.casekind.lifecycle
    main, passed = usual_way(life), [life.first, *_reached(life, events)]
    if case.status in main:
        at = main.index(case.status)
        before = [status for status in main[:at] if status in passed]
        after = main[at + 1 :]
    else:
        before = [status for status in main if status in passed]
        last = main.index(before[-1]) if before else -1
        after = main[last + 1 :] if case.is_open else []
    stages = [(status, "done") for status in before] + [(case.status, "current")]
    return [Stage(status_word(s), state) for s, state in stages + [(status, "next") for status in after]]


def status_word(status: str) -> str:
    """ "In review": a status as its tag says it, in the reader's language."""
    return str(say(status[:1].upper() + status[1:]))


def usual_way(life: Lifecycle) -> list[str]:
    """The statuses one after the other when all goes well, from the first to the one that is granted."""
    found = [life.first]
    while step := life.usual(found[-1]) or _gate(life, found[-1]):
        if not step.to or step.to in found:
            break
        found.append(step.to)
    return found


def _gate(life: Lifecycle, status: str) -> Step | None:
    return next((step for step in life.moves(status) if step.gate), None)


def _reached(life: Lifecycle, events: Sequence[Event]) -> list[str]:
    """The statuses the live events led to, oldest first."""
    return [to for event in events if not gone(event) and not event.void and (to := life.step(event.slug).to)]


# ---------------------------------------------------------------------------------------------- history
PLAIN = {
    "filed": _("Filed"),
    "amended": _("Answers changed"),
    "ruling": _("The board ruled on a point"),
    "charged": _("Charged"),
    "charge-reversed": _("Charge taken back"),
    "paid": _("Payment received"),
    "payment-voided": _("Payment does not count after all"),
    "document-added": _("Document added"),
    "document-removed": _("Document taken off"),
    "document-shared": _("The office shared a document"),
    "checklist": _("Checklist"),
    "hold-placed": _("Held up"),
    "hold-lifted": _("No longer held up"),
    "condition-added": _("Condition set"),
    "condition-met": _("Condition met"),
    "renewal-filed": _("Renewal filed"),
    "not-renewed": _("Ran out, not renewed"),
    "extended": _("More time given"),
    "paused": _("Count paused"),
    "resumed": _("Count goes on"),
    "authorization": _("Somebody may act for the owner"),
    "disputed": _("The owner disputes this filing"),
}
# Of these the entry's own note is for the applicant's eyes: it was written to be.
NOTED = (
    "amended", "ruling", "charged", "paid", "payment-voided", "document-added", "document-shared",
    "checklist", "hold-placed", "condition-added", "condition-met", "renewal-filed", "authorization",
)  # fmt: skip
PAPERS = ("document-added", "document-removed", "document-shared")


@dataclass(frozen=True)
class Entry:
    """One entry of the history in plain words. `state` is "", "corrected" or "struck"."""

    on: date
    at: time | None
    words: str
    detail: str
    who: str
    state: str
    before: date | None = None


def gone(event: Event) -> bool:
    """Whether the event was corrected or struck since."""
    return hasattr(event, "corrected_by")


def history(
    case: Case, events: Sequence[Event], *, user: Any, names: Mapping[int, str], hidden: frozenset[str]
) -> list[Entry]:
    """What happened, newest first, as far as it is for the people of the case.

    `events` are all of the case's, newest first. `names` are those of its people by account. `hidden` are
    the subjects of documents this person may not know of.
    """
    entries = []
    for event in events:
        if event.void or (event.slug in PAPERS and event.subject in hidden):
            continue  # what strikes another is told where the other stands
        words = _words(case.casekind, event)
        if words:
            entries.append(_entry(case, event, words, user, names))
    return entries


def _words(kind: CaseKind, event: Event) -> str:
    """What to call the entry; "" for what the office keeps to itself."""
    if event.slug in PLAIN:
        return str(PLAIN[event.slug])
    letter = next((each for each in kind.letters if event.slug == f"{each.slug}-mailed"), None)
    if letter is not None:
        return gettext("Letter mailed: “%(letter)s”") % {"letter": say(letter.label)}
    step = kind.lifecycle.step(event.slug)
    return str(say(step.done)) if step.to or step.appointed or step.term else ""


def _entry(case: Case, event: Event, words: str, user: Any, names: Mapping[int, str]) -> Entry:
    state, before = "", None
    if gone(event):
        state = "struck" if event.corrected_by.void else "corrected"
    if event.corrects_id:
        before = event.corrects.on if event.corrects and event.corrects.on != event.on else None
    if event.by_id == user.pk:
        who = gettext("you")
    else:
        who = names.get(event.by_id or 0) or gettext("the office")
    return Entry(event.on, event.at, words, _detail(case.casekind, event, user), who, state, before)


def _detail(kind: CaseKind, event: Event, user: Any) -> str:
    if event.slug == "disputed":
        return event.note if event.by_id == user.pk else ""
    if event.corrects_id:
        return ""  # its note says how the office knows
    if event.clock:
        declared = next((clock for clock in kind.every_clock if clock.slug == event.clock), None)
        about = f"“{say(declared.says)}”" if declared else ""
        through = gettext("through %(day)s") % {"day": day(event.until_on)} if event.until_on else ""
        resting = f"({event.authority})" if event.authority else ""
        return " ".join(part for part in (about, through, resting) if part)
    step = kind.lifecycle.step(event.slug)
    if event.slug in NOTED:
        return str(say(event.note))
    return event.note if step.reason else ""
