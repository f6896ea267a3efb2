"""A tiny kind with fees, for the tests of money: a shed permit with a number, a measure and a yes-or-no."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.db import connection, models

from office import application, kinds
from office.actions.cases import open_case
from office.actions.fees import add_fee_amount
from office.fees import schedule
from office.intake import Intake
from office.models import Case, Fee, FeeAmount
from tests import people

JANUARY, FILED = date(2026, 1, 1), date(2026, 6, 1)


class Shed(models.Model):
    """The details row. In no installed app, without a foreign key constraint: no other test meets it."""

    case = models.OneToOneField(Case, models.CASCADE, related_name="+", db_constraint=False)
    doors = models.IntegerField("number of doors", null=True, blank=True)
    capacity_gal = models.DecimalField(
        "leaching capacity", max_digits=9, decimal_places=2, null=True, blank=True
    )
    begun_early = models.BooleanField("work begun early", null=True, blank=True)
    color = models.CharField(max_length=20, blank=True)

    class Meta:
        app_label = "tests"


class ShedForm(forms.ModelForm):
    class Meta:
        model = Shed
        exclude = ("case",)


SHED = kinds.CaseKind(
    slug="shed",
    label="Shed permit",
    series="SHED",
    boards=("tisbury-health",),
    lifecycle=application.APPLICATION,
    section="09.2.5(1)",
    about="A shed.",
    details=Shed,
    form=ShedForm,
    fees=schedule("shed"),
    term=application.calendar_year,
)


@pytest.fixture(scope="session")
def shed_table(django_db_setup: None, django_db_blocker: Any) -> None:
    """The table of the details, made once for the run beside the migrated ones."""
    with django_db_blocker.unblock():
        if Shed._meta.db_table not in connection.introspection.table_names():
            with connection.schema_editor() as editor:
                editor.create_model(Shed)


@pytest.fixture
def shed_kind(shed_table: None) -> Iterator[kinds.CaseKind]:
    """The kind, registered for one test."""
    kinds.register(SHED)
    yield SHED
    del kinds.registry[SHED.slug]


@pytest.fixture
def shed_fee(shed_kind: kinds.CaseKind, db: None) -> Fee:
    """The fee the kind charges, without any amount yet."""
    return Fee.objects.create(code="shed", label="Shed permit", board=people.health())


def row(fee: Fee, amount: str | None = "50.00", since: date = JANUARY, **more: Any) -> FeeAmount:
    """A dated row of the fee, entered on its first day."""
    value = None if amount is None else Decimal(amount)
    return add_fee_amount(
        fee, since=since, amount=value, vote="Vote of December 1", on=since, by=None, **more
    )


def file_shed(on: date = FILED, *, renews: Case | None = None, **answers: Any) -> Case:
    """A shed application filed on `on` with these answers."""
    given = {"doors": "3", "capacity_gal": "500", "begun_early": "false", **answers}
    return open_case(kind="shed", on=on, by=people.clerk(), intake=Intake(SHED, given), renews=renews)
