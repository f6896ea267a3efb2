"""Form pieces every kind shares: yes-or-no answers, details forms that show in sections, and their rows."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, ClassVar

from django import forms

from office.forms_answers import SHORT, FeetField, YesNo, answer_field, row_field
from office.forms_rows import BoundRows, RowForm, RowSet, RowsField, as_sent, with_row_added
from office.models.rows import rows_of

__all__ = [
    "SHORT", "BoundRows", "DetailsForm", "FeetField", "RowForm", "RowSet", "RowsField", "Sections", "YesNo",
    "answer_field", "as_sent", "row_field", "with_row_added",
]  # fmt: skip

Sections = tuple[tuple[str, str, tuple[str, ...]], ...]


class DetailsForm(forms.ModelForm):
    """A kind's questions. Every one may be left open: unknown is never met, and never stops filing.

    `sections` are (slug, title, field names); the order on the page is theirs. `row_sets` are the questions
    whose answer is a table; each stands in a section by its name like any other.
    """

    sections: ClassVar[Sections] = ()
    row_sets: ClassVar[tuple[RowSet, ...]] = ()
    use_required_attribute = False
    # Every question may be left open, so saying so at each of them would only be noise.
    mark_optional = False

    class Meta:
        formfield_callback = answer_field

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = cache(partial(rows_of, self.instance))  # read once, and only if somebody looks
        for row_set in self.row_sets:
            self.fields[row_set.name] = RowsField(row_set)
            if self.instance.pk is not None and row_set.name not in self.initial:
                self.initial[row_set.name] = partial(_of, kept, row_set.name)

    def fieldsets(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The sections with their bound fields, for the template."""
        return [(slug, title, [self[name] for name in names]) for slug, title, names in self.sections]


def _of(kept: Any, name: str) -> Any:
    return kept()[name]
