"""Numbers set aside for a phone: each is used once, given back, or void with its reason."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
import time_machine

from enforcement.actions import field
from enforcement.models import ReservedNumber
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, User
from tests import people
from tests.enforcement.cast import DAY, cited
from tests.enforcement.test_field import KEY, NUMBERS, PHONE, Field


class NumberTests(Field):
    def reserved(self, *keep: str, day: date = DAY, device: str = PHONE, by: User | None = None) -> list[str]:
        rows = field.reserve(people.health(), device=device, keep=keep, on=day, by=by or self.by)
        return [row.number for row in rows]

    def test_a_block_is_set_aside_and_the_office_numbers_after_it(self) -> None:
        assert self.reserved() == [*(f"C-2026-00{n}" for n in range(1, 6)), "W-2026-001", "W-2026-002"]
        assert self.reserved() == self.reserved()
        assert cited().number == "C-2026-006"

    def test_the_number_written_on_a_ticket_is_the_number_of_the_case(self) -> None:
        number = self.reserved()[1]
        assert self.send(number=number).json()["number"] == number
        row = ReservedNumber.objects.get(number=number)
        assert (row.state, row.case.number) == ("used", number)
        assert self.send(number=number).json()["number"] == number
        other = self.send(
            number=number, key=KEY[:-1] + "2", told={"separate": "Another act."}, agreed="50.00"
        )
        assert other.status_code == 422
        assert f"{number} is not set aside for you." in other.json()["says"]
        assert len(self.reserved()) == 7  # filled up again

    def test_only_ones_own_number_of_the_right_series_and_year_is_used(self) -> None:
        mine, theirs = self.reserved(), self.reserved(device=PHONE[::-1], by=people.clerk())
        for number in ("C-2026-999", theirs[0], mine[-1]):
            with self.subTest(number):
                assert self.send(number=number).status_code == 422
        with time_machine.travel("2027-01-02 09:00 -0500", tick=False):
            self.client.force_login(self.by)
            told = {"first": "1/2/2027"}
            late = self.send(number=mine[0], written_at="2027-01-02T13:00:00Z", told=told)
        assert "is a number of 2026, and this was written in 2027" in late.json()["says"]
        assert not Case.objects.exists()

    def test_when_nothing_is_issued_the_number_is_still_set_aside(self) -> None:
        number = self.reserved()[0]
        cited(14, date(2026, 5, 1))
        assert self.send(number=number).status_code == 409
        assert ReservedNumber.objects.get(number=number).state == "held"

    def test_what_is_given_back_is_set_aside_again_so_that_no_number_is_skipped(self) -> None:
        numbers = self.reserved()
        assert field.give_back(numbers, on=DAY, by=people.clerk()) == 0  # somebody else's
        assert field.give_back(numbers, on=DAY, by=self.by) == 7
        assert self.reserved(device=PHONE[::-1], by=people.clerk()) == numbers

    def test_a_void_number_keeps_its_reason_and_is_never_used(self) -> None:
        board, number = people.health(), self.reserved()[0]
        for why, by, error in (
            ("", self.by, NotAllowed),
            ("Spoiled.", people.inspector(people.docks()), WrongRole),
        ):
            with pytest.raises(error):
                field.void(board, number=number, why=why, on=DAY, by=by)
        field.void(board, number=number, why="Spoiled.", on=DAY, by=self.by)
        field.void(board, number=number, why="Pressed twice.", on=DAY, by=people.clerk())
        row = ReservedNumber.objects.get(number=number)
        assert (row.state, row.reason) == ("void", "Spoiled.")
        assert row.history.first().history_user == self.by
        assert self.send(number=number).status_code == 422
        assert number not in self.reserved()

    def test_numbers_of_last_year_become_void_unless_they_stand_on_something(self) -> None:
        numbers = self.reserved()
        later = self.reserved(numbers[0], day=date(2027, 1, 4))
        assert later[0] == numbers[0]
        assert later[1] == "C-2027-001"
        void = ReservedNumber.objects.filter(state="void")
        assert [row.number for row in void] == numbers[1:]
        assert {row.reason for row in void} == {"Not used by the end of 2026"}

    def test_one_officer_holds_no_more_than_forty(self) -> None:
        for phone in range(8):
            self.reserved(device=f"{phone}" * 16)
        assert ReservedNumber.objects.filter(held_by=self.by).count() == field.MOST_HELD

    def test_the_page_asks_for_them_and_gives_them_back(self) -> None:
        def asked(**said: Any) -> Any:
            return self.client.post(NUMBERS, json.dumps(said), content_type="application/json")

        got = asked(device=PHONE, keep=[]).json()["numbers"]
        assert got[0] == {"number": "C-2026-001", "series": "C", "year": 2026}
        asked(device=PHONE, back=["C-2026-001"])
        assert ReservedNumber.objects.get(number="C-2026-001").state == "back"
        for wrong in ({}, {"device": "x"}, {"device": PHONE, "keep": ["x"]}, {"device": PHONE, "keep": 5}):
            assert asked(**wrong).status_code == 400

    def test_a_number_is_voided_on_the_page_with_its_reason(self) -> None:
        number = self.reserved()[0]
        self.client.post("/field/numbers/void/", {"number": number, "why": ""})
        assert "Say why the number is void" in self.client.get("/field/").content.decode()
        self.client.post("/field/numbers/void/", {"number": number, "why": "Phone lost."})
        assert f"{number} is void: Phone lost." in self.client.get("/field/").content.decode()
        self.client.force_login(people.clerk())
        said = self.client.post("/field/numbers/void/", {"number": "C-1", "why": "x", "answer": "json"})
        assert said.status_code == 422
