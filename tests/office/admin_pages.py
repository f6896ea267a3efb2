"""Pages of the Django admin, and what its lists show: shared by the tests of the admin."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from enforcement.models import ReservedNumber
from office.models import (
    AbutterRule,
    Board,
    Case,
    Charge,
    ClockRow,
    Closure,
    Document,
    Event,
    Facility,
    Fee,
    FeeAmount,
    Hold,
    LetterWording,
    Membership,
    Parcel,
    Party,
    Payment,
    ReadingRow,
    Ruling,
    Snapshot,
    User,
    VotingRule,
)

WRITTEN_BY_ACTIONS = [
    Case, Event, Snapshot, Ruling, ClockRow, Document, Hold, Payment, Charge, Closure, ReservedNumber,
]  # fmt: skip
KEPT = [User, Board, Membership, Party, Parcel, Facility, Fee]
OF_A_BOARD = [
    *WRITTEN_BY_ACTIONS, AbutterRule, Board, Membership, Fee, FeeAmount, LetterWording, Parcel, ReadingRow,
    VotingRule,
]  # fmt: skip


def page(model: Any, what: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)


def browser(person: User) -> Client:
    """A browser in which that person is signed in."""
    client = Client()
    client.force_login(person)
    return client


def listed(client: Client, model: Any, **asked: str) -> set[Any]:
    """The rows that a list shows."""
    answer = client.get(page(model, "changelist"), asked)
    assert answer.status_code == 200
    return set(answer.context["cl"].queryset)
