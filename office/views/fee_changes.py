"""What a draft's fee is today, where that is not what it was when the draft was begun: old, new and why."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from office.intake import Filing
from office.models import FeeAmount
from office.pricing import Line
from office.spoken import say
from office.templatetags.office_tags import day as in_full


class FeeChange(NamedTuple):
    """A fee that is another today than when the draft was begun; None is a fee nobody has set."""

    label: str
    then: Decimal | None
    now: Decimal | None
    why: str
    cite: str


def fee_changes(filing: Filing, begun_on: date, on: date) -> list[FeeChange]:
    """What the same answers cost on the two days, where it is not the same."""
    if begun_on == on:
        return []
    then = {line.code: line for line in filing.fees(begun_on)}
    now = {line.code: line for line in filing.fees(on)}
    changed = []
    for code in dict.fromkeys([*then, *now]):
        old, new = then.get(code), now.get(code)
        before, after = (line.amount if line else None for line in (old, new))
        line = new or old
        if before != after and line is not None:
            changed.append(FeeChange(line.label, before, after, _why(old, new), line.section))
    return changed


def _why(old: Line | None, new: Line | None) -> str:
    """The dated row that made the difference, with its vote; or else how the amount comes about."""
    if new is None:
        return _("No amount is in force any more.")
    working = str(say(f"{new.working.rstrip('.')}."))
    row = FeeAmount.objects.filter(pk=new.source).first() if new.source else None
    if row is None or (old is not None and old.source == new.source):
        return working
    words = {"vote": row.vote, "day": in_full(row.since), "working": working}
    return _("%(working)s Set by %(vote)s, from %(day)s.") % words
