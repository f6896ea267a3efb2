"""Adding a dated row to an item of a checklist, and withdrawing one before its first day."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from enforcement.models import ChecklistItem, ItemWording
from enforcement.rules import inspections as rules
from office import regulations
from office.actions.errors import NotAllowed, WrongRole
from office.actions.recorded import set_by, vote_problems
from office.permissions import may
from office.schedules import Problem, Span, date_problems, gap_left, named


def wording_problems(row: ItemWording, *, today: date, allow_past: bool = False) -> list[Problem]:
    """What keeps the unsaved `row` from joining the others of its item: its days, words and section."""
    others = [Span(*days) for days in ItemWording.objects.filter(item=row.item).values_list("since", "until")]
    said = [*date_problems(others, row.span, today, allow_past=allow_past), *rules.problems(row.wording())]
    if row.cite:
        try:
            regulations.resolve(row.cite)
        except LookupError as unknown:
            said.append(Problem("cite", str(unknown)))
    return said + vote_problems(row.recorded_vote, row.item.checklist.board, row.since)


@transaction.atomic
def add_wording(
    item: ChecklistItem, *, since: date, on: date, by: Any, vote: str = "", **columns: Any
) -> ItemWording:
    """Add a dated row to an item, checked as the admin checks it. Raises NotAllowed with all that is wrong.

    `columns` are those of the row: text, cite, critical, days, asked, until, doubt,
    recorded_vote.
    """
    ChecklistItem.objects.select_for_update().get(pk=item.pk)
    if by is not None and not may(by, item.checklist.board, "administrator"):
        raise WrongRole(f"Checklists are set by an administrator of {item.checklist.board}.")
    vote = set_by(columns.get("recorded_vote"), vote)
    row = ItemWording(item=item, since=since, vote=vote, added_by=by, added_on=on, **columns)
    if problems := wording_problems(row, today=on):
        raise NotAllowed(" ".join(problem.says for problem in problems))
    row.save()
    return row


@transaction.atomic
def withdraw_wording(row: ItemWording, *, on: date, by: Any) -> None:
    """Take back a row whose first day lies ahead: nothing was inspected by it. NotAllowed, WrongRole."""
    item = ChecklistItem.objects.select_for_update().select_related("checklist__board").get(pk=row.item_id)
    if not may(by, item.checklist.board, "administrator"):
        raise WrongRole(f"Checklists are changed by an administrator of {item.checklist.board}.")
    if row.since <= on:
        raise NotAllowed(
            f"This row has been in force since {named(row.since)}. Add a row with other words instead."
        )
    others = ItemWording.objects.filter(item=item).exclude(pk=row.pk)
    if gap := gap_left([other.span for other in others], row.span):
        raise NotAllowed(gap.replace("no fee would cover", "nothing would be asked on"))
    # The rows refuse deletion by themselves; this is the one place where it is meant.
    QuerySet(ItemWording).filter(pk=row.pk).delete()
