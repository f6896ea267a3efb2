"""Typed fields of the counter: a day the way a clerk writes it, and dollars to the cent."""

from __future__ import annotations

import re
from calendar import isleap
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from office.pricing import dollars
from office.spoken import in_english

_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_FULL = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_SHORT = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_AHEAD = re.compile(r"\+ ?([0-9]{1,4})")
_TWO_DIGIT_YEAR = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{2})")

# A day written without its year is taken only within half a year of the base day; farther off, "1/5" could
# be either of two years.
HALF_A_YEAR = timedelta(days=183)
FIRST_YEAR, LAST_YEAR = 1900, 2199
MOST_DAYS_AHEAD = 3660


class EmptyField(forms.CharField):
    """A box that a person never sees and that only programs fill in: what is in it is refused."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"tabindex": "-1", "autocomplete": "off"}
        super().__init__(
            label=gettext_lazy("Leave this box empty"), required=False, max_length=200,
            widget=forms.TextInput(attrs=attrs), **kwargs,
        )  # fmt: skip

    def clean(self, value: Any) -> str:
        if super().clean(value):
            raise forms.ValidationError(
                gettext("Empty the last box: it is there to catch programs, not people.")
            )
        return ""


class DayInput(forms.TextInput):
    """One typed field; office.js answers beside it with the weekday, counting from `data-today`."""

    def format_value(self, value: Any) -> str | None:
        if isinstance(value, date):
            return f"{value.month}/{value.day}/{value.year}"
        return super().format_value(value)


class DayField(forms.DateField):
    """A day: 2026-06-01, 6/1/2026, and from the base day 6/1, +14 (calendar days) or today.

    The form sets `today`, the base day, in its `__init__`; without it only full dates are read. What could
    mean two days is refused with words that say how to write it. Value: `date`, or None when left empty.
    """

    widget = DayInput
    default_error_messages = {
        "required": gettext_lazy("Enter a date, for example 6/1/2026."),
        "unreadable": gettext_lazy(
            "“%(value)s” is not a date we can read. Write month, day and year: 6/1/2026."
        ),
        "two_digit_year": gettext_lazy(
            "“%(value)s” could be two different years. Write all four digits: %(better)s."
        ),
        "day_first": gettext_lazy("There is no month %(month)s. Write the month first: %(better)s."),
        "no_such_day": gettext_lazy("%(value)s is not in the calendar. Check the day and the month."),
        "no_year": gettext_lazy(
            "“%(value)s” is more than half a year off, so it could be two different years. "
            "Write the year too: %(better)s."
        ),
        "far_year": gettext_lazy("The year %(year)s looks like a slip. Write a year from 1900 to 2199."),
        "too_far": gettext_lazy("+%(days)s is more than ten years ahead. Write the date itself: 6/1/2026."),
        "no_base": gettext_lazy("Write month, day and year: 6/1/2026."),
    }

    def __init__(self, *, today: date | None = None, **kwargs: Any) -> None:
        self._today: date | None = None
        super().__init__(**kwargs)
        self.today = today

    @property
    def today(self) -> date | None:
        """The day that 6/1, +14 and today count from."""
        return self._today

    @today.setter
    def today(self, day: date | None) -> None:
        self._today = day
        if day is not None:
            self.widget.attrs["data-today"] = day.isoformat()

    @property
    def limit_says(self) -> str:
        """How a day is written, said beside the question to who may be used to writing the day first."""
        return "" if in_english() else gettext("Write the month first: 6/1/2026 is June 1, 2026.")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"data-echo": "", "autocomplete": "off"}

    def to_python(self, value: Any) -> date | None:
        if value in self.empty_values:
            return None
        if isinstance(value, date):
            return super().to_python(value)
        text = str(value).strip()
        if not text:
            return None
        if match := _ISO.fullmatch(text):
            year, month, day = map(int, match.groups())
            return self._day(text, year, month, day)
        if match := _FULL.fullmatch(text):
            month, day, year = map(int, match.groups())
            return self._day(text, year, month, day)
        if match := _TWO_DIGIT_YEAR.fullmatch(text):
            better = f"{int(match[1])}/{int(match[2])}/20{match[3]}"
            raise self._refuse("two_digit_year", value=text, better=better)
        return self._counted(text)

    def _counted(self, text: str) -> date:
        """A day that is counted from the base day."""
        ahead, short = _AHEAD.fullmatch(text), _SHORT.fullmatch(text)
        if not (ahead or short or text.lower() == "today"):
            raise self._refuse("unreadable", value=text[:40])
        if self.today is None:
            raise self._refuse("no_base")
        if ahead:
            days = int(ahead[1])
            if days > MOST_DAYS_AHEAD:
                raise self._refuse("too_far", days=days)
            return self.today + timedelta(days=days)
        if short:
            return self._near(text, int(short[1]), int(short[2]))
        return self.today

    def _near(self, text: str, month: int, day: int) -> date:
        assert self.today is not None
        found = self._day(text, self.today.year, month, day)
        if abs(found - self.today) > HALF_A_YEAR:
            years = sorted((found.year, found.year + (1 if found < self.today else -1)))
            days = [f"{text}/{year}" for year in years if (month, day) != (2, 29) or isleap(year)]
            raise self._refuse("no_year", value=text, better=" or ".join(days))
        return found

    def _day(self, text: str, year: int, month: int, day: int) -> date:
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise self._refuse("far_year", year=year)
        if month > 12 and 1 <= day <= 12:
            raise self._refuse("day_first", month=month, better=f"{day}/{month}/{year}")
        try:
            return date(year, month, day)
        except ValueError:
            raise self._refuse("no_such_day", value=text) from None

    def _refuse(self, code: str, **params: Any) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages[code], code=code, params=params)


_DOLLARS = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]*))?|\.([0-9]+)")
MOST_CHARACTERS = 20


class DollarField(forms.Field):
    """Dollars to the cent: "50", "$1,250.00". Value: `Decimal` with two places, or None when left empty.

    `least` and `most` are the smallest and largest amount that is taken.
    """

    widget = forms.TextInput
    default_error_messages = {
        "required": "Enter an amount, for example 50.00.",
        "unreadable": "“%(value)s” is not an amount we can read. Write dollars and cents: 1,250.00.",
        "negative": "An amount cannot be below zero. Write it without the minus sign.",
        "cents": "Write the cents with two digits, for example %(better)s.",
        "least": "%(amount)s is too little. Enter %(least)s or more.",
        "most": "%(amount)s is more than %(most)s. Check the zeros.",
    }

    def __init__(
        self, *, least: Decimal = Decimal("0.01"), most: Decimal = Decimal("1000000"), **kwargs: Any
    ) -> None:
        self.least, self.most = least, most
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return f"{value:,.2f}" if isinstance(value, Decimal) else value

    def to_python(self, value: Any) -> Decimal | None:
        if value in self.empty_values:
            return None
        text = str(value).strip().removeprefix("$").strip()
        if not text:
            return None
        if text[0] in "-−(":
            raise self._refuse("negative")
        match = _DOLLARS.fullmatch(text)
        if match is None or len(text) > MOST_CHARACTERS:
            raise self._refuse("unreadable", value=str(value).strip()[:40])
        cents = match[1] if match[1] is not None else match[2]
        if cents is not None and len(cents) != 2:
            whole = text.split(".")[0] or "0"
            raise self._refuse("cents", better=f"{whole}.{cents[:2]:0<2}")
        return Decimal(text.replace(",", "")).quantize(Decimal("0.01"))

    def validate(self, value: Decimal | None) -> None:
        super().validate(value)
        if value is None:
            return
        if value < self.least:
            raise self._refuse("least", amount=dollars(value), least=dollars(self.least))
        if value > self.most:
            raise self._refuse("most", amount=dollars(value), most=dollars(self.most))

    def _refuse(self, code: str, **params: Any) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages[code], code=code, params=params)
