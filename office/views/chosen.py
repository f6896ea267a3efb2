"""What is chosen on the counter's intake page: person, lot, facility, and the last case about it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Q

from office.forms_counter import MOST
from office.intake import answers_of
from office.kinds import CaseKind
from office.models import Board, Case, Facility, Parcel, Party


def is_key(text: str) -> bool:
    """Whether the text can be the key of a row."""
    return text.isascii() and text.isdigit() and len(text) < 19


class Chosen:
    """The rows an intake of `kind` rests on, empty or as they were sent.

    `start` holds what a link brought along (party, parcel, facility, name, phone, lot columns); `data` and
    `files` are what was sent. Without script, buttons that pick a person or a lot send the whole page too.
    """

    def __init__(
        self,
        kind: CaseKind,
        boards: list[Board],
        *,
        today: date,
        start: Mapping[str, str],
        data: Any = None,
        files: Any = None,
        renews: Case | None = None,
    ) -> None:
        self.kind, self.boards, self.today, self.start = kind, boards, today, start
        self.data, self.files, self.renews = data, files, renews

    def _pk(self, pick: str, field: str, start: str) -> str:
        """The key of a chosen row: the button just pressed, else what the page carries, else the link."""
        if self.data is None:
            return self.start.get(start, "")
        if self.data.get("drop") == pick:
            return ""
        return str(self.data.get(f"pick-{pick}") or self.data.get(field, ""))

    @cached_property
    def board(self) -> Board:
        chosen = self.data.get("filing-board") if self.data is not None else None
        return next((board for board in self.boards if board.slug == chosen), self.boards[0])

    @cached_property
    def party(self) -> Party | None:
        pk = self._pk("party", "who-party", "party")
        chosen = Party.objects.filter(pk=pk).first() if is_key(pk) else None
        if chosen is None and self.data is None and self.start_facility and not self.start.get("name"):
            return self.start_facility.holder
        return chosen

    @cached_property
    def parcel(self) -> Parcel | None:
        pk = self._pk("parcel", "lot-parcel", "parcel")
        chosen = Parcel.objects.filter(pk=pk).first() if is_key(pk) else None
        if chosen is None and self.start_facility and not self._writes_lot:
            return self.start_facility.parcel
        return chosen

    @property
    def _writes_lot(self) -> bool:
        """Whether another lot than the facility's is being looked up or written."""
        if self.data is None:
            return False
        return self.data.get("drop") == "parcel" or any(
            value for name, value in self.data.items() if name.startswith("lot-") and name != "lot-parcel"
        )

    @cached_property
    def start_facility(self) -> Facility | None:
        """The facility a link or an earlier page brought along."""
        if self.renews is not None:
            return self.renews.facility
        sent = self.data is not None
        pk = str(self.data.get("facility-facility", "") if sent else self.start.get("facility", ""))
        if not self.kind.facility or not is_key(pk):
            return None
        return self._facilities.filter(pk=pk).first()

    @property
    def _facilities(self) -> Any:
        of_kind = Facility.objects.filter(kind=self.kind.facility, ended_on__isnull=True)
        return of_kind.select_related("parcel", "holder")

    @cached_property
    def facilities(self) -> list[Facility]:
        """The facilities of this kind at the chosen lot or held by the chosen person, and the chosen one."""
        near = Q(pk__in=[])
        if self.parcel:
            near |= Q(parcel=self.parcel)
        if self.party:
            near |= Q(holder=self.party)
        if self.start_facility:
            near |= Q(pk=self.start_facility.pk)
        return list(self._facilities.filter(near)[: 2 * MOST])

    @cached_property
    def last(self) -> Case | None:
        """The latest case of this kind about the same facility: where last year's answers come from."""
        if self.renews is not None:
            return self.renews
        facility = self.start_facility
        if facility is None:
            return None
        cases = Case.objects.of_kind(self.kind.slug).filter(facility=facility, board__in=self.boards)
        return cases.order_by("-id").first()

    @cached_property
    def before(self) -> dict[str, Any]:
        """Last time's answers by name; empty without a last time."""
        return answers_of(self.last.details) if self.last else {}
