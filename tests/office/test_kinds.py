"""A kind's table: what may be recorded, where a case stands, and what does not fit together."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from office import kinds
from office.application import APPLICATION, calendar_year
from office.clockwork import CASE_CLOSED, TERM_ENDS, Clock, Ended, Happened, Mover
from office.kinds import CaseKind, Letter, Lifecycle, Standing, Step, register

START, END = date(2026, 3, 2), date(2026, 12, 31)
ISSUED = Happened("issued", START, from_on=START, until_on=END)


def on(slug: str, month: int, day: int) -> Happened:
    return Happened(slug, date(2026, month, day))


def stands(*events: Happened) -> Standing:
    return APPLICATION.fold([Happened("filed", date(2026, 3, 1)), *events])


# ---- Where a case stands
def test_without_events_a_case_stands_at_the_first_status() -> None:
    assert APPLICATION.fold([]) == Standing("filed", is_open=True)


def test_a_move_takes_the_status_along_and_a_note_does_not() -> None:
    assert stands(on("complete", 3, 2), on("note", 3, 3)).status == "in review"
    assert stands(on("complete", 3, 2), on("incomplete", 3, 3)).status == "incomplete"


@pytest.mark.parametrize("slug", ["denied", "withdrawn", "revoked", "closed"])
def test_an_end_closes_the_case(slug: str) -> None:
    standing = stands(on(slug, 3, 9))
    assert (standing.status, standing.is_open) == (slug, False)


def test_issuing_starts_the_term_it_bears() -> None:
    assert stands(ISSUED) == Standing("issued", True, START, END)


def test_a_term_without_its_first_day_starts_on_the_day_of_the_event() -> None:
    assert stands(on("issued", 3, 2)).starts_on == START
    assert stands(on("issued", 3, 2)).ends_on is None


@pytest.mark.parametrize("slug", ["revoked", "closed"])
def test_a_cut_ends_the_term_the_day_before(slug: str) -> None:
    assert stands(ISSUED, on(slug, 6, 1)).ends_on == date(2026, 5, 31)


def test_the_end_of_the_term_and_of_the_case_follow_from_what_was_recorded() -> None:
    filed = Happened("filed", date(2026, 3, 1))
    assert APPLICATION.follows([filed]) == []
    assert APPLICATION.follows([filed, ISSUED]) == [Happened(TERM_ENDS, END)]
    revoked = on("revoked", 6, 1)
    assert APPLICATION.follows([filed, ISSUED, revoked]) == [Happened(CASE_CLOSED, revoked.on)]


def test_a_cut_never_lengthens_a_term_and_ends_a_lasting_one() -> None:
    after = Happened("closed", date(2027, 2, 1))
    assert stands(ISSUED, after).ends_on == END
    assert stands(on("issued", 3, 2), after).ends_on == date(2027, 1, 31)


def test_a_cut_before_any_term_leaves_none() -> None:
    assert stands(on("revoked", 6, 1)).ends_on is None


@pytest.mark.parametrize(
    ("status", "slug"),
    [("filed", "complete"), ("in review", "approved"), ("approved", None), ("denied", None)],
)
def test_the_usual_next_step_is_no_gate_and_no_refusal(status: str, slug: str | None) -> None:
    step = APPLICATION.usual(status)
    assert (step.slug if step else None) == slug


def test_suspended_until_the_day_before_it_is_reinstated() -> None:
    standing = stands(ISSUED, on("suspended", 6, 10), on("reinstated", 6, 20))
    assert standing.status == "issued"
    assert standing.suspended == ((date(2026, 6, 10), date(2026, 6, 19)),)


def test_suspended_and_reinstated_the_same_day_was_never_suspended() -> None:
    assert stands(ISSUED, on("suspended", 6, 10), on("reinstated", 6, 10)).suspended == ()


def test_suspended_for_one_day() -> None:
    one = (date(2026, 6, 10), date(2026, 6, 10))
    assert stands(ISSUED, on("suspended", 6, 10), on("reinstated", 6, 11)).suspended == (one,)


def test_suspended_twice() -> None:
    standing = stands(ISSUED, on("suspended", 4, 1), on("reinstated", 4, 3), on("suspended", 5, 1))
    assert standing.suspended == ((date(2026, 4, 1), date(2026, 4, 2)), (date(2026, 5, 1), None))


def test_reinstating_what_is_not_suspended_changes_no_day() -> None:
    standing = stands(ISSUED, on("suspended", 4, 1), on("reinstated", 4, 3), on("reinstated", 4, 9))
    assert standing.suspended == ((date(2026, 4, 1), date(2026, 4, 2)),)


def test_an_event_of_no_table_is_refused() -> None:
    with pytest.raises(LookupError, match="'crowned'"):
        APPLICATION.fold([on("crowned", 3, 2)])


# ---- The table
def test_buttons_are_the_moves_of_the_status() -> None:
    assert [step.slug for step in APPLICATION.moves("issued")] == ["suspended", "revoked", "closed"]
    assert [step.slug for step in APPLICATION.moves("suspended")] == ["reinstated", "revoked", "closed"]
    assert APPLICATION.moves("revoked") == []
    assert "issued" in [step.slug for step in APPLICATION.moves("filed")]
    assert "issued" not in [step.slug for step in APPLICATION.moves("incomplete")]


@pytest.mark.parametrize(
    ("status", "mover"),
    [
        ("filed", Mover.OFFICE),
        ("incomplete", Mover.APPLICANT),
        ("issued", Mover.NOBODY),
        ("denied", Mover.NOBODY),
    ],
)
def test_whose_move_it_is(status: str, mover: Mover) -> None:
    assert APPLICATION.mover(status) == mover


def test_a_lifecycle_grows_by_steps() -> None:
    inspected = (Step("inspected", "Inspect", "Inspected"),)
    more = APPLICATION + inspected
    assert more.step("inspected").done == "Inspected"
    with pytest.raises(LookupError):
        APPLICATION.step("inspected")


def test_every_table_knows_the_kernels_own_steps_and_shows_no_button_for_them() -> None:
    short = Lifecycle("open", (Step("shut", "Shut", "Shut", to="shut"),), ("shut",))
    assert short.step("paid").done == "Payment recorded"
    assert [step.slug for step in short.moves("open")] == ["shut"]


# ---- The registry
@pytest.fixture
def _kept_registry() -> Iterator[None]:
    before = dict(kinds.registry)
    yield
    kinds.registry.clear()
    kinds.registry.update(before)


def clock(starts: str | Ended, stop: str) -> Clock:
    return Clock(slug="c", says="C", cite="1", starts=starts, stops=(stop,), days=1)


def kind(slug: str = "shed", series: str = "SH", **more: object) -> CaseKind:
    said = {"label": "Shed permit", "boards": ("tisbury-health",), "lifecycle": APPLICATION, "section": "1"}
    return CaseKind(slug=slug, series=series, about="A shed.", **(said | more))  # type: ignore[arg-type]


@pytest.mark.usefixtures("_kept_registry")
def test_a_registered_kind_is_found_by_its_slug() -> None:
    shed = kind()
    register(shed)
    assert kinds.get("shed") is shed
    with pytest.raises(LookupError, match="'barn'"):
        kinds.get("barn")


@pytest.mark.usefixtures("_kept_registry")
@pytest.mark.parametrize(
    ("second", "says"),
    [
        (kind(series="SX"), "Two kinds are called 'shed'"),
        (kind("barn"), "the series 'SH' is taken"),
        (
            kind("barn", "BA", clocks=(clock("crowned", "paid"),)),
            "barn, clock c: Nothing called 'crowned'",
        ),
        (kind("barn", "BA", clocks=(clock("filed", "x"),)), "barn, clock c: Nothing called 'x'"),
        (
            kind("barn", "BA", clocks=(clock("filed", "paid"), clock("filed", "paid"))),
            "barn: two clocks are called 'c'",
        ),
        (
            kind("barn", "BA", clocks=(clock(Ended("review"), "paid"),)),
            "barn, clock c: declare 'review' before it",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused_by_name(second: CaseKind, says: str) -> None:
    register(kind())
    with pytest.raises(ValueError, match=says):
        register(second)


def test_a_letter_is_found_by_its_slug() -> None:
    permit = Letter("permit", "Permit", "letters/permit.html")
    assert kind(letters=(permit,)).letter("permit") is permit
    with pytest.raises(LookupError, match="no paper called 'order'"):
        kind(letters=(permit,)).letter("order")


def test_what_has_a_term_can_be_renewed() -> None:
    assert kind(term=calendar_year).renewable
    assert not kind().renewable


@pytest.mark.parametrize(
    ("start", "last"),
    [
        (date(2026, 1, 1), date(2026, 12, 31)),
        (date(2026, 12, 31), date(2026, 12, 31)),
        (date(2028, 2, 29), date(2028, 12, 31)),
    ],
)
def test_the_calendar_year_runs_out_with_the_year_of_the_first_day(start: date, last: date) -> None:
    assert calendar_year(start, None) == last
