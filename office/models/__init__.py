"""The kernel's tables, one module per subject."""

from office.models.abutters import (
    Abutter,
    AbutterList,
    AbutterNotice,
    AbutterRule,
    NewspaperNotice,
)
from office.models.authorizations import Authorization
from office.models.boards import Board, Closure, Feed, Membership, User
from office.models.cases import (
    Case,
    CaseParty,
    ChecklistRow,
    Condition,
    Counter,
    Referral,
    Suspension,
)
from office.models.clocks import ClockRow, NightRun, Reminder
from office.models.conversations import CaseMessage
from office.models.documents import Document
from office.models.drafts import Draft, DraftFile, DraftLink
from office.models.events import AppendOnly, Event, Ruling, Snapshot, SnapshotFinding
from office.models.facilities import Facility
from office.models.holds import Hold
from office.models.meeting_clocks import MeetingClock, MeetingReminder
from office.models.meetings import (
    AgendaItem,
    Coming,
    Meeting,
    MeetingEntry,
    Vote,
    VoteOfMember,
    VoteTakenBack,
    VotingRule,
)
from office.models.messages import Message, MessageLine
from office.models.money import (
    Allocation,
    Charge,
    Fee,
    FeeAmount,
    FeeMultiplier,
    FeeTier,
    LateFee,
    Payment,
    PaymentVoid,
)
from office.models.notices import LetterWording, MailBatch, Notice
from office.models.packets import DraftMotion, ProposedCondition
from office.models.parcels import Parcel
from office.models.people import Party
from office.models.readings import Read, ReadingRow, clocks_of, read_on, reading_on, readings_on
from office.models.votes_behind import SetByVote

__all__ = [
    "Abutter",
    "AbutterList",
    "AbutterNotice",
    "AbutterRule",
    "AgendaItem",
    "Allocation",
    "AppendOnly",
    "Authorization",
    "Board",
    "Case",
    "CaseMessage",
    "CaseParty",
    "Charge",
    "ChecklistRow",
    "ClockRow",
    "Closure",
    "Coming",
    "Condition",
    "Counter",
    "Document",
    "Draft",
    "DraftFile",
    "DraftLink",
    "DraftMotion",
    "Event",
    "Facility",
    "Fee",
    "FeeAmount",
    "FeeMultiplier",
    "FeeTier",
    "Feed",
    "Hold",
    "LateFee",
    "LetterWording",
    "MailBatch",
    "Meeting",
    "MeetingClock",
    "MeetingEntry",
    "MeetingReminder",
    "Membership",
    "Message",
    "MessageLine",
    "NewspaperNotice",
    "NightRun",
    "Notice",
    "Parcel",
    "Party",
    "Payment",
    "PaymentVoid",
    "ProposedCondition",
    "Read",
    "ReadingRow",
    "Referral",
    "Reminder",
    "Ruling",
    "SetByVote",
    "Snapshot",
    "SnapshotFinding",
    "Suspension",
    "User",
    "Vote",
    "VoteOfMember",
    "VoteTakenBack",
    "VotingRule",
    "clocks_of",
    "read_on",
    "reading_on",
    "readings_on",
]
