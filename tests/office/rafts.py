"""A tiny kind with rows, for the tests of row sets: a raft with planks, and depths that are pasted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core.validators import MinValueValidator
from django.db import connection, models

from office import application, kinds
from office.actions.cases import open_case
from office.forms import DetailsForm, RowForm, RowSet
from office.intake import Intake
from office.law import Facts, Finding, at_least, at_most, holds, rule
from office.models import Case
from office.models.rows import AnswerRow
from tests import people

FILED = date(2026, 6, 1)


class Raft(models.Model):
    """The details row. In no installed app, without a foreign key constraint: no other test meets it."""

    case = models.OneToOneField(Case, models.CASCADE, related_name="+", db_constraint=False)
    name = models.CharField("name of the raft", max_length=20, blank=True)
    overall_length_ft = models.DecimalField(
        "overall length in feet", max_digits=7, decimal_places=2, null=True, blank=True
    )

    PUBLIC = ("overall_length_ft", "planks")

    class Meta:
        app_label = "tests"


class Plank(AnswerRow):
    class Wood(models.TextChoices):
        OAK = "oak", "Oak"
        PINE = "pine", "White pine"

    raft = models.ForeignKey(Raft, models.CASCADE, related_name="planks", db_constraint=False)
    wood = models.CharField("wood", max_length=10, choices=Wood, blank=True)
    length_ft = models.DecimalField(
        "length in feet", max_digits=7, decimal_places=2, null=True, blank=True,
        validators=[MinValueValidator(Decimal(0), "Write the length in feet, 0 or more. (Toys 5)")],
    )  # fmt: skip
    count = models.IntegerField("how many", null=True, blank=True)
    tarred = models.BooleanField("tarred", null=True, blank=True)
    giver = models.CharField("who gave it", max_length=40, blank=True)

    PUBLIC = ("wood", "length_ft")

    class Meta(AnswerRow.Meta):
        app_label = "tests"
        verbose_name_plural = "planks"


class Depth(AnswerRow):
    raft = models.ForeignKey(Raft, models.CASCADE, related_name="depths", db_constraint=False)
    distance_ft = models.DecimalField(
        "distance in feet", max_digits=7, decimal_places=2, null=True, blank=True
    )
    depth_ft = models.DecimalField("depth in feet", max_digits=7, decimal_places=2, null=True, blank=True)
    measured_on = models.DateField("day", null=True, blank=True)

    class Meta(AnswerRow.Meta):
        app_label = "tests"
        verbose_name_plural = "depths"


class PlankForm(RowForm):
    parent = "raft"

    class Meta(RowForm.Meta):
        model = Plank
        fields = ("wood", "length_ft", "count", "tarred", "giver")


class DepthForm(RowForm):
    parent = "raft"

    class Meta(RowForm.Meta):
        model = Depth
        fields = ("distance_ft", "depth_ft", "measured_on")


PLANKS = RowSet("planks", PlankForm, "Planks", "plank", "Each plank, or several alike.", most=10)
DEPTHS = RowSet("depths", DepthForm, "Depths", "depth", pasted=True, most=500)


class RaftForm(DetailsForm):
    sections = (
        ("raft", "The raft", ("name", "overall_length_ft", "planks")),
        ("water", "The water", ("depths",)),
    )
    row_sets = (PLANKS, DEPTHS)

    class Meta(DetailsForm.Meta):
        model = Raft
        fields = ("name", "overall_length_ft")


@dataclass(frozen=True)
class PlankFacts(Facts):
    length_ft: Decimal
    count: int


@dataclass(frozen=True)
class DepthFacts(Facts):
    depth_ft: Decimal


@dataclass(frozen=True)
class RaftFacts(Facts):
    overall_length_ft: Decimal
    planks: tuple[PlankFacts, ...]
    depths: tuple[DepthFacts, ...]


@rule("planks", cite="Toys 5")
def planks(facts: RaftFacts, on: date) -> Finding:
    """No plank is longer than 12 feet."""
    return at_most(max(plank.length_ft for plank in facts.planks), Decimal(12), "ft")


@rule("water", cite="Toys 6")
def water(facts: RaftFacts, on: date) -> Finding:
    """The water is at least 3 feet deep everywhere."""
    return at_least(min(each.depth_ft for each in facts.depths), Decimal(3), "ft")


@rule("long", cite="Toys 7")
def long(facts: RaftFacts, on: date) -> Finding:
    """The raft is longer than its longest plank."""
    return holds(facts.overall_length_ft > max(plank.length_ft for plank in facts.planks))


RAFT = kinds.CaseKind(
    slug="raft", label="Raft permit", series="RF", boards=("tisbury-health",),
    lifecycle=application.APPLICATION, section="09.2.5(1)", about="A raft.", details=Raft, form=RaftForm,
    law=kinds.Law(RaftFacts, (planks, water, long)), term=application.calendar_year, online=True,
)  # fmt: skip

ANSWERS: dict[str, Any] = {
    "name": "Sample",
    "overall_length_ft": "14",
    "planks": [
        {"wood": "oak", "length_ft": "12", "count": "3", "tarred": "true", "giver": "Sample giver"},
        {"wood": "pine", "length_ft": "8.5", "count": "2", "tarred": "false"},
    ],
    "depths-pasted": "0\t3.5\n10\t4\n20\t6.25",
}


@pytest.fixture(scope="session")
def raft_tables(django_db_setup: None, django_db_blocker: Any) -> None:
    """The tables of the details and their rows, made once for the run beside the migrated ones."""
    with django_db_blocker.unblock():
        there = connection.introspection.table_names()
        for model in (Raft, Plank, Depth):
            if model._meta.db_table not in there:
                with connection.schema_editor() as editor:
                    editor.create_model(model)


@pytest.fixture
def raft_kind(raft_tables: None) -> Iterator[kinds.CaseKind]:
    """The kind, registered for one test."""
    kinds.register(RAFT)
    yield RAFT
    del kinds.registry[RAFT.slug]


def file_raft(on: date = FILED, *, renews: Case | None = None, **answers: Any) -> Case:
    """A raft applied for on `on` with these answers."""
    given = {**ANSWERS, **answers}
    return open_case(
        kind="raft", on=on, by=people.clerk(), intake=Intake(RAFT, given), renews=renews,
        parcels=[people.parcel()], people=[(people.party(), "applicant")],
    )  # fmt: skip
