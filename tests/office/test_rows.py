"""Answers that are rows: from a draft or the counter to the case, amended, renewed, on the register."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.http import QueryDict

from office.actions.cases import amend
from office.actions.errors import StaleSave
from office.forms import as_sent
from office.intake import Filing, Intake, Table, answers_of, in_words
from office.law import State
from office.models.rows import rows_of
from tests import people
from tests.office.rafts import (  # noqa: F401
    ANSWERS,
    DEPTHS,
    FILED,
    PLANKS,
    RAFT,
    Depth,
    Plank,
    file_raft,
    raft_kind,
    raft_tables,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("raft_kind")]


def sent(**lists: list[str]) -> QueryDict:
    """What a browser sends."""
    data = QueryDict(mutable=True)
    for name, values in lists.items():
        data.setlist(name.replace("__", "-"), values)
    return data


def form(data: Any) -> Any:
    return Intake(RAFT, data).form


# ---- Reading
def test_rows_are_read_from_one_list_per_column() -> None:
    intake = Intake(RAFT, sent(planks__wood=["oak", ""], planks__length_ft=["12", "8.5"],
                               planks__count=["3", ""]))  # fmt: skip
    assert intake.is_valid()
    assert intake.answers()["planks"] == (
        {"wood": "oak", "length_ft": Decimal(12), "count": 3, "tarred": None, "giver": ""},
        {"wood": "", "length_ft": Decimal("8.5"), "count": None, "tarred": None, "giver": ""},
    )


def test_no_rows_and_rows_without_a_word_are_not_known() -> None:
    assert Intake(RAFT, {}).answers()["planks"] is None
    assert Intake(RAFT, sent(planks__wood=["", ""], planks__length_ft=[" ", ""])).answers()["planks"] is None
    case = file_raft(planks=[])
    assert answers_of(case.details)["planks"] is None
    found = {each.rule: each.state for each in Filing.of_case(case).findings(FILED)}
    assert found == {"planks": State.UNKNOWN, "water": State.MET, "long": State.UNKNOWN}


def test_an_unreadable_cell_is_a_row_with_that_value_not_known() -> None:
    intake = Intake(RAFT, sent(planks__wood=["oak", "pine"], planks__length_ft=["twelve", "8,5"]))
    assert not intake.is_valid()
    assert [row["length_ft"] for row in intake.answers()["planks"]] == [None, None]
    assert [row["wood"] for row in intake.answers()["planks"]] == ["oak", "pine"]
    bound = intake.form["planks"] if intake.form else None
    assert bound is not None
    assert [target for target, _ in bound.error_links] == ["id_planks-0-length_ft", "id_planks-1-length_ft"]
    assert "Plank 2, length in feet: Write the feet in digits" in bound.error_links[1][1]
    assert bound.raw.rows[0]["length_ft"] == "twelve", "kept as typed"


@pytest.mark.parametrize(
    "hostile",
    [
        {"planks__wood": ["oak"] * 5000},
        {"planks__wood": ["oak"], "planks__length_ft": []},
        {"planks__wood": ["\0", "<script>", "a" * 5000]},
        {"planks__length_ft": ["NaN", "Infinity", "1e999999", "-1", "9" * 400, "²", "1_000"]},
        {"planks__count": ["1e5", "٣", "99999999999999999999"]},
        {"planks__TOTAL_FORMS": ["-1"], "planks": ["x"], "depths": ["y"]},
        {"depths__pasted": ["\0\t\x0b" * 500]},
        {"depths__pasted": ["9" * 70_000]},
        {"depths__pasted": ['"' * 2000]},
        {"depths__pasted": ["1;2\n" * 600]},
    ],
)  # fmt: skip
def test_whatever_is_sent_is_read_or_refused_in_words(hostile: dict[str, list[str]]) -> None:
    intake = Intake(RAFT, sent(**hostile))
    valid = intake.is_valid()
    assert intake.form is not None
    for name in ("planks", "depths"):
        bound: Any = intake.form[name]
        assert valid or name not in intake.form.errors or bound.error_links
        assert all(len(row.cells) for row in bound.rows)
        assert len(bound.rows) <= PLANKS.most + 1
    assert isinstance(intake.answers(), dict)


def test_more_rows_than_are_taken_are_refused_with_the_number() -> None:
    told = form(sent(planks__wood=["oak"] * 11)).errors["planks"]
    assert told == ["There are more than 10 rows here; at most 10 are taken. Leave some out."]
    told = form({"depths-pasted": "\n".join(f"{n} 4" for n in range(501))}).errors["depths"]
    assert told == ["There are 501 rows here; at most 500 are taken. Leave some out."]
    assert form({"depths-pasted": "\n".join(f"{n} 4" for n in range(500))}).is_valid()


# ---- Filing, amending, renewing
def test_rows_are_kept_in_their_order_and_seen_by_the_rules() -> None:
    case = file_raft()
    assert [row["length_ft"] for row in answers_of(case.details)["planks"]] == [Decimal(12), Decimal("8.5")]
    assert [each.state for each in Filing.of_case(case).findings(FILED)] == [State.MET] * 3
    kept = case.snapshots.get(event__slug="filed")
    assert [(Decimal(each["length_ft"]), each["count"]) for each in kept.facts["planks"]] == [
        (Decimal(12), 3), (Decimal("8.5"), 2),
    ]  # fmt: skip
    assert [set(found.reads) & {"planks", "depths"} for found in kept.findings.all()] == [
        {"planks"}, {"depths"}, {"planks"},
    ]  # fmt: skip


def test_rows_cost_one_query_per_set_whatever_their_number(django_assert_num_queries: Any) -> None:
    few = file_raft()
    many = file_raft(**{"depths-pasted": "\n".join(f"{n} 4" for n in range(500))})
    for case in (few, many):
        case.forget_details()
        details = case.details
        with django_assert_num_queries(2):
            answers_of(details)
        with django_assert_num_queries(0):
            in_words(RAFT, details), answers_of(details)


def test_replacing_500_rows_is_a_fixed_number_of_queries(django_assert_max_num_queries: Any) -> None:
    case = file_raft()
    given = {**ANSWERS, "depths-pasted": "\n".join(f"{n} 4" for n in range(500))}
    intake = Intake(RAFT, given, details=case.details)
    assert intake.is_valid()
    # bulk_create goes by as many variables as SQLite takes in a statement
    with django_assert_max_num_queries(16):
        intake.save(case)
    assert Depth.objects.count() == 500
    assert Plank.objects.count() == 2


def test_the_history_names_the_rows_that_were_changed() -> None:
    case = file_raft()
    rows = [{**ANSWERS["planks"][0], "length_ft": "11"}]
    event = amend(
        case, intake=Intake(RAFT, {**ANSWERS, "planks": rows}, details=case.details), on=FILED,
        by=people.clerk(), version=case.version,
    )  # fmt: skip
    assert event.note == "Changed: Planks"
    assert [row["length_ft"] for row in answers_of(case.details)["planks"]] == [Decimal(11)]
    case.refresh_from_db()
    same = {**ANSWERS, "planks": [{**rows[0], "length_ft": "11.00"}]}
    event = amend(case, intake=Intake(RAFT, same, details=case.details), on=FILED, by=people.clerk(),
                  version=case.version)  # fmt: skip
    assert event.note == ""


def test_a_stale_save_compares_the_rows() -> None:
    case = file_raft()
    mine = {**ANSWERS, "planks": ANSWERS["planks"][:1]}
    with pytest.raises(StaleSave) as stale:
        amend(case, intake=Intake(RAFT, mine, details=case.details), on=FILED, by=people.clerk(), version=-1)
    assert set(stale.value.yours) == {"planks"}
    assert len(stale.value.yours["planks"]) == 1
    assert len(stale.value.theirs["planks"]) == 2


def test_a_ruling_stands_while_the_rows_it_read_are_the_same() -> None:
    from office.actions.cases import rule_on

    case = file_raft(planks=[{"wood": "oak"}])
    rule_on(case, rule="planks", says="met", why="Seen.", vote="Sample vote", on=FILED, by=people.clerk())
    for rows, stands in (([{"wood": "oak"}], True), ([{"wood": "oak", "length_ft": "13"}], False)):
        case.refresh_from_db()
        intake = Intake(RAFT, {**ANSWERS, "planks": rows}, details=case.details)
        amend(case, intake=intake, on=FILED, by=people.clerk(), version=case.version)
        assert case.rulings.live().exists() is stands


def test_they_are_shown_as_tables_and_the_register_shows_only_what_it_may() -> None:
    from office.views.register import public_answers

    case = file_raft()
    shown = {label: value for _, rows in in_words(RAFT, case.details) for label, value, _ in rows}
    assert shown["Planks"].columns == ("Wood", "Length in feet", "How many", "Tarred", "Who gave it")
    assert shown["Planks"].rows[1] == ("White pine", "8.5", "2", "No", "")
    public = dict(public_answers(case.details))["Planks"]
    assert isinstance(public, Table)
    assert public.columns == ("Wood", "Length in feet")
    assert str(public) == "1. wood Oak, length in feet 12; 2. wood White pine, length in feet 8.5"
    assert "Sample giver" not in str(public)


def test_what_is_on_file_is_sent_again_as_it_was() -> None:
    rows = rows_of(file_raft().details)["planks"]
    assert rows
    again = Intake(RAFT, sent(**{name.replace("-", "__"): v for name, v in as_sent(PLANKS, rows).items()}))
    assert again.answers()["planks"] == rows


def test_a_form_of_a_case_changed_nowhere_says_so(django_assert_num_queries: Any) -> None:
    case = file_raft()
    same = {**ANSWERS, "depths-pasted": "20;6.25\n", "depths": None}
    del same["depths"]
    assert Intake(RAFT, ANSWERS, details=case.details).form.changed_data == []  # type: ignore[union-attr]
    assert Intake(RAFT, same, details=case.details).form.changed_data == ["depths"]  # type: ignore[union-attr]


def test_a_long_table_is_changed_as_the_text_it_is() -> None:
    case = file_raft(**{"depths-pasted": "\n".join(f"{n} 4.5" for n in range(60))})
    bound: Any = Intake(RAFT, None, details=case.details).form["depths"]  # type: ignore[index]
    assert bound.is_text
    assert bound.rows == []
    assert bound.text.splitlines()[:2] == ["Distance in feet\tDepth in feet\tDay", "0\t4.5\t"]
    again = Intake(RAFT, {**ANSWERS, "depths-pasted": bound.text})
    assert again.answers()["depths"] == rows_of(case.details)["depths"]
    assert DEPTHS.most == 500
