"""The form field of one answer: yes or no, a day, a number with its unit, feet and inches."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from office.fields import DayField
from office.forms_acts import TIMES

SHORT = {"class": "short", "autocomplete": "off"}
INCHES_PER_FOOT = 12

# 2'6", 2' 6 1/2", 2 ft 6 in, 6", 10 ft; straight or curly marks.
_FEET = r"(?P<feet>\d{1,6}(?:\.\d+)?)\s*(?:'|’|′|ft\.?|feet|foot)"
_INCHES = (
    r"(?:(?P<inches>\d{1,6}(?:\.\d+)?)(?:(?:\s+|-)(?P<over>\d{1,3})/(?P<under>\d{1,3}))?"
    r"|(?P<part>\d{1,3})/(?P<whole>\d{1,3}))"
    r"\s*(?:\"|”|″|''|’’|in\.?|inches|inch)"
)
_MEASURE = re.compile(rf"(?P<minus>[-−])?\s*(?:{_FEET})?\s*-?\s*(?:{_INCHES})?", re.IGNORECASE)


TOO_LONG = {
    "max_decimal_places": gettext_lazy("Write at most %(max)s digits after the point."),
    "max_whole_digits": gettext_lazy("Write at most %(max)s digits before the point."),
    "max_digits": gettext_lazy("Write at most %(max)s digits in all."),
}


class YesNo(forms.NullBooleanField):
    """Yes, no, or not answered; never a bare tick box, which cannot say "not known yet"."""

    widget = forms.RadioSelect

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.RadioSelect(choices=[("true", "Yes"), ("false", "No")]))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return {True: "true", False: "false"}.get(value, value)


class BoundMeasure(forms.BoundField):
    """A measure with its marks says beside it what was read."""

    @property
    def read_as(self) -> str:
        """ "2.5 ft" for 2'6"; nothing while a plain number was written, or nothing readable."""
        assert isinstance(self.field, FeetField)
        return self.field.read_as(self.value())


class NumberField(forms.DecimalField):
    """A number, shown again as people write it: 12.5, whatever zeros the column keeps behind it."""

    def prepare_value(self, value: Any) -> Any:
        return f"{value.normalize():f}" if isinstance(value, Decimal) and value.is_finite() else value


class FeetField(NumberField):
    """Feet as a decimal (72.5), or in feet and inches: 72'6", 72 ft 6 in, 6". Value: exact `Decimal` feet.

    Twelfths that no decimal of the column's places says exactly (2'4") are refused with the two decimals
    between which they lie: which one the plan means is for who files to say, not for rounding.
    """

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        if isinstance(value, str) and (feet := feet_and_inches(value)) is not None:
            return self._exact(value.strip(), feet)
        return super().to_python(value)

    def _exact(self, text: str, feet: Fraction) -> Decimal:
        """`feet` as a decimal of the column's places."""
        places = 2 if self.decimal_places is None else int(self.decimal_places)
        scaled = feet * 10**places
        if scaled.denominator == 1:
            return Decimal(scaled.numerator).scaleb(-places)
        low = Decimal(scaled.numerator // scaled.denominator).scaleb(-places)
        says = _(
            "%(text)s is between %(low)s and %(high)s feet, and no number of feet with %(places)s decimals "
            "says it exactly. Write the feet as the plan has them, such as %(low)s."
        )
        high = low + Decimal(1).scaleb(-places)
        raise forms.ValidationError(says % {"text": text, "low": low, "high": high, "places": places})

    def read_as(self, value: Any) -> str:
        """What a text in feet and inches was read as: "2.5 ft"; else ""."""
        if not isinstance(value, str) or feet_and_inches(value) is None:
            return ""
        try:
            read = self.clean(value)
        except forms.ValidationError:
            return ""
        return f"{read.normalize():f} ft"

    def get_bound_field(self, form: Any, field_name: str) -> BoundMeasure:
        return BoundMeasure(form, self, field_name)


def feet_and_inches(text: str) -> Fraction | None:
    """The feet of a text with a mark of feet or inches in it, exactly; None for any other text.

    Inches beside feet are fewer than twelve: 2'14" is more likely a slip than a measure, and is not read.
    """
    text = text.strip()
    if not text or text[-1].isdigit():  # a measure ends with its mark; most of what is read is a plain number
        return None
    match = _MEASURE.fullmatch(text)
    if match is None:
        return None
    over, under = match["over"] or match["part"], match["under"] or match["whole"]
    written = match["inches"] is not None or over is not None
    if match["feet"] is None and not written:
        return None
    if over is not None and (int(under) == 0 or "." in (match["inches"] or "")):
        return None
    inches = Fraction(match["inches"] or 0)
    if over is not None:
        inches += Fraction(int(over), int(under))
    if match["feet"] is not None and written and (inches >= INCHES_PER_FOOT or "." in match["feet"]):
        return None
    feet = Fraction(match["feet"] or 0) + inches / INCHES_PER_FOOT
    return -feet if match["minus"] else feet


def answer_field(column: models.Field[Any, Any], **kwargs: Any) -> forms.Field | None:
    """The form field of an answer column: radio buttons for yes-or-no, house words for the rest.

    A decimal column whose name ends in `_ft` reads feet and inches too.
    """
    if isinstance(column, models.BooleanField):
        return YesNo(required=False, label=_label(column), help_text=column.help_text)
    if isinstance(column, models.DecimalField):
        kwargs.setdefault("form_class", FeetField if column.name.endswith("_ft") else NumberField)
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
        if isinstance(field, FeetField):
            field.error_messages["invalid"] = gettext_lazy("Write the feet in digits: 12.5, or 12'6\".")
        field.error_messages |= TOO_LONG
        field.widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        if isinstance(field, FeetField):
            # The number pad of a phone has no marks of feet and inches.
            field.widget.attrs |= {"inputmode": "text", "class": "short"}
    if isinstance(field, forms.CharField) and isinstance(field.widget, forms.Textarea):
        field.widget.attrs["rows"] = 4
    return field


def row_field(column: models.Field[Any, Any], **kwargs: Any) -> forms.Field | None:
    """The form field of one cell of a row: one control, so that every row sends every cell."""
    if isinstance(column, models.BooleanField):
        choices = [("", gettext_noop("Not chosen yet")), ("true", "Yes"), ("false", "No")]
        return YesNo(
            required=False, label=_label(column), help_text=column.help_text,
            widget=forms.Select(choices=choices),
        )  # fmt: skip
    return answer_field(column, **kwargs)


def _label(column: models.Field[Any, Any]) -> str:
    label = str(column.verbose_name)
    return f"{label[:1].upper()}{label[1:]}"
