"""Inspections: checklists by their day, answers, outcomes, last days, repeats, re-inspections."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from enforcement.actions import inspections
from enforcement.actions.checklists import add_wording, withdraw_wording
from enforcement.actions.inspections import ItemsLeft, Said, Unfit
from enforcement.management import checklists
from enforcement.models import Checklist, ChecklistItem, ItemWording
from enforcement.models.inspections import earlier_at, items_of, repeats
from enforcement.rules import inspections as rules
from office import kinds, regulations
from office.actions.cases import open_case, record
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Filing, Intake
from office.law import State
from office.models import Case
from tests import casts, people
from tests.enforcement.inspection_cast import (
    DAY,
    TUESDAY,
    answered,
    begun,
    checklist,
    finished,
    item,
    shipped,
    the_bin,
)


# ---- The office
def _office() -> None:
    shipped()
    the_bin()


office = casts.shared(_office)
pytestmark = pytest.mark.django_db


def clock(case: Case, slug: str) -> Any:
    return case.clocks.get(clock="correction", subject=slug)


# ---- The checklists as they ship
def test_each_shipped_row_is_one_the_admin_would_take() -> None:
    rows = list(ItemWording.objects.select_related("item__checklist"))
    assert len({row.item.checklist.slug for row in rows}) == 9
    for row in rows:
        assert rules.problems(row.wording()) == [], row
        assert row.doubt, f"{row}: the days to correct are no law, and the row must say so"
        if row.cite:
            assert regulations.resolve(row.cite).cite == row.cite
        else:
            assert row.item.checklist.slug == "body-art", "only what no section gives has none"
    assert {row.item.checklist.slug for row in rows if row.critical} == {"food"}


def test_seeding_again_changes_nothing() -> None:
    before = ItemWording.objects.count()
    said: list[str] = []
    checklists.add(said.append)
    assert (said, ItemWording.objects.count()) == ([], before)


def test_rights_are_printed_only_where_a_section_gives_them() -> None:
    given = {row.slug: row.rights for row in Checklist.objects.all() if row.rights}
    assert set(given) == {"food", "residential-kitchen", "habitation"}
    assert "410.850" in given["habitation"]
    assert "410.860" in given["habitation"]


# ---- Dated rows
def changed(on: date = TUESDAY, **columns: Any) -> ItemWording:
    lids = ChecklistItem.objects.get(checklist__slug="dumpster", slug="lids")
    said = {"text": "Lids are shut tight.", "cite": "Tisbury 09.2.4(1)", "days": 2} | columns
    return add_wording(lids, since=on, vote="Sample vote", on=DAY, by=people.administrator(), **said)


def test_the_row_of_the_day_of_the_inspection_counts_on_both_sides_of_the_change() -> None:
    changed()
    before, after = begun(DAY), begun(TUESDAY)
    assert item(before, "lids").wording.text == "Lids are kept closed."
    assert (item(after, "lids").wording.text, item(after, "lids").due_in) == ("Lids are shut tight.", 2)
    # Written down late, it goes by its own day.
    late = begun(DAY, today=date(2026, 6, 30))
    assert item(late, "lids").wording.text == "Lids are kept closed."


def test_an_inspection_keeps_the_list_it_began_with() -> None:
    case = begun(TUESDAY)
    changed(TUESDAY)
    assert item(case, "lids").wording.text == "Lids are kept closed."


def test_an_item_may_be_asked_no_longer() -> None:
    changed(asked=False, text="", cite="")
    assert "lids" in {row.item.slug for row in items_of(begun(DAY).details)}
    assert "lids" not in {row.item.slug for row in items_of(begun(TUESDAY).details)}


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"on": date(2026, 5, 31)}, "before today"),
        ({"text": " "}, "The item has no words."),
        ({"cite": "Tisbury 99.9"}, "is in the catalogue"),
        ({"cite": ""}, "An item without a section is the office's own."),
        ({"days": 366}, "366 days cannot be set."),
    ],
)
def test_a_wrong_row_is_refused(columns: dict[str, Any], says: str) -> None:
    with pytest.raises(NotAllowed, match=says.replace("'", "[’']")):
        changed(**columns)


def test_an_office_item_without_a_section_says_so() -> None:
    row = changed(cite="", doubt="Office default")
    assert row.basis == "Office practice"


def test_only_an_administrator_sets_rows_and_only_one_ahead_is_withdrawn() -> None:
    lids = ChecklistItem.objects.get(checklist__slug="dumpster", slug="lids")
    with pytest.raises(WrongRole):
        add_wording(lids, since=DAY, vote="V", on=DAY, by=people.clerk(), text="X.", doubt="Y", days=0)
    ahead = changed()
    with pytest.raises(WrongRole):
        withdraw_wording(ahead, on=DAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="has been in force since"):
        withdraw_wording(ahead, on=TUESDAY, by=people.administrator())
    withdraw_wording(ahead, on=DAY, by=people.administrator())
    assert not ItemWording.objects.filter(pk=ahead.pk).exists()


# ---- Beginning
def test_it_is_begun_once_with_all_items_open_and_the_place_filled_in() -> None:
    case = begun(key="inspect-once")
    assert begun(key="inspect-once") == case
    assert case.number == "I-2026-001"
    assert (case.status, case.facility, list(case.parcels.all())) == ("begun", the_bin(), [the_bin().parcel])
    assert [(row.party, row.role) for row in case.people.all()] == [(the_bin().holder, "owner")]
    rows = items_of(case.details)
    assert len(rows) == 11
    assert all(row.answer == "" for row in rows)
    states = {each.rule: each.state for each in Filing.of_case(case).findings(DAY)}
    assert states == {"critical-items": State.NOT_APPLICABLE, "other-items": State.UNKNOWN}


def complaint() -> Case:
    answers = {"about": "dumpster", "described": "Lids open.", "anonymous": "true"}
    return open_case(
        kind="complaint", on=DAY, by=people.clerk(), facility=the_bin(), parcels=[the_bin().parcel],
        intake=Intake(kinds.get("complaint"), answers),
    )  # fmt: skip


def test_what_it_is_made_for_is_its_parent_and_gives_the_place() -> None:
    told = complaint()
    case = begun(sort="complaint", parent=told)
    assert (case.parent, case.facility) == (told, the_bin())
    assert list(told.children.all()) == [case]


@pytest.mark.parametrize(
    ("more", "field", "says"),
    [
        ({"on": TUESDAY, "today": DAY}, "inspected_on", "lies ahead"),
        ({"on": date(2006, 4, 10)}, "checklist", "has no item for"),
        ({"facility": None}, "where", "Find and choose the place"),
        ({"sort": "re-inspection"}, "sort", "A re-inspection follows an inspection."),
    ],
)
def test_what_cannot_be_begun_is_said_at_its_answer(more: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(Unfit) as refused:
        begun(**more)
    assert field in {problem.field for problem in refused.value.problems}
    assert says in str(refused.value)
    assert not Case.objects.filter(kind="inspection").exists()


def test_a_lot_of_another_town_is_refused() -> None:
    far = people.parcel(town="Barnstable", map_no="7", block="", lot="1")
    with pytest.raises(Unfit, match="lies in Barnstable"):
        begun(facility=None, parcel=far)


def test_members_and_other_boards_inspect_nothing() -> None:
    for person in (people.member(), people.clerk(people.docks()), people.administrator()):
        with pytest.raises(WrongRole):
            begun(by=person)
    case = begun()
    with pytest.raises(WrongRole):
        inspections.save_items(case, {}, by=people.member())


# ---- Item by item
def test_answers_are_saved_one_by_one_and_nothing_else_is_touched() -> None:
    case = begun()
    lids = item(case, "lids")
    told = {lids.pk: Said("no", note="  Both  open ", days=3, version=0)}
    inspections.save_items(case, told, by=people.inspector())
    row = item(case, "lids")
    assert (row.answer, row.note, row.days, row.version) == ("no", "Both open", 3, 1)
    assert row.saved_by == people.inspector()
    assert sum(1 for each in items_of(case.details) if each.answer) == 1
    # The same again is no save.
    inspections.save_items(case, {lids.pk: Said("no", "Both open", 3, version=0)}, by=people.clerk())
    assert item(case, "lids").version == 1


def test_the_default_time_is_not_written_down() -> None:
    case = begun()
    row = item(case, "location")
    inspections.save_items(case, {row.pk: Said("no", days=10, version=0)}, by=people.inspector())
    assert (item(case, "location").days, item(case, "location").due_in) == (None, 10)


def test_a_stale_save_keeps_both_versions_and_saves_the_rest() -> None:
    case = begun()
    lids, area = item(case, "lids"), item(case, "area")
    inspections.save_items(case, {lids.pk: Said("yes", version=0)}, by=people.clerk())
    told = {lids.pk: Said("no", "Open", version=0), area.pk: Said("yes", version=0)}
    saved = inspections.save_items(case, told, by=people.inspector())
    assert [(row.item.slug, row.answer, mine.answer) for row, mine in saved.stale] == [("lids", "yes", "no")]
    assert (item(case, "lids").answer, item(case, "area").answer) == ("yes", "yes")
    # Saved again knowingly, over the version that was shown.
    again = inspections.save_items(case, {lids.pk: Said("no", "Open", version=1)}, by=people.inspector())
    assert not again.stale
    assert item(case, "lids").answer == "no"


def test_a_time_that_cannot_be_is_refused_and_the_rest_saved() -> None:
    case = begun()
    lids, area = item(case, "lids"), item(case, "area")
    told = {lids.pk: Said("no", days=366, version=0), area.pk: Said("yes", version=0)}
    saved = inspections.save_items(case, told, by=people.inspector())
    assert list(saved.wrong) == [lids.pk]
    assert (item(case, "lids").answer, item(case, "area").answer) == ("", "yes")


# ---- Finishing
def test_it_is_not_finished_while_items_are_left() -> None:
    case = answered(begun(), lids="")
    with pytest.raises(ItemsLeft) as left:
        inspections.finish(case, outcome="passed", by=people.inspector())
    assert [row.item.slug for row in left.value.items] == ["lids"]
    assert case.status == "begun"


def test_not_seen_never_passes() -> None:
    case = answered(begun(), lids="not-seen")
    with pytest.raises(NotAllowed, match="what was not seen is not met"):
        inspections.finish(case, outcome="passed", by=people.inspector())
    inspections.finish(case, outcome="partly-seen", by=people.inspector())
    assert case.status == "partly seen"


def test_passing_takes_a_snapshot_and_leaves_no_clock() -> None:
    case = finished()
    assert (case.status, case.clocks.count()) == ("passed", 0)
    kept = case.snapshots.get(event__slug="passed")
    assert {row.rule: row.state for row in kept.findings.all()}["other-items"] == "met"
    assert {each["item"]: each["answer"] for each in kept.facts["items"]}["lids"] == "yes"
    assert case.events.live().filter(slug="routine-inspection", on=DAY).count() == 1
    with pytest.raises(NotAllowed, match="its answers stand"):
        inspections.save_items(case, {}, by=people.inspector())


def test_each_item_not_met_has_a_clock_that_explains_itself() -> None:
    case = finished(lids="no", location="no", sight=("no", 4))
    assert (case.status, case.mover) == ("needs correction", "applicant")
    due = {row.subject: row.due_on for row in case.clocks.filter(clock="correction")}
    assert due == {"lids": DAY, "location": date(2026, 6, 11), "sight": date(2026, 6, 5)}
    row = clock(case, "location")
    assert row.label.endswith("lot line” (Tisbury 09.2.3(1)): 10 calendar days from Monday, June 1, 2026")
    assert "Thu June 11, 2026, the day that was set on Mon June 1, 2026" in row.says
    assert row.cite == "Office practice"


@pytest.mark.parametrize(("after", "in_time"), [(10, True), (11, False)])
def test_the_last_good_day_itself_is_in_time(after: int, in_time: bool) -> None:
    case = finished(location="no")
    on = DAY + timedelta(days=after)
    inspections.item_corrected(case, item="location", on=on, by=people.inspector())
    row = clock(case, "location")
    assert row.ended_on == on
    assert (row.ended_on <= row.due_on) is in_time


def test_with_the_last_item_all_is_corrected_and_it_may_be_closed() -> None:
    case = finished(lids="no", area="no")
    inspections.item_corrected(case, item="lids", on=DAY, by=people.inspector())
    assert case.status == "needs correction"
    with pytest.raises(NotAllowed, match="not open"):
        inspections.item_corrected(case, item="lids", on=DAY, by=people.inspector())
    inspections.item_corrected(case, item="area", on=TUESDAY, by=people.clerk())
    assert case.status == "corrected"
    record(case, "closed", on=TUESDAY, by=people.clerk())
    assert not case.is_open


def test_a_failure_needs_its_reason() -> None:
    case = answered(begun(), lids="no")
    with pytest.raises(NotAllowed, match="needs a reason"):
        inspections.finish(case, outcome="failed", by=people.inspector())
    inspections.finish(case, outcome="failed", why="Refused entry.", by=people.inspector())
    assert case.status == "failed"


def test_a_wrong_end_is_taken_back_and_everything_that_hung_on_it() -> None:
    case = finished(location="no")
    with pytest.raises(WrongRole):
        inspections.reopen(case, why="Wrong.", on=DAY, by=people.inspector())
    inspections.reopen(case, why="Wrong bin.", on=DAY, by=people.clerk())
    assert (case.status, case.clocks.count()) == ("begun", 0)
    assert not case.events.live().filter(slug="routine-inspection").exists()
    answered(case, location="yes")
    inspections.finish(case, outcome="passed", by=people.inspector())
    assert case.status == "passed"
    assert case.events.live().filter(slug="routine-inspection").count() == 1
    record(case, "closed", on=DAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="Only the end of an inspection"):
        inspections.reopen(case, why="Again.", on=DAY, by=people.clerk())


# ---- Repeats
def test_the_third_time_is_told_of_the_same_item_at_the_same_place() -> None:
    for day in (date(2026, 3, 2), date(2026, 4, 6)):
        finished(day, lids="no")
    elsewhere = people.dumpster_bin("Other bin")
    other = answered(begun(date(2026, 5, 4), facility=elsewhere), lids="no")
    inspections.finish(other, outcome="correction-needed", by=people.inspector())
    begun(date(2026, 5, 5))  # never finished: not known what was found
    case = begun()
    rows = items_of(case.details)
    times = repeats(earlier_at(case, case.details), rows)
    told = {row.item.slug: rules.time_word(times[row.item_id]) for row in rows}
    assert {slug: word for slug, word in told.items() if word} == {"lids": "Third time"}
    # What came later is no repeat of what came before.
    early = begun(date(2026, 3, 1), today=DAY)
    assert not earlier_at(early, early.details).exists()


# ---- Re-inspections
def test_a_re_inspection_settles_the_one_before_it() -> None:
    first = finished(lids="no", location="no")
    again = finished(TUESDAY, "re-inspection", parent=first, location="no")
    first.refresh_from_db()
    assert (first.status, first.is_open) == ("closed", False)
    corrected = first.events.live().filter(slug="item-corrected").values_list("subject", flat=True)
    assert list(corrected) == ["lids"]
    assert not first.clocks.filter(clock="correction", ended_on=None).exists()
    assert [row.subject for row in again.clocks.filter(ended_on=None)] == ["location"]
    assert again.details.checklist == first.details.checklist


def test_what_was_not_seen_again_stays_open_where_it_was_found() -> None:
    first = finished(lids="no", location="no")
    finished(TUESDAY, "re-inspection", parent=first, lids="not-seen")
    first.refresh_from_db()
    assert first.is_open
    running = first.clocks.filter(clock="correction", ended_on=None).values_list("subject", flat=True)
    assert list(running) == ["lids"]


def test_a_re_inspection_goes_by_the_same_checklist_and_not_before() -> None:
    first = finished(TUESDAY, lids="no")
    with pytest.raises(Unfit, match="Choose the same"):
        begun(TUESDAY, "re-inspection", parent=first, checklist=checklist("junkyard"))
    with pytest.raises(Unfit, match="comes after it"):
        begun(DAY, "re-inspection", parent=first, today=TUESDAY)
    with pytest.raises(Unfit, match="Finish it first"):
        begun(TUESDAY, "re-inspection", parent=begun(TUESDAY))


@pytest.mark.parametrize(
    ("sort", "visit"),
    [
        ("routine", "routine-inspection"),
        ("preventive", "preventive-visit"),
        ("complaint", "complaint-visit"),
        ("before-opening", "opening-visit"),
    ],
)
def test_each_sort_of_visit_is_one_event_for_the_surcharges(sort: str, visit: str) -> None:
    case = finished(sort=sort)
    told = case.events.live().filter(slug__in=inspections.TOLD)
    assert list(told.values_list("slug", "on")) == [(visit, DAY)]


@pytest.mark.parametrize(
    ("first_sort", "visit"), [("routine", "re-inspected"), ("complaint", "follow-up-visit")]
)
def test_only_a_re_inspection_after_a_routine_one_counts_as_such_however_many_follow(
    first_sort: str, visit: str
) -> None:
    before = finished(sort=first_sort, lids="no")
    for on in (TUESDAY, date(2026, 6, 3)):
        before = finished(on, "re-inspection", parent=before, lids="no")
        assert before.events.live().filter(slug=visit, on=on).count() == 1


def test_taking_back_a_re_inspection_tells_the_one_before_to_be_looked_at() -> None:
    first = finished(lids="no")
    again = finished(TUESDAY, "re-inspection", parent=first)
    inspections.reopen(again, why="Wrong bin.", on=TUESDAY, by=people.clerk())
    assert not again.events.live().filter(slug="re-inspected").exists()
    assert first.clocks.get(clock="task", ended_on=None).label.startswith(f"The end of {again.number}")
