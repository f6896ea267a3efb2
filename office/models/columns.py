"""Columns of answers that many slices ask for in the same shape. Every one may stay open: not known yet."""

from __future__ import annotations

from typing import Any

from django.db import models


def yes_no(question: str, help_text: str = "") -> models.BooleanField[Any, Any]:
    """Yes, no, or not known yet."""
    return models.BooleanField(question, null=True, blank=True, help_text=help_text)


def day(label: str, help_text: str = "") -> models.DateField[Any, Any]:
    """A day, or not known yet."""
    return models.DateField(label, null=True, blank=True, help_text=help_text)


def line(label: str, help_text: str = "", *, most: int = 200) -> models.CharField[Any, Any]:
    """A short answer in one's own words."""
    return models.CharField(label, max_length=most, blank=True, help_text=help_text)
