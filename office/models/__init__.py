"""The kernel's tables, one module per subject."""

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
from office.models.meetings import (
    AgendaItem,
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
from office.models.parcels import Parcel
from office.models.people import Party

__all__ = [
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
    "Condition",
    "Counter",
    "Document",
    "Draft",
    "DraftFile",
    "DraftLink",
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
    "MeetingEntry",
    "Membership",
    "Message",
    "MessageLine",
    "NightRun",
    "Notice",
    "Parcel",
    "Party",
    "Payment",
    "PaymentVoid",
    "Referral",
    "Reminder",
    "Ruling",
    "Snapshot",
    "SnapshotFinding",
    "Suspension",
    "User",
    "Vote",
    "VoteOfMember",
    "VoteTakenBack",
    "VotingRule",
]
