"""Who may do what: roles on boards. A stranger sees nothing, the wrong role may not act."""

from __future__ import annotations

from typing import Any

from office.models import Board, Case, Membership


def roles_of(user: Any) -> dict[int, set[str]]:
    """The user's roles by board key; read once per user instance."""
    if user is None or not user.is_authenticated:
        return {}
    cached: dict[int, set[str]] | None = getattr(user, "_office_roles", None)
    if cached is None:
        cached = {}
        for board, role in Membership.objects.filter(user=user).values_list("board", "role"):
            cached.setdefault(board, set()).add(role)
        user._office_roles = cached
    return cached


def boards_of(user: Any) -> list[int]:
    """Keys of the boards the user serves."""
    return sorted(roles_of(user))


def may(user: Any, where: Case | Board, *roles: str) -> bool:
    """Whether the user holds one of `roles` on the case's board. `None` is the office itself and may."""
    if user is None:
        return True
    board = where.board_id if isinstance(where, Case) else where.pk
    return not roles_of(user).get(board, set()).isdisjoint(roles)
