"""What a clerk may type for a day and for dollars, and the words for what cannot be read."""

from datetime import date, timedelta
from decimal import Decimal

from django import forms
from django.test import SimpleTestCase

from office.fields import DayField, DollarField

BANNED = ("please", "sorry", "invalid", "required")


def refusal(field: forms.Field, typed: object) -> str:
    """The words that refuse `typed`; fails when it is taken."""
    try:
        taken = field.clean(typed)
    except forms.ValidationError as error:
        return str(error.messages[0])
    raise AssertionError(f"{typed!r} was read as {taken!r}")


class DayFieldTests(SimpleTestCase):
    def setUp(self) -> None:
        self.field = DayField(today=date(2026, 5, 14))

    def test_reads_what_a_clerk_writes(self) -> None:
        for typed, day in {
            "2026-06-01": date(2026, 6, 1),
            "2026-6-1": date(2026, 6, 1),
            "6/1/2026": date(2026, 6, 1),
            "06/01/2026": date(2026, 6, 1),
            "6/1": date(2026, 6, 1),
            " 6/1 ": date(2026, 6, 1),
            "today": date(2026, 5, 14),
            "Today": date(2026, 5, 14),
            "+0": date(2026, 5, 14),
            "+14": date(2026, 5, 28),
            "+ 14": date(2026, 5, 28),
            "2/29/2028": date(2028, 2, 29),
            "12/31/2026": date(2026, 12, 31),
        }.items():
            with self.subTest(typed):
                assert self.field.clean(typed) == day

    def test_takes_a_date_as_it_is(self) -> None:
        assert self.field.clean(date(2026, 6, 1)) == date(2026, 6, 1)

    def test_plus_counts_over_the_end_of_a_leap_february(self) -> None:
        self.field.today = date(2028, 1, 30)
        assert self.field.clean("+30") == date(2028, 2, 29)

    def test_a_day_without_its_year_is_taken_up_to_half_a_year_off(self) -> None:
        base = date(2026, 7, 2)
        self.field.today = base
        for edge in (base + timedelta(days=182), base - timedelta(days=182)):
            assert self.field.clean(f"{edge.month}/{edge.day}") == edge

    def test_183_days_off_is_the_last_day_that_is_taken(self) -> None:
        self.field.today = date(2026, 1, 1)
        assert self.field.clean("7/3") == date(2026, 7, 3)  # day 183
        assert "7/4/2025 or 7/4/2026" in refusal(self.field, "7/4")

    def test_a_day_beyond_the_new_year_asks_for_the_year(self) -> None:
        self.field.today = date(2026, 12, 30)
        assert "1/5/2026 or 1/5/2027" in refusal(self.field, "1/5")

    def test_a_leap_day_is_offered_only_in_a_year_that_has_it(self) -> None:
        self.field.today = date(2028, 10, 15)
        assert refusal(self.field, "2/29").endswith("the year too: 2/29/2028.")

    def test_says_how_to_write_what_it_refuses(self) -> None:
        for typed, words in {
            "6/1/26": "6/1/2026",
            "6-1-26": "6/1/2026",
            "31/5/2026": "5/31/2026",
            "31/5": "5/31/2026",
            "2/30/2026": "not in the calendar",
            "2/29/2026": "not in the calendar",
            "2/29": "not in the calendar",
            "0/1/2026": "not in the calendar",
            "13/13/2026": "not in the calendar",
            "2026-13-01": "1/13/2026",
            "6/1/0226": "226 looks like a slip",
            "1/1/1899": "1899 looks like a slip",
            "1/1/2200": "2200 looks like a slip",
            "next week": "“next week” is not a date",
            "June 1": "is not a date",
            "-3": "is not a date",
            "+": "is not a date",
            "+99999": "is not a date",
            "+3661": "more than ten years",
            "６/１/２０２６": "is not a date",
            "\x00": "is not a date",
        }.items():
            with self.subTest(typed):
                assert words in refusal(self.field, typed)

    def test_ten_years_ahead_is_the_edge(self) -> None:
        assert self.field.clean("+3660") == date(2026, 5, 14) + timedelta(days=3660)

    def test_first_and_last_year(self) -> None:
        assert self.field.clean("1/1/1900") == date(1900, 1, 1)
        assert self.field.clean("12/31/2199") == date(2199, 12, 31)

    def test_without_a_base_day_only_full_dates_are_read(self) -> None:
        field = DayField()
        assert field.clean("6/1/2026") == date(2026, 6, 1)
        for typed in ("6/1", "+14", "today"):
            assert refusal(field, typed) == "Write month, day and year: 6/1/2026."

    def test_empty(self) -> None:
        assert refusal(self.field, "  ") == "Enter a date, for example 6/1/2026."
        assert DayField(required=False).clean("") is None

    def test_every_form_has_its_own_base_day(self) -> None:
        class Served(forms.Form):
            on = DayField()

        one, other = Served(), Served()
        one.fields["on"].today = date(2026, 5, 14)  # type: ignore[attr-defined]
        assert other.fields["on"].today is None  # type: ignore[attr-defined]
        assert 'data-today="2026-05-14"' in str(one["on"])
        assert "data-today" not in str(other["on"])

    def test_shows_a_day_the_way_it_is_typed_and_keeps_what_was_typed(self) -> None:
        class Served(forms.Form):
            on = DayField(initial=date(2026, 6, 1))

        assert 'value="6/1/2026"' in str(Served()["on"])
        assert 'value="31/5"' in str(Served({"on": "31/5"})["on"])
        assert not Served({"on": "2026-06-01"}).has_changed()


class DollarFieldTests(SimpleTestCase):
    def test_reads_what_a_clerk_writes(self) -> None:
        field = DollarField()
        for typed, amount in {
            "50": "50.00",
            "$50": "50.00",
            "$ 50.00": "50.00",
            "1250": "1250.00",
            "$1,250.00": "1250.00",
            "1,000,000": "1000000.00",
            ".50": "0.50",
            "0.01": "0.01",
            "007": "7.00",
        }.items():
            with self.subTest(typed):
                read = field.clean(typed)
                assert str(read) == amount

    def test_says_how_to_write_what_it_refuses(self) -> None:
        field = DollarField()
        for typed, words in {
            "fifty": "“fifty” is not an amount",
            "1,25": "is not an amount",
            "12,50.00": "is not an amount",
            "1.250,00": "is not an amount",
            "1 250": "is not an amount",
            "1e3": "is not an amount",
            "NaN": "is not an amount",
            "$": "Enter an amount",
            ".": "is not an amount",
            "9" * 400: "is not an amount",
            "12.5": "12.50",
            "12.": "12.00",
            "12.345": "12.34",
            "-50": "below zero",
            "$-50": "below zero",
            "(50)": "below zero",
            "0": "$0.00 is too little",
            "0.00": "Enter $0.01 or more",
            "1000000.01": "more than $1,000,000.00",
        }.items():
            with self.subTest(typed):
                assert words in refusal(field, typed)

    def test_limits_are_the_callers(self) -> None:
        field = DollarField(least=Decimal(0), most=Decimal("60"))
        assert field.clean("0") == Decimal("0.00")
        assert field.clean("60.00") == Decimal("60.00")
        assert "more than $60.00" in refusal(field, "60.01")

    def test_empty(self) -> None:
        assert refusal(DollarField(), "") == "Enter an amount, for example 50.00."
        assert DollarField(required=False).clean(" ") is None

    def test_shows_cents_and_keeps_what_was_typed(self) -> None:
        class Paid(forms.Form):
            amount = DollarField(initial=Decimal("1250"))

        assert 'value="1,250.00"' in str(Paid()["amount"])
        assert 'value="12.5"' in str(Paid({"amount": "12.5"})["amount"])
        assert not Paid({"amount": "$1,250.00"}).has_changed()


class WordsTests(SimpleTestCase):
    def test_no_message_uses_a_banned_word(self) -> None:
        for field in (DayField(), DollarField()):
            for code, message in field.error_messages.items():
                if code == "invalid":  # of the class above; never raised by a typed day
                    continue
                for word in BANNED:
                    assert word not in str(message).lower(), code
