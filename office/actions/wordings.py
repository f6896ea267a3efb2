"""Other words for a letter, from a day on."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from office import letters
from office.actions.errors import NotAllowed, WrongRole
from office.models import LetterWording, Membership
from office.permissions import may


@transaction.atomic
def add_wording(row: LetterWording, *, by: Any) -> LetterWording:
    """Put these words in place of a letter's own from their day on. Raises NotAllowed, WrongRole.

    The words are checked against what the letter knows; no row is edited, and a day has one.
    """
    if not (by is None or by.is_superuser or may(by, row.board, Membership.Role.ADMINISTRATOR)):
        raise WrongRole(f"The words of letters are changed by an administrator of {row.board}.")
    known = letters.known_to(row.board, row.letter)
    if not known:
        raise NotAllowed(f"{row.board} sends no letter called {row.letter!r}.")
    if said := letters.problems(row.text, known):
        raise NotAllowed(" ".join(said))
    row.by = by
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise NotAllowed("This letter has words from that day already. Choose another day.") from None
    return row
