"""What a renewal need not ask again: the board's word, papers and conditions that still fit."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction

from office.actions import casework
from office.actions.events import record, same_grounds, take_snapshot
from office.intake import Filing
from office.models import Case, ChecklistRow, Ruling


@transaction.atomic
def carry_over(case: Case, *, on: date, by: Any) -> None:
    """Bring along from the renewed permit what rests on nothing that changed; each as an event of its own.

    A rule found met stays so while the facts it reads are the same; a paper while the answers it shows are.
    A variance is the board's to grant anew. The board's own conditions come along; the kind's duties are
    printed at issue anyway.
    """
    if case.renews is None:
        return
    _rulings(case, case.renews, on=on, by=by)
    _papers(case, case.renews, on=on, by=by)
    duties = {duty.says for duty in case.casekind.duties}
    for condition in case.renews.conditions.filter(due_on__isnull=True).exclude(text__in=duties):
        casework.add_condition(case, text=condition.text, cite=condition.cite, on=on, by=by)


def fitting_rulings(old: Case, filing: Filing, on: date) -> list[Ruling]:
    """The rules the board found met on the old permit whose grounds are the same in the new filing."""
    before, now, law = Filing.of_case(old).facts(on), filing.facts(on), filing.kind.law
    if law is None or before is None or now is None:
        return []
    spoken = {ruling.rule: ruling for ruling in old.rulings.live().filter(effective_on__lte=on)}
    return [
        spoken[rule.slug]
        for rule in law.rules
        if rule.slug in spoken
        and spoken[rule.slug].says == Ruling.Says.MET
        and same_grounds(rule, before, now, on)
    ]


def _rulings(case: Case, old: Case, *, on: date, by: Any) -> None:
    for ruling in fitting_rulings(old, Filing.of_case(case), on):
        why = f"{ruling.why} As for {old.number}: nothing it rests on has changed."
        event = record(case, "ruling", on=on, by=by, subject=ruling.rule, note=f"{why} ({ruling.vote})")
        Ruling.objects.create(
            case=case, event=event, rule=ruling.rule, says=ruling.says, why=why, vote=ruling.vote,
            effective_on=on,
        )  # fmt: skip
        take_snapshot(case, event)


def _papers(case: Case, old: Case, *, on: date, by: Any) -> None:
    for item, (state, reason) in standing_papers(old, Filing.of_case(case)).items():
        casework.tick(case, item=item, state=state, reason=reason, on=on, by=by)


def standing_papers(old: Case, filing: Filing) -> dict[str, tuple[str, str]]:
    """The checklist items of the old permit that still stand for the new filing: by item, state and reason.

    A paper stands while every answer that it shows is the same.
    """
    before, now = Filing.of_case(old).answers, filing.answers
    stood = {row.item: row for row in old.checklist.exclude(state=ChecklistRow.State.MISSING)}
    found = {}
    for item in filing.kind.checklist:
        row = stood.get(item.slug)
        if row is None or not item.shows or any(before[name] != now.get(name) for name in item.shows):
            continue
        reason = row.reason or f"On file with {old.number}; what it shows has not changed."
        found[item.slug] = (row.state, reason)
    return found
