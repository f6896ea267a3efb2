"""Form pieces every kind shares: yes-or-no answers, and details forms that show in sections."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy, gettext_noop

from office.fields import DayField
from office.forms_acts import TIMES

SHORT = {"class": "short", "autocomplete": "off"}
Sections = tuple[tuple[str, str, tuple[str, ...]], ...]


class YesNo(forms.NullBooleanField):
    """Yes, no, or not answered; never a bare tick box, which cannot say "not known yet"."""

    widget = forms.RadioSelect

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.RadioSelect(choices=[("true", "Yes"), ("false", "No")]))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return {True: "true", False: "false"}.get(value, value)


def answer_field(column: models.Field[Any, Any], **kwargs: Any) -> forms.Field | None:
    """The form field of an answer column: radio buttons for yes-or-no, house words for the rest."""
    if isinstance(column, models.BooleanField):
        label = column.verbose_name
        return YesNo(
            required=False, label=str(label)[:1].upper() + str(label)[1:], help_text=column.help_text
        )
    field = column.formfield(**kwargs)
    if column.choices and isinstance(field, forms.ChoiceField):
        field.choices = [("", gettext_noop("Not chosen yet")), *column.choices]
    if isinstance(field, forms.DateField):
        # Without a base day only full dates are read: an answer may be kept long before it is filed.
        return DayField(label=field.label, help_text=field.help_text, required=False)
    if isinstance(field, forms.TimeField):
        field.input_formats, field.widget = TIMES, forms.TextInput(attrs=SHORT)
        field.error_messages["invalid"] = gettext_lazy(
            "This is not a time we can read. Write it like 2:30 pm or 14:30."
        )
    if isinstance(field, forms.DecimalField | forms.IntegerField):
        field.error_messages["invalid"] = gettext_lazy("Write a number in digits, such as 12.5.")
        field.widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
    return field


class DetailsForm(forms.ModelForm):
    """A kind's questions. Every one may be left open: unknown is never met, and never stops filing.

    `sections` are (slug, title, field names); the order on the page is theirs.
    """

    sections: ClassVar[Sections] = ()
    use_required_attribute = False
    # Every question may be left open, so saying so at each of them would only be noise.
    mark_optional = False

    class Meta:
        formfield_callback = answer_field

    def fieldsets(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The sections with their bound fields, for the template."""
        return [(slug, title, [self[name] for name in names]) for slug, title, names in self.sections]
