"""What people type, and what they mean by it."""

from __future__ import annotations

import pytest

from office.search import fold, numbers_meant, terms

LOT = ["29a3", "29A3", "29-A-3", "29-a-03", "029-A-3", "029-a-03", "29-A-0003"]


@pytest.mark.parametrize("on_file", LOT)
@pytest.mark.parametrize("typed", LOT)
def test_a_lot_is_found_however_it_is_written_here_and_there(on_file: str, typed: str) -> None:
    assert terms(typed) == ["29a3"]
    assert "29a3" in fold(on_file).split()


@pytest.mark.parametrize("typed", ["29 A 3", "029  a 03", "29/A/3", "29–A–3"])
def test_a_lot_alone_is_one_word_with_spaces_too(typed: str) -> None:
    assert terms(typed) == ["29a3"]


@pytest.mark.parametrize("typed", ["29 A 29", "29-A-29"])
def test_a_lot_whose_map_and_lot_are_alike_is_whole(typed: str) -> None:
    assert terms(typed) == ["29a29"]


def test_more_than_a_lot_stays_words() -> None:
    assert terms("29 A 3 Main") == ["29", "a", "3", "main"]
    assert terms("29 St 3") == ["29", "st", "3"]


@pytest.mark.parametrize("typed", ["DU-2026-001", "du-2026-1", "du2026001", "DU 2026", "2026-001", "2026001"])
def test_a_number_is_found_with_or_without_its_hyphens_and_zeros(typed: str) -> None:
    assert all(term in fold("DU-2026-001") for term in terms(typed))


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("O'Brien", "obrien"),
        ("O’Brien", "obrien"),
        ("OBRIEN", "obrien"),
        ("Müller", "muller"),
        ("Mu\u0308ller", "muller"),
        ("Strauß", "strauss"),
        ("Bjørn", "bjorn"),
        ("BJØRN", "bjorn"),
        ("Łukasz", "lukasz"),
        ("Ægir", "aegir"),
        ("Peña", "pena"),
        ("OʼBrien", "obrien"),  # a letter to Unicode, an apostrophe to whoever types it
        ("O`Brien", "obrien"),
        ("İzmir ısı", "izmir isi"),
        ("№ 5", "no 5"),
        ("李小龍", "李小龍"),
        ("ガス", "カス"),
        ("Smith-Jones", "smithjones"),
        ("snake_case", "snakecase"),
        ("100%", "100"),
        ("St. John's", "st johns"),
        ("DU-2026-001", "du20261 du2026001"),
        ("du 2026 001", "du 2026 1 001"),
        ("０29", "29 029"),
        ("0", "0"),
        ("00", "0 00"),
        ("100", "100"),
        ("  10   Main  Street ", "10 main street"),
        ("--", ""),
        ("", ""),
    ],
)
def test_case_accents_apostrophes_hyphens_and_leading_zeros_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_several_texts_make_one_line_and_no_word_stands_twice() -> None:
    assert fold("Sample Bin", None, "", "Sample Street 10") == "sample bin street 10"


def test_folding_twice_changes_nothing() -> None:
    once = fold("O'Brien", "029-a-03", "Müller & Søn")
    assert fold(once) == once


def test_every_word_of_a_query_is_a_term() -> None:
    assert terms("O'Brien 029-A-03 sample") == ["obrien", "29a3", "sample"]
    assert terms("   ") == terms("- '") == []


def test_a_query_of_many_words_is_cut_at_eight() -> None:
    assert terms("one two three four five six seven eight nine ten") == [
        "one", "two", "three", "four", "five", "six", "seven", "eight",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ numbers
@pytest.mark.parametrize(
    "typed",
    ["DU-2026-031", "du-2026-31", "du2026031", "DU 2026 31", "du2026 31", "dú 2026 31", "DU–2026–0031",
     "#DU-2026-31"],
)  # fmt: skip
def test_a_whole_number_is_one(typed: str) -> None:
    assert numbers_meant(typed, {"DU", "TD"}) == ["DU-2026-031"]


@pytest.mark.parametrize("typed", ["du 31", "DU-31", "dú 31", "du31", "DU-031", "Du 0031"])
def test_a_number_without_its_year_is_that_of_any_year(typed: str) -> None:
    meant = numbers_meant(typed, {"DU", "TD"})
    assert meant[0] == "DU-2000-031"
    assert meant[-1] == "DU-2099-031"
    assert "DU-2026-031" in meant
    assert len(meant) == 100


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("DU-2026-1234", ["DU-2026-1234"]),
        ("du 1234", [f"DU-{year}-1234" for year in range(2000, 2100)]),
        ("DU-2026", []),
        ("du 2026", []),
        ("DU-1999-001", []),
        ("ab 31", []),
        ("29-A-3", []),
        ("main 2026 5", []),
        ("2026-014", []),
        ("du", []),
        ("", []),
    ],
)
def test_what_is_no_number_is_words(typed: str, meant: list[str]) -> None:
    assert numbers_meant(typed, {"DU", "TD"}) == meant
