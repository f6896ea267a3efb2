"""The columns of a dock's notice by their measure. Only what cannot be meant is refused."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

FARTHEST_FT, HIGHEST_FT, DEEPEST_FT = 10_000, 100, 500


def number(
    label: str, section: str, *, least: int, most: int, places: int = 3, unit: str = "", help_text: str = ""
) -> models.DecimalField[Any, Any]:
    """A decimal from `least` to `most` in `unit`; outside of it the words name the bounds and the section."""
    says = f"Write a number from {least:,} to {most:,}{f' {unit}' if unit else ''}. ({section})"
    return models.DecimalField(
        label, max_digits=places + 6, decimal_places=places, null=True, blank=True, help_text=help_text,
        validators=[MinValueValidator(Decimal(least), says), MaxValueValidator(Decimal(most), says)],
    )  # fmt: skip


def feet(label: str, section: str, help_text: str = "", *, least: int = 0) -> models.DecimalField[Any, Any]:
    """A distance in feet, to the thousandth; below zero, where `least` allows it, lies landward."""
    return number(label, section, least=least, most=FARTHEST_FT, unit="feet", help_text=help_text)


def elevation(label: str, section: str, help_text: str = "") -> models.DecimalField[Any, Any]:
    """A height in feet above a datum, or below it."""
    return number(
        label, section, least=-HIGHEST_FT, most=HIGHEST_FT, unit="feet above the datum", help_text=help_text
    )


def depth(label: str, section: str, help_text: str = "") -> models.DecimalField[Any, Any]:
    """A depth of water in feet; below zero where the bottom falls dry."""
    return number(label, section, least=-HIGHEST_FT, most=DEEPEST_FT, unit="feet", help_text=help_text)


def inches(
    label: str, section: str, help_text: str = "", *, least: int = 0, most: int = 1200
) -> models.DecimalField[Any, Any]:
    """A measure in inches, to the thousandth."""
    return number(label, section, least=least, most=most, unit="inches", help_text=help_text)


def words(label: str, help_text: str = "") -> models.TextField[Any, Any]:
    """A longer answer in one's own words."""
    return models.TextField(label, max_length=4000, blank=True, help_text=help_text)


def choice(label: str, choices: type[models.TextChoices], help_text: str = "") -> models.CharField[Any, Any]:
    """One of several."""
    return models.CharField(label, max_length=20, choices=choices, blank=True, help_text=help_text)
