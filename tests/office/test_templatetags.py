"""What pages say: days, money, measures, colored words, findings in order."""

from datetime import UTC, date, datetime, time
from decimal import Decimal

from django.test import SimpleTestCase

from office.law import Finding, State
from office.templatetags import office_tags as tags


class DayTests(SimpleTestCase):
    def test_running_text_and_tables(self) -> None:
        assert tags.day(date(2026, 6, 1)) == "Monday, June 1, 2026"
        assert tags.day_short(date(2026, 6, 1), date(2026, 1, 1)) == "Mon Jun 1"
        assert tags.day_short(date(2026, 6, 1), 2026) == "Mon Jun 1"

    def test_the_year_shows_when_it_is_another_or_nobody_said_which(self) -> None:
        assert tags.day_short(date(2027, 1, 4), date(2026, 12, 31)) == "Mon Jan 4, 2027"
        assert tags.day_short(date(2026, 6, 1)) == "Mon Jun 1, 2026"

    def test_a_moment_is_the_local_day(self) -> None:
        late = datetime(2026, 6, 2, 3, 30, tzinfo=UTC)  # 11:30 pm on June 1 in New York
        assert tags.day(late) == "Monday, June 1, 2026"
        assert tags.clock_time(late) == "11:30 pm"

    def test_nothing_says_nothing(self) -> None:
        for value in (None, "", "soon", "not-a-date"):
            assert tags.day(value) == ""
            assert tags.day_short(value) == ""
            assert tags.clock_time(value) == ""

    def test_an_iso_text_is_a_day(self) -> None:
        assert tags.day("2026-06-01") == "Monday, June 1, 2026"

    def test_times(self) -> None:
        for at, said in {
            time(0, 0): "midnight",
            time(0, 5): "12:05 am",
            time(9, 0): "9 am",
            time(12, 0): "noon",
            time(12, 1): "12:01 pm",
            time(14, 30): "2:30 pm",
        }.items():
            assert tags.clock_time(at) == said


class DollarTests(SimpleTestCase):
    def test_amounts(self) -> None:
        for amount, said in {
            Decimal("1250"): "$1,250.00",
            Decimal("0"): "$0.00",
            Decimal("0.05"): "$0.05",
            Decimal("-5"): "refund of $5.00",
            50: "$50.00",
        }.items():
            assert tags.dollars(amount) == said

    def test_a_fee_nobody_set_is_never_zero(self) -> None:
        assert tags.dollars(None) == "The office will confirm the fee"


class MeasureTests(SimpleTestCase):
    def test_units(self) -> None:
        for value, unit, said in (
            (Decimal("72.00"), "ft", "72 ft"),
            (Decimal("34"), "in", "34 in."),
            (Decimal("34"), "in.", "34 in."),
            (200, "sqft", "200 sq ft"),
            (Decimal("12000"), "gal", "12,000 gal"),
            (Decimal("0.50"), "%", "0.5%"),
            (Decimal("80"), "%", "80%"),
            (Decimal("50"), "$", "$50.00"),
            (1, "days", "1 day"),
            (30, "days", "30 days"),
            (Decimal("1E+2"), "ft", "100 ft"),
            ("12.50", "ft", "12.5 ft"),
            (Decimal("-3"), "ft", "-3 ft"),
            (7, "", "7"),
        ):
            with self.subTest(f"{value} {unit}"):
                assert tags.measure(value, unit) == said

    def test_what_is_no_number(self) -> None:
        for value, said in {
            None: "not given",
            "": "not given",
            True: "Yes",
            False: "No",
            "B-1": "B-1",
            "NaN": "NaN",
            date(2026, 6, 1): "Mon Jun 1, 2026",
            "2026-06-01": "Mon Jun 1, 2026",
        }.items():
            assert tags.measure(value) == said


class TagTests(SimpleTestCase):
    def test_status_from_slug_or_label(self) -> None:
        for status in ("in review", "in-review", "in_review", "In review"):
            assert tags.tag(status) == '<span class="tag tide">In review</span>'

    def test_colors(self) -> None:
        for word, color in {
            "withdrawn": "fog",
            "filed": "tide",
            "incomplete": "sand",
            "issued": "marsh",
            "revoked": "cranberry",
            "overdue": "cranberry",
            "part-paid": "sand",
            "paid": "marsh",
            "something new": "fog",
        }.items():
            assert f'class="tag {color}"' in tags.tag(word)

    def test_states_of_a_finding(self) -> None:
        said = {
            State.MET: ("marsh", "Met"),
            State.UNMET: ("cranberry", "Not met"),
            State.UNKNOWN: ("sand", "Not known yet"),
            State.VARIED: ("marsh", "Variance granted"),
            State.NOT_APPLICABLE: ("fog", "Does not apply"),
        }
        for state in State:
            color, words = said[state]
            for value in (state, state.value):
                assert tags.tag(value) == f'<span class="tag {color}">{words}</span>'

    def test_a_given_color_and_no_markup_from_outside(self) -> None:
        assert tags.tag("2 not sent", "sand") == '<span class="tag sand">2 not sent</span>'
        assert "&lt;b&gt;" in tags.tag("<b>")
        assert tags.tag(None) == ""

    def test_whose_move(self) -> None:
        assert tags.whose_move("office") == "The office's move"
        assert tags.whose_move("reviewer") == "A reviewer's move"
        assert tags.whose_move("Your move") == "Your move"


class FindingTests(SimpleTestCase):
    found = (
        Finding(State.MET, "One."),
        Finding(State.UNKNOWN, "Two."),
        Finding(State.UNMET, "Three."),
        Finding(State.MET, "Four."),
        Finding(State.UNKNOWN, "Five."),
        Finding(State.MET, "Six."),
    )

    def test_what_needs_an_act_comes_first(self) -> None:
        groups = [(words, [finding.says for finding in group]) for words, group in tags.by_state(self.found)]
        assert groups == [
            ("Not met", ["Three."]),
            ("Not known yet", ["Two.", "Five."]),
            ("Met", ["One.", "Four.", "Six."]),
        ]

    def test_in_sum(self) -> None:
        assert tags.in_sum(self.found) == "3 met, 1 not met, 2 not known yet"
        assert tags.in_sum([Finding(State.NOT_APPLICABLE, "One.")]) == "1 does not apply"
        assert tags.in_sum([Finding(State.NOT_APPLICABLE, "One.")] * 2) == "2 do not apply"
        assert tags.in_sum([]) == ""

    def test_no_state_is_forgotten(self) -> None:
        assert len(tags.by_state([Finding(state, "One.") for state in State])) == len(State)
