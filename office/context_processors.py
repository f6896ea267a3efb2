"""What the frame of every page needs: whose office this is, how to reach it, the day, the navigation."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localdate
from django.utils.translation import gettext, gettext_noop

from office import kinds
from office.models import Board, Membership
from office.permissions import roles_known


@dataclass(frozen=True)
class NavItem:
    """A link of the main navigation. `current` is the value of aria-current: "page", "true" or nothing."""

    label: str
    href: str
    icon: str
    current: str


COUNTER = (gettext_noop("Counter"), "/counter/", "stamp")
MAIL = (gettext_noop("Mail"), "/mail/", "mail")
CALENDAR = (gettext_noop("Calendar"), "/calendar/", "calendar-days")
MEETINGS = (gettext_noop("Meetings"), "/meetings/", "gavel")
STAFF_NAV = (
    (gettext_noop("Worklist"), "/worklist/", "list-checks"),
    COUNTER,
    MAIL,
    MEETINGS,
    CALENDAR,
    (gettext_noop("Register"), "/register/", "book-open"),
)
ADMIN_NAV = (gettext_noop("Admin"), "/admin/", "settings")
MY_CASES = ("My cases", "/my/", "folder")
PUBLIC_NAV = (
    (gettext_noop("Permits"), "/permits/", "file-text"),
    (gettext_noop("Register"), "/register/", "book-open"),
    (gettext_noop("Check a permit"), "/verify/", "qr-code"),
    MEETINGS,
    CALENDAR,
)


class Frame:
    """The frame of one request: at most one query, and none on a page that does not show the office."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def boards(self) -> list[Board]:
        """Every board, the user's own first, each with `held`: the roles they hold on it."""
        user = getattr(self.request, "user", None)
        roles, rows = roles_known(user), Board.objects.order_by("pk")
        if roles is None:
            # Boards and roles in one query: a board comes once for every role the user holds on it.
            held = FilteredRelation("memberships", condition=Q(memberships__user=user))
            roles, rows = {}, rows.annotate(mine=held, role=F("mine__role"))
        found: dict[int, Any] = {}
        for row in rows:
            board = found.setdefault(row.pk, row)
            board.held = roles.setdefault(board.pk, set())
            if role := getattr(row, "role", ""):
                board.held.add(role)
        return sorted(found.values(), key=lambda board: not board.held)

    @property
    def my_boards(self) -> list[Board]:
        return [board for board in self.boards if board.held]  # type: ignore[attr-defined]

    @property
    def at_a_desk(self) -> bool:
        """Whether the user is a clerk of any board."""
        return self._serves([board.slug for board in self.my_boards], [Membership.Role.CLERK])

    def _serves(self, boards: Collection[str], roles: Collection[str]) -> bool:
        """Whether the user holds one of the roles on one of the boards."""
        return any(
            board.slug in boards and not board.held.isdisjoint(roles)  # type: ignore[attr-defined]
            for board in self.my_boards
        )

    @property
    def office(self) -> Board | None:
        """The office to call: the user's first board, else the first board there is."""
        return self.boards[0] if self.boards else None

    @property
    def office_name(self) -> str:
        """A member reads the board's name; others the town's, when one town keeps the office."""
        if self.my_boards:
            return str(self.my_boards[0])
        towns = {board.town for board in self.boards}
        return (
            gettext("Town of %(town)s permits") % {"town": towns.pop()}
            if len(towns) == 1
            else gettext("Permit office")
        )

    @property
    def nav(self) -> list[NavItem]:
        """What this person may open: counter and mail for clerks, the worklist for whoever serves a board.

        Between the desk's pages and the meetings come those of the slices.
        """
        user = getattr(self.request, "user", None)
        rows = [*(STAFF_NAV if self.my_boards else PUBLIC_NAV)]
        if self.my_boards:
            place = rows.index(MEETINGS)
            rows[place:place] = self._of_slices()
        if self.my_boards and not self.at_a_desk:
            rows = [row for row in rows if row not in (COUNTER, MAIL)]
        if user is not None and user.is_authenticated and not self.my_boards:
            rows.insert(0, MY_CASES)
        if user is not None and user.is_staff:
            rows.append(ADMIN_NAV)
        return [NavItem(gettext(label), href, icon, self._current(href)) for label, href, icon in rows]

    def _of_slices(self) -> list[tuple[str, str, str]]:
        """The pages of slices this person may open, each once, in the order in which kinds declare them."""
        return list(
            dict.fromkeys(
                (link.label, reverse(link.page), link.icon)
                for kind in kinds.registry.values()
                for link in kind.nav
                if self._serves(kind.boards, link.roles)
            )
        )

    def _current(self, href: str) -> str:
        if self.request.path == href:
            return "page"
        return "true" if self.request.path.startswith(href) else ""


def frame(request: HttpRequest) -> dict[str, Any]:
    """`office`, `office_name`, `my_boards`, `nav` and `today` for every template, worked out when shown."""
    kept: Frame | None = getattr(request, "office_frame", None)
    if kept is None:
        kept = Frame(request)
        request.office_frame = kept  # type: ignore[attr-defined]
    today: date = localdate()
    return {
        "office": SimpleLazyObject(lambda: kept.office),
        "office_name": SimpleLazyObject(lambda: kept.office_name),
        "my_boards": SimpleLazyObject(lambda: kept.my_boards),
        "nav": SimpleLazyObject(lambda: kept.nav),
        "today": today,
    }
