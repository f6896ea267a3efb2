"""A pasted table: what is read of it, and what is refused in words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from office.forms_answers import FeetField, feet_and_inches
from office.pasted import Column, read, write

COLUMNS = (
    Column("distance_ft", "Distance in feet"),
    Column("depth_ft", "Depth in feet"),
    Column("place", "Place", {"At the berth": "berth", "On the way out": "way-out"}),
)


def cells(text: str) -> list[tuple[str, ...]]:
    found = read(text, COLUMNS)
    assert found.problems == []
    return [tuple(line.cells.values()) for line in found.lines]


@pytest.mark.parametrize("separator", ["\t", ";", ",", " ", "   "])
def test_tabs_semicolons_commas_or_blanks_part_the_cells(separator: str) -> None:
    text = f"0{separator}3.5{separator}berth\n\n10{separator}4{separator}way-out\n"
    assert cells(text) == [("0", "3.5", "berth"), ("10", "4", "way-out")]


def test_words_of_a_choice_are_read_as_the_choice_and_others_kept_as_typed() -> None:
    assert cells("0;3;at the berth\n1;3;ON THE WAY OUT\n2;3;elsewhere") == [
        ("0", "3", "berth"), ("1", "3", "way-out"), ("2", "3", "elsewhere"),
    ]  # fmt: skip


def test_a_header_may_set_the_order() -> None:
    assert cells("Depth;Distance;Place\n3;0;berth") == [("0", "3", "berth")]
    assert cells("Depth (ft)\tPlace\n3\tberth") == [("", "3", "berth")]
    assert cells("Station;Elevation;Remark\n0;3;berth") == [("0", "3", "berth")]


def test_a_header_that_names_only_some_columns_is_refused() -> None:
    found = read("Depth;Elevation;Place\n3;0;berth", COLUMNS)
    assert found.problems == [
        "The header “Elevation” is none of our columns, or stands twice. The columns are: Distance in feet; "
        "Depth in feet; Place."
    ]
    assert read("Depth;Depth\n1;2", COLUMNS).problems


def test_a_first_line_with_a_digit_is_a_row() -> None:
    assert cells("about 3;two;berth\n1;2;berth")[0] == ("about 3", "two", "berth")


def test_decimal_commas_between_blanks_are_refused() -> None:
    assert read("0,5 3,25\n1,5 4,25", COLUMNS).problems == [
        "Line 1 has decimal commas. Write 12.5, not 12,5, and paste the table again."
    ]
    # Between tabs or semicolons the cell itself is refused, by line and column.
    assert cells("0,5;3,25")[0] == ("0,5", "3,25", "")


def test_too_many_cells_are_named_by_line_and_too_few_are_open() -> None:
    found = read("0;3\n\n1;3;berth;x", COLUMNS)
    assert [line.number for line in found.lines] == [1]
    assert found.problems == [
        "Line 3 has 4 cells; there are 3 columns: Distance in feet; Depth in feet; Place."
    ]
    assert cells("0") == [("0", "", "")]


def test_lines_are_counted_as_they_stand() -> None:
    assert [line.number for line in read("Distance;Depth\r\n\r\n0;3\r\n1;3\r\n", COLUMNS).lines] == [3, 4]


SIGNS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"))
CELL = st.one_of(
    st.decimals(0, 999, places=2).map(str), st.text(SIGNS, max_size=12).map(str.strip), st.just("2'6\"")
)


@given(st.lists(st.fixed_dictionaries({
    "distance_ft": CELL, "depth_ft": CELL, "place": st.sampled_from(["", "berth", "way-out"]),
}), max_size=30))  # fmt: skip
def test_what_is_written_is_read_again(rows: list[dict[str, str]]) -> None:
    kept = [row for row in rows if any(row.values())]
    found = read(write(kept, COLUMNS), COLUMNS)
    assert found.problems == []
    assert [line.cells for line in found.lines] == kept


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = read(text, COLUMNS)
    assert all(set(line.cells) == {"distance_ft", "depth_ft", "place"} for line in found.lines)
    assert all(isinstance(says, str) and says for says in found.problems)


# ---- Feet and inches
@pytest.mark.parametrize(
    ("text", "feet"),
    [
        ("2'6\"", Fraction(5, 2)), ("2' 6\"", Fraction(5, 2)), ("2’6”", Fraction(5, 2)),
        ("2′6″", Fraction(5, 2)), ("2 ft 6 in", Fraction(5, 2)), ("72 ft. 6 in.", Fraction(145, 2)),
        ("2'-6\"", Fraction(5, 2)), ("6\"", Fraction(1, 2)), ("10'", Fraction(10)), ("2'4\"", Fraction(7, 3)),
        ("2' 6 1/2\"", Fraction(61, 24)), ("1/2\"", Fraction(1, 24)), ("-3'", Fraction(-3)),
        ("2'12\"", None), ("2.5'6\"", None), ("12.5", None), ("2'6", None), ("'", None), ("", None),
        ("1/0\"", None), ("2'6\"x", None),
    ],
)  # fmt: skip
def test_feet_and_inches_are_read_exactly(text: str, feet: Fraction | None) -> None:
    assert feet_and_inches(text) == feet


def test_what_no_decimal_says_is_refused_with_its_neighbours() -> None:
    field = FeetField(max_digits=7, decimal_places=2, required=False)
    assert str(field.clean("2'6\"")) == "2.50"
    assert field.read_as("2'3\"") == "2.25 ft"
    assert field.read_as("2.25") == ""
    with pytest.raises(ValidationError) as refused:
        field.clean("2'4\"")
    assert refused.value.messages == [
        "2'4\" is between 2.33 and 2.34 feet, and no number of feet with 2 decimals says it exactly. Write "
        "the feet as the plan has them, such as 2.33."
    ]


@given(st.integers(0, 5000), st.integers(0, 11), st.sampled_from([1, 2, 3, 4]))
def test_feet_and_inches_are_never_rounded(feet: int, inches: int, places: int) -> None:
    field = FeetField(max_digits=9, decimal_places=places, required=False)
    text, meant = f"{feet}'{inches}\"", feet + Fraction(inches, 12)
    if (meant * 10**places).denominator == 1:
        assert Fraction(field.clean(text)) == meant
    else:
        with pytest.raises(ValidationError, match="is between"):
            field.clean(text)
