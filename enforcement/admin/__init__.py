"""Enforcement's tables in the Django admin."""

from enforcement.admin import fines

__all__ = ["fines"]
