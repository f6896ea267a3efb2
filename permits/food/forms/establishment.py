"""The questions of a food establishment, and of the plan of one."""

from __future__ import annotations

from office.forms import DetailsForm, RowForm, RowSet
from permits.food.models import CertifiedRow, FoodEstablishment, FoodPlan
from permits.food.models.columns import WAIVER


class CertifiedForm(RowForm):
    parent = "establishment"

    class Meta(RowForm.Meta):
        model = CertifiedRow
        fields = ("name", "role", "full_time_share", "certified_on", "runs_out", "runs_out_on")


CERTIFIED = RowSet(
    "certified", CertifiedForm, "Certified people", "person",
    "Everybody you employ who holds the certificate of the Board’s program. Together the owners, operators "
    "and managers among them make one full-time person or more (09.5.2).", most=40,
)  # fmt: skip

ESTABLISHMENT = (
    ("establishment", "The establishment", ("operation", "seats", "risk", "water", "sewage", "hours")),
    ("people", "Who is certified", (
        "ownership_changed", "ownership_changed_on", "has_certified", "certified",
    )),
    ("fee", "A fee waiver", WAIVER),
)  # fmt: skip
PLAN = (("plan", "The plan", ("work", "described", "starts_on")),)


class EstablishmentForm(DetailsForm):
    """The yearly permit."""

    sections = ESTABLISHMENT
    row_sets = (CERTIFIED,)

    class Meta(DetailsForm.Meta):
        model = FoodEstablishment
        fields = [name for _, _, names in ESTABLISHMENT for name in names if name != CERTIFIED.name]


class PlanForm(DetailsForm):
    """The plan review."""

    sections = PLAN

    class Meta(DetailsForm.Meta):
        model = FoodPlan
        fields = [name for _, _, names in PLAN for name in names]
