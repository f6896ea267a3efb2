"""The questions of a home kitchen."""

from __future__ import annotations

from office.forms import DetailsForm
from permits.food.models import ResidentialKitchen
from permits.food.models.columns import WAIVER

KITCHEN = (
    ("who", "Who is fed or lodged", ("gives_breakfast", "gives_bed", "is_lodging")),
    ("food", "The food", ("foods", "only_safe_foods", "private_apart")),
    ("home", "The home", ("has_pets", "pets_kept_out", "has_laundry", "laundry_rests", "guests_cook")),
    ("fee", "A fee waiver", WAIVER),
)


class KitchenForm(DetailsForm):
    """The yearly license."""

    sections = KITCHEN

    class Meta(DetailsForm.Meta):
        model = ResidentialKitchen
        fields = [name for _, _, names in KITCHEN for name in names]
