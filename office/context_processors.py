"""What the frame of every page needs: whose office this is, how to reach it, the day, the navigation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import BooleanField, Exists, OuterRef, Value
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localdate

from office.models import Board, Membership


@dataclass(frozen=True)
class NavItem:
    """A link of the main navigation. `current` is the value of aria-current: "page", "true" or nothing."""

    label: str
    href: str
    icon: str
    current: str


COUNTER = ("Counter", "/counter/", "stamp")
MAIL = ("Mail", "/mail/", "mail")
CALENDAR = ("Calendar", "/calendar/", "calendar-days")
STAFF_NAV = (
    ("Worklist", "/worklist/", "list-checks"),
    COUNTER,
    MAIL,
    CALENDAR,
    ("Register", "/register/", "book-open"),
)
ADMIN_NAV = ("Admin", "/admin/", "settings")
PUBLIC_NAV = (
    ("Permits", "/permits/", "file-text"),
    ("Register", "/register/", "book-open"),
    ("Check a permit", "/verify/", "qr-code"),
    CALENDAR,
)


class Frame:
    """The frame of one request: at most one query, and none on a page that does not show the office."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def boards(self) -> list[Board]:
        """Every board, the user's own first, each with `mine` and `desk`: whether they are a clerk of it."""
        user = getattr(self.request, "user", None)
        mine: Any = Value(False, output_field=BooleanField())
        desk = mine
        if user is not None and user.is_authenticated:
            serving = Membership.objects.filter(user=user, board=OuterRef("pk"))
            mine, desk = Exists(serving), Exists(serving.filter(role=Membership.Role.CLERK))
        return list(Board.objects.annotate(mine=mine, desk=desk).order_by("-mine", "pk"))

    @property
    def my_boards(self) -> list[Board]:
        return [board for board in self.boards if board.mine]  # type: ignore[attr-defined]

    @property
    def at_a_desk(self) -> bool:
        """Whether the user is a clerk of any board."""
        return any(board.desk for board in self.my_boards)  # type: ignore[attr-defined]

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
        return f"Town of {towns.pop()} permits" if len(towns) == 1 else "Permit office"

    @property
    def nav(self) -> list[NavItem]:
        """What this person may open: counter and mail for clerks, the worklist for whoever serves a board."""
        user = getattr(self.request, "user", None)
        rows = [*(STAFF_NAV if self.my_boards else PUBLIC_NAV)]
        if self.my_boards and not self.at_a_desk:
            rows = [row for row in rows if row not in (COUNTER, MAIL)]
        if user is not None and user.is_staff:
            rows.append(ADMIN_NAV)
        return [NavItem(label, href, icon, self._current(href)) for label, href, icon in rows]

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
