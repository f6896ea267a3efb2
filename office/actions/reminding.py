"""Who is told of a due day by night, and in what words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import localtime
from django.utils.translation import gettext

from office import renewals, spoken
from office.actions import messages, notices
from office.clockwork import LAPSED, Mover
from office.models import (
    Board,
    Case,
    ClockRow,
    Meeting,
    MeetingClock,
    MeetingReminder,
    Membership,
    Notice,
    Party,
    Reminder,
    User,
)
from office.models.clocks import DueRow
from office.schedules import named
from office.spoken import say, word

WHOSE = {
    Mover.OFFICE: "The office's move",
    Mover.APPLICANT: "The applicant's move",
    Mover.BOARD: "The board's move",
    Mover.REVIEWER: "A reviewer's move",
}
ASKED = ("applicant", "agent")  # the parts of a case who make an applicant's moves
LETTER = "reminder"  # the letter to whom has no e-mail, where a kind has it


class Telling:
    """What the messages of one night share: its day, the moment, and each board's clerks, read once."""

    def __init__(self, on: date, moment: Callable[[], datetime]) -> None:
        self.on, self.moment = on, moment
        self._clerks: dict[int, list[User]] = {}

    def tell(self, case: Case, row: ClockRow, reminder: Reminder, *, recorded: str) -> None:
        """Tell whose move it is, and the office: everybody once. `recorded` is what the lapse became."""
        said = self._tell_people(case, row, reminder, recorded) if row.mover == Mover.APPLICANT else ""
        subject = f"Dates of {self.on:%B} {self.on.day}, {self.on.year}: {case.board}"
        text = for_the_office(case, row, reminder, recorded, said)
        for key, email, name in self._office(case, row):
            messages.tell(
                key=f"reminder-{reminder.pk}-{key}", to_email=email, to_name=name, board=case.board,
                subject=subject, text=text, now=self.moment(), about=f"night-{self.on}", case=case,
            )  # fmt: skip

    def tell_of_meeting(self, meeting: Meeting, row: MeetingClock, reminder: MeetingReminder) -> None:
        """Tell the clerks of the board, in the same message of the night as of its cases."""
        subject = f"Dates of {self.on:%B} {self.on.day}, {self.on.year}: {meeting.board}"
        text = of_meeting(meeting, row, reminder)
        for key, email, name in self._reached(list(self._clerks_of(meeting.board)), meeting.board):
            messages.tell(
                key=f"meeting-reminder-{reminder.pk}-{key}", to_email=email, to_name=name,
                board=meeting.board, subject=subject, text=text, now=self.moment(), about=f"night-{self.on}",
            )  # fmt: skip

    # ------------------------------------------------------------------------------------- the applicant
    def _tell_people(self, case: Case, row: ClockRow, reminder: Reminder, recorded: str) -> str:
        """Tell the people whose move it is; how, for the office's own line."""
        parts = case.people.filter(role__in=ASKED).select_related("party__user").order_by("pk")
        parties = {part.party_id: part.party for part in parts}
        mailed: set[str] = set()
        unreached: list[Party] = []
        for party in parties.values():
            email = party.email or (party.user.email if party.user else "")
            if not email:
                unreached.append(party)
            elif email.lower() not in mailed:
                mailed.add(email.lower())
                with translation.override(party.language):
                    subject = headline(case, row, reminder)
                    text = for_people(case, row, reminder, recorded)
                messages.tell(
                    key=f"reminder-{reminder.pk}-party-{party.pk}", to_email=email, to_name=party.name,
                    board=case.board, subject=subject, text=text, now=self.moment(), about=case.number,
                    case=case, language=party.language,
                )  # fmt: skip
        on_paper = self._write(case, row, reminder, unreached)
        ways = ["told by e-mail"] if mailed else []
        if on_paper:
            ways.append("a letter waits to be mailed")
        if len(unreached) > len(on_paper):
            ways.append("no e-mail address is on file, so call or write")
        return "; ".join(ways) or "nobody is on file to be told"

    def _write(self, case: Case, row: ClockRow, reminder: Reminder, parties: list[Party]) -> list[Party]:
        """Write the letter on paper to those whose address is known, where the kind has one; to whom."""
        if not any(letter.slug == LETTER and letter.words for letter in case.casekind.letters):
            return []
        found = [party for party in parties if party.street and party.city and party.zip_code]
        if found:
            notices.write(
                case, letter=LETTER, on=self.on, now=self.moment(), by=None, parties=found,
                channel=Notice.Channel.FIRST_CLASS, key=f"reminder-{reminder.pk}",
                about={
                    "clock": row.label, "due_on": row.due_on.isoformat(), "says": row.says, "cite": row.cite,
                    "passed": reminder.days_before == LAPSED,
                },
            )  # fmt: skip
        return found

    # ---------------------------------------------------------------------------------------- the office
    def _office(self, case: Case, row: ClockRow) -> list[tuple[str, str, str]]:
        """Who of the office gets a line, each address once: (key, e-mail, name)."""
        people = list(self._clerks_of(case.board))
        if row.mover == Mover.OFFICE and case.assigned_to is not None:
            people.append(case.assigned_to)
        return self._reached(people, case.board, board_too=row.mover == Mover.BOARD)

    def _reached(
        self, people: Sequence[User], board: Board, *, board_too: bool = False
    ) -> list[tuple[str, str, str]]:
        """These people by e-mail, and the board's own address when asked for or when nobody has one."""
        found = {
            person.email.lower(): (f"user-{person.pk}", person.email, person.get_full_name())
            for person in people
            if person.email and person.is_active
        }
        if board.email and (board_too or not found):
            found.setdefault(board.email.lower(), (f"board-{board.pk}", board.email, str(board)))
        return list(found.values())

    def _clerks_of(self, board: Board) -> list[User]:
        if board.pk not in self._clerks:
            clerks = Membership.objects.filter(board=board, role=Membership.Role.CLERK)
            self._clerks[board.pk] = [each.user for each in clerks.select_related("user").order_by("user")]
        return self._clerks[board.pk]


# ------------------------------------------------------------------------------------------------- the words
def last_good(row: DueRow) -> str:
    """ "through Monday, June 8, 2026", or of a clock of hours "before 2:30 pm on Monday, June 8, 2026"."""
    on = spoken.day(row.due_on)
    if row.due_at is None:
        return gettext("through %(day)s") % {"day": on}
    at = localtime(row.due_at)
    moment = f"{at.hour % 12 or 12}:{at:%M} {'am' if at.hour < 12 else 'pm'}"
    return gettext("before %(time)s on %(day)s") % {"time": say(moment), "day": on}


def _brief(day: date, since: date) -> str:
    """ "June 8", with the year when it is another than that of `since`."""
    said = spoken.month_and_day(day)
    return said if day.year == since.year else gettext("%(day)s, %(year)s") % {"day": said, "year": day.year}


def headline(case: Case, row: ClockRow, reminder: Reminder) -> str:
    """The subject of a message to whom the move is."""
    day = _brief(row.due_on, reminder.sent_on)
    due = gettext("[Your move by %(day)s] %(number)s")
    if reminder.days_before == LAPSED:
        due = gettext("[Was due %(day)s] %(number)s")
    return due % {"day": day, "number": case.number}


def for_people(case: Case, row: ClockRow, reminder: Reminder, recorded: str) -> str:
    """The message to whom the move is: what, by when, and why that day. Whom to call stands below each."""
    # A condition's words were typed: they stay as they are.
    what, when = word(row.label), last_good(row)
    first = f"{what}, {when}."
    if reminder.days_before == LAPSED:
        first = gettext(
            "%(what)s: the time for it was %(when)s. That has passed, and the office has no record that it "
            "was done. If you did it, call the office."
        ) % {"what": what, "when": when}
    followed = gettext("What followed, as of that day: %(what)s.") % {"what": say(recorded)}
    renew = gettext("Renew online: %(link)s") % {"link": renewals.address(case)}
    return "\n\n".join(
        [
            first,
            *([followed] if recorded else []),
            *([renew] if renewals.offered(case, row.clock) else []),
            gettext("Why that day: %(working)s") % {"working": say(row.says)},
            f"{say(case.casekind.label)} {case.number}",
        ]
    )


def for_the_office(case: Case, row: ClockRow, reminder: Reminder, recorded: str, said: str) -> str:
    """One entry in the office's message of the night."""
    if reminder.days_before == LAPSED:
        first = f"{row.label}: {named(row.due_on)} has passed."
        if recorded:
            first += f" Recorded as of that day: {recorded}."
    else:
        first = f"{row.label}, {last_good(row)}."
    whose = WHOSE.get(Mover(row.mover), "")
    if said:
        whose = f"{whose}: {said}"
    return "\n".join(
        [
            f"{case.number}, {case.casekind.label}",
            " ".join([first, *([f"{whose}."] if whose else [])]),
            f"Why that day: {row.says}",
            f"{settings.SITE_ADDRESS}{reverse('case', args=[case.number])}",
        ]
    )


def of_meeting(meeting: Meeting, row: MeetingClock, reminder: MeetingReminder) -> str:
    """One entry in the office's message of the night, about a meeting."""
    where = f" at {meeting.place}" if meeting.place else ""
    first = f"{row.label}, {last_good(row)}."
    if reminder.days_before == LAPSED:
        first = f"{row.label}: the time for it was {last_good(row)}. It has passed. Look at the meeting."
    return "\n".join(
        [
            f"{meeting.title} of {named(meeting.on)}{where}",
            f"{first} {WHOSE.get(Mover(row.mover), '')}.",
            f"Why that day: {row.says}",
            f"{settings.SITE_ADDRESS}{reverse('meeting', args=[meeting.slug])}",
        ]
    )
