"""What the office notes of an illness that was reported."""

from __future__ import annotations

from office.forms import DetailsForm
from permits.food.models import IllnessInvestigation

ILLNESS = (("report", "The report", ("reported_on", "eaten_on", "people_ill", "described")),)


class IllnessForm(DetailsForm):
    """What was reported."""

    sections = ILLNESS

    class Meta(DetailsForm.Meta):
        model = IllnessInvestigation
        fields = [name for _, _, names in ILLNESS for name in names]
