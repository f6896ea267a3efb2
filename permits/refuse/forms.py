"""The questions of solid waste permits; they only read answers, the rules judge them."""

from __future__ import annotations

from django import forms

from office.forms import DetailsForm, answer_field
from office.models import Facility
from permits.refuse.models import HAULER, Dumpster, Hauler, TemporaryDumpster

_WHERE = ("where", "Where it stands", (
    "district", "lot_line_distance_ft", "sight_line_clear", "screening_asked", "screening_provided",
    "children_can_reach", "child_prevention",
))  # fmt: skip
_HAULER = ("hauler", "Who empties it", ("hauler", "hauler_reason"))
_SIZE = ("size_cubic_yards", "use", "already_placed")


def _names(sections: tuple[tuple[str, str, tuple[str, ...]], ...]) -> list[str]:
    return [name for _, _, names in sections for name in names]


class SitingForm(DetailsForm):
    """What both sorts of dumpster ask."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        hauler = self.fields["hauler"]
        assert isinstance(hauler, forms.ModelChoiceField)
        hauler.queryset = Facility.objects.filter(kind=HAULER, ended_on__isnull=True)
        hauler.empty_label = "Not chosen yet"
        hauler.help_text = "Only a hauler whose permit is valid that day counts as met (09.2.5(2))."
        self.fields["district"].help_text = "Left open, the lot's own zoning counts."
        self.fields["lot_line_distance_ft"].help_text = "Measured on the location sketch (09.2.3(1))."


class DumpsterForm(SitingForm):
    """The yearly dumpster permit."""

    sections = (("dumpster", "The dumpster", _SIZE), _WHERE, _HAULER)

    class Meta:
        model = Dumpster
        fields = _names((("dumpster", "The dumpster", _SIZE), _WHERE, _HAULER))
        formfield_callback = answer_field


class TemporaryDumpsterForm(SitingForm):
    """The 30-day permit."""

    sections = (("dumpster", "The dumpster", ("purpose", *_SIZE)), _WHERE, _HAULER)

    class Meta:
        model = TemporaryDumpster
        fields = _names((("dumpster", "The dumpster", ("purpose", *_SIZE)), _WHERE, _HAULER))
        formfield_callback = answer_field


class HaulerForm(DetailsForm):
    """The contractor's permit."""

    sections = (("hauler", "The contractor", ("name_on_dumpsters", "phone_on_dumpsters", "area")),)

    class Meta:
        model = Hauler
        fields = ["name_on_dumpsters", "phone_on_dumpsters", "area"]
        formfield_callback = answer_field
