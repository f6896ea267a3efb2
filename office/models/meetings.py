"""Meetings of a board, their agendas, and the votes that were taken."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint
from django.utils.translation import gettext_noop
from simple_history.models import HistoricalRecords

from office import votes
from office.calendar import EASTERN
from office.models.boards import Board, Membership
from office.models.cases import Case, Condition
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet, Event

# What everybody reads, so each is said whole.
TITLES = {
    "regular": gettext_noop("Regular meeting"),
    "special": gettext_noop("Special meeting"),
    "emergency": gettext_noop("Emergency meeting"),
}


class VotingRule(models.Model):
    """How a board votes from a day on: its seats, its quorum, and what a majority is counted of.

    A dated row; `confirmed` says that the town has looked at it. Without one the seats are the members on
    file.
    """

    class Majority(models.TextChoices):
        SEATS = votes.Majority.SEATS.value, "Of all seats of the board"
        VOTING = votes.Majority.VOTING.value, "Of the members present and voting"

    board = models.ForeignKey(Board, models.PROTECT, related_name="voting_rules")
    since = models.DateField("from")
    seats = models.PositiveSmallIntegerField(help_text="Filled or not.")
    quorum = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many members must sit. Left open, more than half of the seats."
    )
    majority = models.CharField("majority", max_length=10, choices=Majority, default=Majority.SEATS)
    section = models.CharField(max_length=80, blank=True, help_text="What it rests on.")
    confirmed = models.BooleanField(
        default=False, help_text="The town has looked at it. Until then pages say that it is not confirmed."
    )
    history = HistoricalRecords()

    class Meta:
        ordering = ["board", "-since"]
        constraints = [
            UniqueConstraint(fields=["board", "since"], name="voting_rule_once"),
            models.CheckConstraint(condition=Q(seats__gte=1), name="voting_rule_has_seats"),
            models.CheckConstraint(
                condition=Q(quorum__isnull=True) | Q(quorum__gte=1, quorum__lte=models.F("seats")),
                name="voting_rule_quorum_within_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board}, from {self.since}: {self.seats} seats"

    def law(self) -> votes.VotingLaw:
        return votes.VotingLaw(self.seats, votes.Majority(self.majority), self.quorum, self.section)


class MeetingQuerySet(models.QuerySet["Meeting"]):
    def standing(self) -> MeetingQuerySet:
        """Those that were not cancelled."""
        return self.filter(cancelled_on__isnull=True)

    def visible_to(self, user: Any) -> MeetingQuerySet:
        """What is posted, and of the boards the user serves what is not yet."""
        if not user.is_authenticated:
            return self.filter(posted_at__isnull=False)
        serving = Membership.objects.filter(user=user).values("board")
        return self.filter(Q(posted_at__isnull=False) | Q(board__in=serving))


class Meeting(models.Model):
    """A meeting of a board: when, where, and whether it was posted.

    `slug` is its address and speaks of its day; under an earlier one it is still found (MeetingEntry).
    """

    class Sort(models.TextChoices):
        REGULAR = "regular", "Regular"
        SPECIAL = "special", "Special"
        EMERGENCY = "emergency", "Emergency"

    board = models.ForeignKey(Board, models.PROTECT, related_name="meetings")
    slug = models.SlugField(max_length=80, unique=True)
    on = models.DateField()
    at = models.TimeField(help_text="Local time.")
    place = models.CharField(max_length=200, blank=True)
    link = models.URLField(max_length=300, blank=True)
    sort = models.CharField(max_length=10, choices=Sort, default=Sort.REGULAR)
    reason = models.CharField("why it is an emergency", max_length=300, blank=True)
    posted_at = models.DateTimeField(null=True)
    packet_sent_at = models.DateTimeField(null=True, help_text="When the members were sent the packet.")
    attended_on = models.DateField("attendance taken on", null=True)
    cancelled_on = models.DateField(null=True)
    cancelled_why = models.CharField(max_length=300, blank=True)
    present = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", blank=True)
    key = models.CharField(max_length=80, unique=True, null=True)

    objects = MeetingQuerySet.as_manager()

    class Meta:
        ordering = ["on", "at", "id"]
        indexes = [
            # The list, the calendar and its feeds: a board's meetings between two days.
            models.Index(fields=["board", "on"], name="meeting_of_board"),
        ]
        constraints = [
            UniqueConstraint(
                fields=["board", "on", "at"], condition=Q(cancelled_on__isnull=True), name="meeting_once"
            ),
            models.CheckConstraint(
                condition=~Q(sort="emergency") | ~Q(reason=""), name="meeting_emergency_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def moment(self) -> datetime:
        """When it begins, local time."""
        return datetime.combine(self.on, self.at, EASTERN)

    @property
    def title(self) -> str:
        """ "Regular meeting": what it is called."""
        return TITLES[self.sort]

    @property
    def is_emergency(self) -> bool:
        return self.sort == self.Sort.EMERGENCY


class MeetingEntry(AppendOnlyModel):
    """What was done about a meeting, by whom, on which day. `address` is the one it had before it moved."""

    class What(models.TextChoices):
        SET = "set", "Meeting set"
        MOVED = "moved", "Meeting moved"
        POSTED = "posted", "Meeting posted"
        CANCELLED = "cancelled", "Meeting cancelled"
        ITEM_ADDED = "item-added", "Put on the agenda"
        ITEM_REMOVED = "item-removed", "Taken off the agenda"
        ITEM_CONTINUED = "item-continued", "Continued"
        ATTENDANCE = "attendance", "Attendance taken"
        VOTE = "vote", "Vote recorded"
        TAKEN_BACK = "taken-back", "Vote taken back"
        COMING = "coming", "Who will come"
        HEARING_CLOSED = "hearing-closed", "Hearing closed"
        HEARING_REOPENED = "hearing-reopened", "Hearing open again"
        DRAFTED = "drafted", "Draft motion written"
        PACKET_SENT = "packet-sent", "Packet sent"

    meeting = models.ForeignKey(Meeting, models.PROTECT, related_name="entries")
    what = models.CharField(max_length=20, choices=What)
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    note = models.TextField(blank=True)
    address = models.SlugField(max_length=80, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class AgendaItem(models.Model):
    """A topic of a meeting: a case, or words alone. `text` is read by everybody on the posted agenda."""

    class Sort(models.TextChoices):
        HEARING = "hearing", gettext_noop("Hearing")
        SHOW_CAUSE = "show-cause", gettext_noop("Show-cause hearing")
        WAIVER = "waiver", gettext_noop("Waiver")
        VARIANCE = "variance", gettext_noop("Variance")
        DECISION = "decision", gettext_noop("Decision")
        DISCUSSION = "discussion", gettext_noop("Discussion")

    HEARD = (Sort.HEARING, Sort.SHOW_CAUSE)  # an appointed day of the case

    meeting = models.ForeignKey(Meeting, models.PROTECT, related_name="items")
    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="agenda_items")
    sort = models.CharField(max_length=12, choices=Sort)
    text = models.CharField(max_length=300, blank=True)
    position = models.PositiveSmallIntegerField()
    added_on = models.DateField()
    after_posting = models.BooleanField(default=False)
    removed_on = models.DateField(null=True)
    continued_from = models.OneToOneField("self", models.PROTECT, null=True, related_name="continued_to")

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(case__isnull=False) | ~Q(text=""), name="agenda_item_has_topic"
            ),
        ]

    @property
    def goes_on(self) -> bool:
        """Whether it was continued to another meeting."""
        return hasattr(self, "continued_to")

    @property
    def hearing_of(self) -> Case | None:
        """The case whose hearing this meeting is by this item; None once it was continued."""
        return self.case if self.sort in self.HEARD and not self.goes_on else None

    @property
    def address(self) -> str:
        """How its page of the vote is called: by its case, or by its key."""
        return self.case.number if self.case else f"item-{self.pk}"

    @property
    def heading(self) -> str:
        """ "Hearing: DU-2026-014", as the staff reads it."""
        topic = self.case.number if self.case else self.text
        return f"{self.get_sort_display()}: {topic}"


class Coming(AppendOnlyModel):
    """What a member said, before a meeting, about coming to it on the day `meant`; the last word counts.

    `recused` are the items on which the member said they will not sit. It is no attendance: who was there is
    taken at the meeting.
    """

    class Will(models.TextChoices):
        YES = "yes", "Will come"
        NO = "no", "Will not come"
        UNKNOWN = "unknown", "Not known yet"

    meeting = models.ForeignKey(Meeting, models.PROTECT, related_name="coming")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    meant = models.DateField("for the day")
    will = models.CharField(max_length=10, choices=Will)
    recused = models.ManyToManyField(AgendaItem, related_name="+")
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class VoteQuerySet(AppendOnlyQuerySet):
    def standing(self) -> VoteQuerySet:
        """Those that were not taken back."""
        return self.filter(taken_back__isnull=True)


class Vote(AppendOnlyModel):
    """A vote as it was taken: never edited. `working` tells the seats, the reading and the arithmetic.

    `step` is the step of the case that the motion proposed; `event` what the vote recorded on the case;
    `comes_to` says it in words: "Approved", or why nothing moved.
    """

    item = models.ForeignKey(AgendaItem, models.PROTECT, related_name="votes")
    motion = models.TextField()
    step = models.SlugField(max_length=40, blank=True)
    mover = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    carries = models.BooleanField()
    says = models.CharField(max_length=200)
    comes_to = models.CharField(max_length=200, blank=True)
    section = models.CharField(max_length=80, blank=True)
    working = models.JSONField()
    event = models.OneToOneField(Event, models.PROTECT, null=True, related_name="board_vote")
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=100, unique=True, null=True)
    conditions = models.ManyToManyField(Condition, related_name="+")

    objects = VoteQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.item_id}: {self.says}"

    @property
    def named(self) -> str:
        """ "Tisbury Board of Health, June 9, 2026: Fees of 2027 (3–0: carries)". Reads the item, its case and
        its meeting's board: fetch them with the vote."""
        meeting = self.item.meeting
        topic = self.item.case.number if self.item.case else self.item.text
        return f"{meeting.board}, {meeting.on:%B} {meeting.on.day}, {meeting.on.year}: {topic} ({self.says})"

    @property
    def anchor(self) -> str:
        """Where the vote stands on the page of its meeting."""
        return f"vote-{self.pk}"


class VoteTakenBack(AppendOnlyModel):
    """That a vote was recorded wrongly, and why. The vote stays readable."""

    vote = models.OneToOneField(Vote, models.PROTECT, related_name="taken_back")
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    why = models.CharField(max_length=300)


class VoteOfMember(AppendOnlyModel):
    """What one member said; the name as it was then."""

    class Ballot(models.TextChoices):
        YES = votes.Ballot.YES.value, "Yes"
        NO = votes.Ballot.NO.value, "No"
        ABSTAIN = votes.Ballot.ABSTAIN.value, "Abstain"
        RECUSED = votes.Ballot.RECUSED.value, "Recused"
        ABSENT = votes.Ballot.ABSENT.value, "Absent"

    vote = models.ForeignKey(Vote, models.PROTECT, related_name="ballots")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    name = models.CharField(max_length=160)
    ballot = models.CharField(max_length=10, choices=Ballot)

    class Meta:
        ordering = ["id"]
        constraints = [UniqueConstraint(fields=["vote", "member"], name="one_ballot_a_member")]
