"""What another answer to an open question would change, told to the administrator before it is saved.

The findings of the undecided cases are asked twice, with the row and without it, so that whatever a kind does
with the answer is counted. At most `LOOKED_AT` cases are asked, the newest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from office import kinds
from office.actions.events import rulings_of
from office.intake import Filing
from office.law import Finding, Rule, State
from office.models import Case, Read, ReadingRow, read_on

LOOKED_AT = 200
SHOWN = 20


@dataclass(frozen=True)
class Moved:
    """One rule: how many cases meet it and how many do not, before and after."""

    says: str
    cite: str
    met: tuple[int, int]
    unmet: tuple[int, int]


@dataclass(frozen=True)
class Changed:
    """A case of which a finding changes, with the first such finding's sentence by the new row."""

    case: Case
    says: str


@dataclass
class Preview:
    """All that the administrator is told. `open_cases` are undecided; `looked_at` of them were asked."""

    row: ReadingRow
    asks: str
    before: Read
    after: Read
    open_cases: int = 0
    looked_at: int = 0
    changed: int = 0
    rules: list[Moved] = field(default_factory=list)
    cases: list[Changed] = field(default_factory=list)

    @property
    def headline(self) -> str:
        """ "The findings of 3 of 12 open cases change." """
        if not self.open_cases:
            return "Nothing changes: no open case goes by this question."
        of = f"{self.looked_at} open case{'' if self.looked_at == 1 else 's'}"
        if self.looked_at < self.open_cases:
            of = f"the newest {self.looked_at} of {self.open_cases} open cases"
        if not self.changed:
            return f"No finding of {of} changes."
        return f"The findings of {self.changed} of {of} change."


def preview(row: ReadingRow) -> Preview:
    """What the saved row changes in the findings of its first day. Must run in the row's transaction."""
    reading = kinds.readings_of(row.board.slug)[row.slug]
    asking = [kind.slug for kind in kinds.registry.values() if reading in kind.readings and kind.law]
    waiting = Case.objects.open().filter(board=row.board, kind__in=asking, starts_on__isnull=True)
    cases = list(waiting.select_related("board", "facility__holder", "renews").order_by("-pk")[:LOOKED_AT])
    with transaction.atomic():
        # Without the row, whatever a look-up asks: taken out and put back.
        QuerySet(ReadingRow).filter(pk=row.pk).delete()
        before = read_on(row.board, [reading], row.since)[reading.slug]
        old = [_found(case, row.since) for case in cases]
        transaction.set_rollback(True)
    new = [_found(case, row.since) for case in cases]
    shown = Preview(row, reading.asks, before, Read(reading, row), waiting.count(), len(cases))
    counts: dict[str, Counter[tuple[str, str]]] = {"before": Counter(), "after": Counter()}
    rules: dict[tuple[str, str], Rule] = {}
    for case, was, now in zip(cases, old, new, strict=True):
        moved = [(a, b) for a, b in zip(was, now, strict=True) if (a.state, a.limit) != (b.state, b.limit)]
        if moved:
            shown.changed += 1
            if len(shown.cases) < SHOWN:
                shown.cases.append(Changed(case, moved[0][1].says))
        assert case.casekind.law is not None
        by_slug = {rule.slug: rule for rule in case.casekind.law.rules}
        for a, _ in moved:
            rules[(a.rule, a.cite)] = by_slug[a.rule]
        for label, findings in (("before", was), ("after", now)):
            counts[label].update((f"{found.rule} {found.cite}", found.state) for found in findings)
    shown.rules = list(_moved(rules, counts))
    return shown


def _found(case: Case, day: date) -> list[Finding]:
    return Filing.of_case(case).findings(day, rulings_of(case, day))


def _moved(
    rules: dict[tuple[str, str], Rule], counts: dict[str, Counter[tuple[str, str]]]
) -> Iterator[Moved]:
    for (slug, cite), rule in rules.items():

        def both(state: State, key: str = f"{slug} {cite}") -> tuple[int, int]:
            return counts["before"][(key, state)], counts["after"][(key, state)]

        yield Moved(rule.says, cite, both(State.MET), both(State.UNMET))
