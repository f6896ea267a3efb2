"""What has a day by which something must be done: cases and meetings, as the night deals with them.

Each sort says where its rows are, what they hang on, who is told, and what passing the day brings about. The
night itself is one, in `office.actions.nightly`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils.timezone import localtime

from office.actions import meetings, notices
from office.actions.errors import NotAllowed
from office.actions.events import record, rewind
from office.actions.reminding import Telling
from office.clocks import OF_MEETINGS
from office.clockwork import MISSED, Clock
from office.models import Case, ClockRow, Meeting, MeetingClock, MeetingReminder, Reminder


class DueRows(ABC):
    """One sort of rows. `owner` names the column of what a row hangs on."""

    rows: Any  # the manager of the rows
    reminders: Any  # the manager of who was reminded of them
    owner: str

    @abstractmethod
    def lock(self, pk: int, *, skip_locked: bool) -> Any:
        """What the row hangs on, fresh and locked until the transaction ends; None when another has it."""

    @abstractmethod
    def clock(self, owner: Any, row: Any) -> Clock:
        """The clock the row is a run of. LookupError when it is declared no more."""

    def about(self, row: Any) -> dict[str, Any]:
        """What a reminder of the row is held by."""
        return {"clock": row.clock, "due_on": row.due_on}

    def lapse(self, owner: Any, clock: Clock, row: Any) -> str:
        """Record what passing the last good day means; its words in the history, or ""."""
        return ""

    @abstractmethod
    def tell(self, owner: Any, row: Any, reminder: Any, *, recorded: str) -> None:
        """Tell whose move it is."""

    @abstractmethod
    def named(self, row: Any) -> dict[str, str]:
        """Of which case or meeting the row is, for the run's list of what could not be dealt with."""


class OfCases(DueRows):
    """The clocks of cases. What lapses is recorded on the case, bearing its legal day."""

    rows, reminders, owner = ClockRow.objects, Reminder.objects, "case"

    def __init__(self, on: date, moment: Callable[[], datetime], telling: Telling) -> None:
        self.on, self.moment, self.telling = on, moment, telling

    def lock(self, pk: int, *, skip_locked: bool) -> Case | None:
        rows = Case.objects.select_for_update(of=("self",), skip_locked=skip_locked)
        return rows.select_related("board", "assigned_to").filter(pk=pk).first()

    def clock(self, owner: Case, row: ClockRow) -> Clock:
        return owner.casekind.clock(row.clock)

    def about(self, row: ClockRow) -> dict[str, Any]:
        return {"clock": row.clock, "subject": row.subject, "due_on": row.due_on}

    def lapse(self, owner: Case, clock: Clock, row: ClockRow) -> str:
        slug = clock.lapses or (MISSED if clock.each else "")
        if not slug:
            return ""
        # No key: one that was struck is recorded anew when it is warranted again, and the claim makes it one.
        standing = owner.events.live().filter(slug=slug, on=row.due_on, clock=row.clock, subject=row.subject)
        if standing.exists():
            rewind(owner, on=self.on)  # the row was out of date
        else:
            event = record(
                owner, slug, on=row.due_on, by=None, note=row.says, clock=row.clock, subject=row.subject,
                at=localtime(row.due_at).time() if row.due_at else None,
            )  # fmt: skip
            notices.write_for_step(owner, event, now=self.moment(), by=None)
        if owner.clocks.filter(pk=row.pk, due_on=row.due_on, next_on__lte=self.on).exists():
            raise NotAllowed(f"“{row.label}” is still due after its lapse was recorded.")
        return "" if slug == MISSED else owner.casekind.lifecycle.step(slug).done

    def tell(self, owner: Case, row: ClockRow, reminder: Reminder, *, recorded: str) -> None:
        self.telling.tell(owner, row, reminder, recorded=recorded)

    def named(self, row: ClockRow) -> dict[str, str]:
        return {"case": row.case.number}


class OfMeetings(DueRows):
    """The clocks of meetings: posting and packet. The clerks are told; nothing lapses by itself."""

    rows, reminders, owner = MeetingClock.objects, MeetingReminder.objects, "meeting"

    def __init__(self, telling: Telling) -> None:
        self.telling = telling

    def lock(self, pk: int, *, skip_locked: bool) -> Meeting | None:
        rows = Meeting.objects.select_for_update(of=("self",), skip_locked=skip_locked)
        return rows.select_related("board").filter(pk=pk).first()

    def clock(self, owner: Meeting, row: MeetingClock) -> Clock:
        declared: Mapping[str, Clock] = {clock.slug: clock for clock in OF_MEETINGS[owner.board.state]}
        return declared[row.clock]

    def tell(self, owner: Meeting, row: MeetingClock, reminder: MeetingReminder, *, recorded: str) -> None:
        self.telling.tell_of_meeting(owner, row, reminder)

    def named(self, row: MeetingClock) -> dict[str, str]:
        return {"case": "", "meeting": row.meeting.slug, "title": meetings.at_time(row.meeting.moment)}
