"""Numbers without gaps: a counter row locked in the transaction that uses the number."""

from __future__ import annotations

from django.db import transaction

from office.models import Counter


def next_number(series: str, year: int, width: int = 3) -> str:
    """The next number of a series and year: "DU-2026-031". RuntimeError outside a transaction.

    The counter row stays locked until the transaction ends, so a number that is rolled back is given
    again and none is skipped. Past 999 the number simply grows.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A number is taken inside the transaction that uses it.")
    name = f"{series}-{year}"
    counter, _ = Counter.objects.select_for_update().get_or_create(series=name)
    counter.last += 1
    counter.save(update_fields=["last"])
    return f"{name}-{counter.last:0{width}d}"
