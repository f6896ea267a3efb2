"""Enforcement's tables in the Django admin."""

from enforcement.admin import checklists, figures, fines, numbers, surcharges

__all__ = ["checklists", "figures", "fines", "numbers", "surcharges"]
