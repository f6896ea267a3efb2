"""A pasted list of owners: what is read, what is put right, and what is said of a line that cannot be."""

from __future__ import annotations

import pytest
from django.test import SimpleTestCase
from hypothesis import given
from hypothesis import strategies as st

from office.abutting import LONGEST, MOST_ROWS, Row, Table, read_table, zip_code


def only(text: str) -> Row:
    (row,) = read_table(text).rows
    return row


class TestReading(SimpleTestCase):
    def test_columns_in_the_usual_order(self) -> None:
        row = only("Sample Neighbor\t12 Sample Street\tTisbury\tma\t02568\t29-A-4\tcorner lot")
        assert row.values == {
            "owner": "Sample Neighbor", "street": "12 Sample Street", "city": "Tisbury", "state": "MA",
            "zip_code": "02568", "lot": "29-A-4", "note": "corner lot",
        }  # fmt: skip
        assert row.problems == row.remarks == ()

    def test_columns_that_the_first_line_names_in_any_order(self) -> None:
        row = only(
            "Parcel ID,Owner 1,Owner 2,Mail Zip,Mail City,Mail State,Mailing Address,Address 2,Acres\n"
            '29-A-4,Sample Neighbor,Sample Spouse,2568,Tisbury,MA,"12 Sample Street",Unit 2,0.4'
        )
        assert (row.owner, row.street) == ("Sample Neighbor and Sample Spouse", "12 Sample Street, Unit 2")
        assert (row.city, row.zip_code, row.lot, row.line) == ("Tisbury", "02568", "29-A-4", 2)
        assert row.remarks == ("ZIP code 2568: the zero before it was put back.",)
        assert read_table("owner;town\nSample Neighbor;Tisbury").rows[0].city == "Tisbury"

    def test_quotes_keep_a_comma_in_its_cell(self) -> None:
        assert only('"Neighbor, Sample",PO Box 8,Boston,MA,02108').owner == "Neighbor, Sample"

    def test_semicolons_part_what_holds_commas(self) -> None:
        row = only("Neighbor, Sample;PO Box 8;Boston;MA;02108")
        assert (row.owner, row.zip_code) == ("Neighbor, Sample", "02108")

    def test_what_cannot_be_read_stays_with_its_line(self) -> None:
        table = read_table(
            "Sample Neighbor,1 Sample Street,Tisbury,MA,02568\n\n"
            ",2 Sample Street,Tisbury,MA,02568\n"
            "Sample Other,3 Sample Street,Tisbury,Mass,02568\n"
            "Sample Third,4 Sample Street,Tisbury,MA,25\n"
            "Sample Fourth,5 Sample Street,Tisbury,MA,02568,lot,note,more,and more\n"
        )
        assert [row.line for row in table.rows] == [1, 3, 4, 5, 6]
        assert table.wrong == 4
        assert not table.whole
        said = [" ".join(row.problems) for row in table.rows]
        assert said[0] == ""
        assert "The owner is missing." in said[1]
        assert "two letters, such as MA" in said[2]
        assert "“25” is no ZIP code" in said[3]
        assert "9 columns and the list 7" in said[4]

    def test_an_owner_without_an_address_is_taken_and_remarked(self) -> None:
        row = only("Sample Neighbor")
        assert row.problems == ()
        (says,) = row.remarks
        assert says == "No mailing address or town or ZIP code yet: the notice cannot be mailed without."

    def test_the_whole_may_be_wrong(self) -> None:
        for text, says in (
            ("", "one owner a line"),
            (" \n ,, \n", "one owner a line"),
            ("Town,ZIP code\nTisbury,02568", "none of them is “Owner”"),
            ("Owner,Town", "Paste the owners too"),
            ("x\n" * (MOST_ROWS + 1), f"{MOST_ROWS + 1} lines"),
        ):
            table = read_table(text)
            assert says in table.problem
            assert not table.whole
        assert len(read_table("x\n" * MOST_ROWS).rows) == MOST_ROWS

    def test_too_long(self) -> None:
        assert only("x" * LONGEST["owner"]).problems == ()
        assert "201 letters; 200 fit" in only("x" * 201).problems[0]

    @given(st.text(max_size=300))
    def test_any_text_is_read_without_losing_a_line(self, text: str) -> None:
        table = read_table(text)
        lines = [n for n, line in enumerate(text.splitlines(), start=1) if line.strip(" \t,;")]
        assert table.problem or [row.line for row in table.rows] in (lines, lines[1:])
        for row in table.rows:
            if not row.problems:
                assert all(len(value) <= LONGEST[name] for name, value in row.values.items())

    def test_no_row_is_not_whole(self) -> None:
        assert not Table().whole


@pytest.mark.parametrize(
    ("text", "kept"),
    [("02568", "02568"), ("02568-1234", "02568-1234"), ("025681234", "02568-1234"), ("2568", "02568"),
     ("2568-1234", "02568-1234"), ("256", ""), ("025689", ""), ("ABCDE", ""), ("", "")],
)  # fmt: skip
def test_zip_codes(text: str, kept: str) -> None:
    assert zip_code(text)[0] == kept
