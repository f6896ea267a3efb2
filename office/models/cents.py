"""Money in a column: whole cents in the database, exact `Decimal` dollars in Python."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

from office.pricing import CENT

MOST = Decimal("999999999999.99")  # a million million less a cent; the sum of a million such still fits


class Cents(models.Field):
    """Dollars, exact to the cent on SQLite and PostgreSQL alike, where `Sum` adds whole numbers.

    Reads as `Decimal("50.00")`. A value with a third decimal is refused, never rounded: rounding belongs to
    the line of a bill (`office.pricing`). Arithmetic between columns names `output_field=Cents()`.
    """

    description = "Dollars and cents"

    # A type of our own: Django would cut the sum or mean of an "IntegerField" to whole numbers unseen.
    def db_type(self, connection: Any) -> str:
        return str(connection.data_types["BigIntegerField"])

    def cast_db_type(self, connection: Any) -> str:
        return self.db_type(connection)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Decimal | None:
        return None if value is None else _whole(value) * CENT

    def to_python(self, value: Any) -> Decimal | None:
        if value is None or value == "":
            return None
        try:
            return exact(value)
        except ValueError as wrong:
            raise ValidationError(str(wrong), code="cents") from wrong

    def get_prep_value(self, value: Any) -> int | None:
        value = super().get_prep_value(value)
        return None if value is None else int(exact(value) / CENT)

    def value_to_string(self, obj: Any) -> str:
        value = self.value_from_object(obj)
        return "" if value is None else str(value)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(
            **{"form_class": forms.DecimalField, "max_digits": 14, "decimal_places": 2, **kwargs}
        )


def exact(value: Any) -> Decimal:
    """`value` as dollars with two decimals; ValueError when it is none, or finer than a cent."""
    try:
        amount = Decimal(str(value) if isinstance(value, float) else value)
    except (InvalidOperation, TypeError, ValueError):
        raise ValueError(f"“{value}” is not an amount. Enter dollars and cents, such as 50.00.") from None
    if not amount.is_finite() or abs(amount) > MOST:
        raise ValueError(f"“{value}” is too large for an amount of dollars.")
    if amount != amount.quantize(CENT):
        raise ValueError(f"{value} is finer than a cent. Enter dollars and cents, such as 50.00.")
    return amount.quantize(CENT)


def _whole(value: Any) -> Decimal:
    """The stored cents; ValueError for a fraction of one, which only an average could yield."""
    whole = Decimal(value)
    if whole != whole.to_integral_value():
        raise ValueError(f"{value} cents is not a whole number of cents.")
    return whole
