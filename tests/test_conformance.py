"""Every registered kind goes the whole way, with none of them named here.

Opened through the actions with every question answered, judged, charged, checked off, ruled upon, issued,
printed, shown, renewed. A new kind is tested by being registered.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
import time_machine
from django import forms
from django.apps import apps
from django.core.management import call_command
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import get_current_timezone
from pypdf import PdfReader

from office import kinds, paper, regulations
from office.actions import casework, money
from office.actions.cases import in_the_way, issue, open_case, record, rule_on
from office.actions.events import lacking
from office.clockwork import Ended
from office.forms_rows import RowsField
from office.intake import Filing, Intake, in_words
from office.intake import answer as answer_of
from office.kinds import CaseKind, Step
from office.law import State
from office.models import Board, Case, ChecklistRow, Facility, Membership, Parcel, User
from office.models.rows import row_models
from office.views.public import applied_for
from tests import casts, people

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 1)
ALL = [pytest.param(kind, id=kind.slug) for kind in kinds.registry.values()]
GATED = [param for param in ALL if any(step.gate for step in param.values[0].lifecycle.steps)]
JUDGED = [param for param in ALL if param.values[0].law is not None]
RENEWABLE = [param for param in GATED if param.values[0].renewable]

# Queries one act may make, whatever the kind: what a kind looks up must not grow without being noticed.
BUDGET = {"open": 75, "note": 20, "case": 50, "register": 20}


NOON = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=get_current_timezone())


def _seeded() -> None:
    call_command("seed", stdout=io.StringIO())


office = casts.shared(_seeded, at=NOON)


@pytest.fixture(autouse=True)
def _on_a_monday() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


# ---- Answers from a form
def answer(field: forms.Field) -> Any:
    """A readable answer to any question, as a browser would send it."""
    if isinstance(field, RowsField):
        return [{name: answer(cell) for name, cell in field.row_set.form.base_fields.items()}]
    if isinstance(field, forms.ModelMultipleChoiceField):
        return [one_of(field)]
    if isinstance(field, forms.ModelChoiceField):
        return one_of(field)
    if isinstance(field, forms.NullBooleanField | forms.BooleanField):
        return "true"
    if isinstance(field, forms.DateField):
        return "2026-05-29"
    if isinstance(field, forms.TimeField):
        return "12:00"
    if isinstance(field, forms.ChoiceField):
        (value, _), *_ = [choice for choice in field.choices if choice[0] not in ("", None)]
        return [value] if isinstance(field, forms.MultipleChoiceField) else value
    if isinstance(field, forms.DecimalField | forms.IntegerField | forms.FloatField):
        return between(field)
    if isinstance(field, forms.EmailField):
        return "sample@example.org"
    assert isinstance(field, forms.CharField), f"Teach this test to answer a {type(field).__name__}."
    return "Sample"[: field.max_length or 6]


def between(field: forms.Field) -> str:
    """A number inside the bounds the field declares."""
    bounds = {
        sort: [Decimal(str(each.limit_value)) for each in field.validators if isinstance(each, sort)]
        for sort in (MinValueValidator, MaxValueValidator)
    }
    least, most = max(bounds[MinValueValidator], default=None), min(bounds[MaxValueValidator], default=None)
    number = Decimal(6)
    if least is not None:
        number = max(number, least)
    if most is not None:
        number = min(number, most)
    return str(number)


def one_of(field: Any) -> Any:
    """A row the question offers; a facility is added when none of its sort is on file."""
    if not field.queryset.exists() and field.queryset.model is Facility:
        for word in {kind.facility for kind in kinds.registry.values() if kind.facility}:
            Facility.objects.create(kind=word, name=f"Sample {word}")
    row = field.queryset.first()
    assert row is not None, f"Nothing to choose for {field.label}."
    return row.pk


def answers(kind: CaseKind) -> dict[str, Any]:
    form = Intake(kind).form
    if form is None:
        return {}
    return {name: answer(field) for name, field in form.fields.items()} | lawful(kind)


def lawful(kind: CaseKind) -> dict[str, Any]:
    """What must be answered otherwise, because no vote may waive it: `ANSWERS` in an app's tests, by kind."""
    found: dict[str, Any] = {}
    for app in apps.get_app_configs():
        name = f"tests.{app.label}.answers"
        if find_spec(f"tests.{app.label}") and find_spec(name):
            found |= import_module(name).ANSWERS.get(kind.slug, {})
    return found


# ---- A case of any kind
def lot(board: Board) -> Parcel:
    return people.parcel(town=board.town)


def opened(kind: CaseKind, *, on: date = DAY, board: Board | None = None, **more: Any) -> Case:
    board = board or Board.objects.get(slug=kind.boards[0])
    if kind.facility and "facility" not in more:
        more["facility"] = Facility.objects.create(
            kind=kind.facility, name=f"Sample {kind.facility}", parcel=lot(board), holder=people.party()
        )
    given = answers(kind)
    return open_case(
        kind=kind.slug, on=on, by=people.clerk(board), board=board, parcels=[lot(board)],
        people=[(people.party(), "applicant")], intake=Intake(kind, given) if kind.form else None, **more,
    )  # fmt: skip


def cleared(case: Case, on: date, by: User) -> None:
    """Check off, pay, and let the board rule on whatever still stops it."""
    missing = case.checklist.filter(state=ChecklistRow.State.MISSING).values_list("item", flat=True)
    casework.tick_many(case, dict.fromkeys(missing, ("supplied", "")), on=on, by=by)
    people.settle(case, on, by)
    gate = next((step for step in case.casekind.lifecycle.steps if step.gate), None)
    for slug, _ in lacking(gate, case):
        record(case, slug, on=on, by=by, note="Sample.", cleared=True)
    for found in Filing.of_case(case).findings(on):
        if found.stops_issuing:
            says = "met" if found.state == State.UNKNOWN else "varied"
            rule_on(case, rule=found.rule, says=says, why="Sample.", vote="Sample vote", on=on, by=by)


def issued(kind: CaseKind, *, on: date = DAY, **more: Any) -> Case:
    case = opened(kind, on=on, **more)
    gate = next(step for step in kind.lifecycle.steps if step.gate)
    to = ways(kind)
    for step in min((to[status] for status in gate.from_), key=len):
        take(case, step, on=on)
    cleared(case, on, people.clerk(case.board))
    assert in_the_way(case, on) == []
    issue(case, on=on, by=people.clerk(case.board))
    return case


# ---- What it declares
@pytest.mark.parametrize("kind", ALL)
def test_every_citation_is_in_the_catalogue(kind: CaseKind) -> None:
    for citation in regulations.cited_by(kind):
        assert regulations.resolve(citation.cite).cite, citation


@pytest.mark.parametrize("kind", ALL)
def test_every_status_can_be_reached_and_belongs_to_the_table(kind: CaseKind) -> None:
    life, reached = kind.lifecycle, set(ways(kind))
    told = {status for step in life.steps for status in step.from_} | set(life.closed) | set(life.movers)
    assert told <= reached
    assert len({step.slug for step in life.steps}) == len(life.steps)
    assert all(len(status) <= 20 for status in reached)


@pytest.mark.parametrize("kind", ALL)
def test_a_clock_that_waits_for_another_stands_after_it(kind: CaseKind) -> None:
    before: list[str] = []
    for clock in kind.clocks:
        if isinstance(clock.starts, Ended):
            assert clock.starts.clock in before
        before.append(clock.slug)
    assert len(set(before)) == len(before)


@pytest.mark.parametrize("kind", JUDGED)
def test_each_fact_is_a_column_or_is_looked_up(kind: CaseKind) -> None:
    assert kind.law is not None
    case = opened(kind)
    columns = {column.name for column in kind.details._meta.get_fields()} if kind.details else set()
    columns |= set(row_models(kind.details)) if kind.details else set()
    looked_up = set(kind.law.lookup(Filing.of_case(case), DAY)) if kind.law.lookup else set()
    facts = set(kind.law.facts.__dataclass_fields__)
    read = {reading.fact for reading in kind.readings}
    assert facts - columns - looked_up - read == set()
    assert looked_up - facts == set(), "nothing is looked up that no fact is named after"
    assert len({rule.slug for rule in kind.law.rules}) == len(kind.law.rules)


@pytest.mark.parametrize("kind", ALL)
def test_every_question_stands_in_one_section_and_has_a_column(kind: CaseKind) -> None:
    form = Intake(kind).form
    if form is None:
        return
    asked = [name for _, _, names in form.sections for name in names]
    assert sorted(asked) == sorted(form.fields)
    columns = {column.name for column in kind.details._meta.concrete_fields}
    assert set(asked) <= columns | set(row_models(kind.details))
    for name, field in form.fields.items():
        if isinstance(field, RowsField):
            row = row_models(kind.details)[name]
            assert (field.row_set.form._meta.model, field.row_set.form.parent) == (row, row.parent())
            assert [each.name for each in row.columns()] == list(field.row_set.form.base_fields)
            assert set(row.PUBLIC) <= set(field.row_set.form.base_fields)
            assert not any(each.is_relation for each in row.columns()), "a cell is read without the database"
    assert Intake(kind, {}).is_valid(), "every question may be left open"


# ---- The whole way
@pytest.mark.parametrize("kind", ALL)
def test_it_opens_before_each_of_its_boards_with_all_answered(kind: CaseKind) -> None:
    for slug in kind.boards:
        board = Board.objects.get(slug=slug)
        case = opened(kind, board=board)
        assert case.number.startswith(f"{kind.series}-2026-")
        assert (case.status, case.board) == (kind.lifecycle.first, board)
        words = [value for _, rows in in_words(kind, case.details) for _, value, _ in rows]
        assert None not in words, "every answer was kept"
        assert {row.item for row in case.checklist.all()} == {item.slug for item in kind.checklist}
        assert case in Case.objects.visible_to(people.clerk(board)).matching(case.number)


@pytest.mark.parametrize("kind", ALL)
def test_it_opens_with_every_question_left_open(kind: CaseKind) -> None:
    board = Board.objects.get(slug=kind.boards[0])
    facility = Facility.objects.create(kind=kind.facility, name="Sample") if kind.facility else None
    case = open_case(
        kind=kind.slug, on=DAY, by=people.clerk(board), board=board, facility=facility,
        intake=Intake(kind, {}) if kind.form else None,
    )  # fmt: skip
    found = Filing.of_case(case).findings(DAY)
    assert all(each.state in (State.UNKNOWN, State.NOT_APPLICABLE) for each in found), "nothing is guessed"


@pytest.mark.parametrize("kind", JUDGED)
def test_every_rule_answers_with_a_sentence_and_the_facts_it_read(kind: CaseKind) -> None:
    assert kind.law is not None
    case = opened(kind)
    found = Filing.of_case(case).findings(DAY)
    assert [each.rule for each in found] == [rule.slug for rule in kind.law.rules]
    for each in found:
        assert each.says.rstrip().endswith((".", "”")), each.says
        assert set(each.reads) <= {*kind.law.facts.__dataclass_fields__} | {"case"}
        assert each.state != State.UNKNOWN or each.reads, "a rule that knows nothing has asked something"
    kept = case.snapshots.get(event__slug="filed")
    assert [row.rule for row in kept.findings.all()] == [each.rule for each in found]


@pytest.mark.parametrize("kind", ALL)
def test_each_fee_is_a_line_to_be_set_or_paid(kind: CaseKind) -> None:
    case = opened(kind)
    lines = Filing.of_case(case).fees(DAY)
    assert bool(lines) == (kind.fees is not None)
    assert len({line.code for line in lines}) == len(lines)
    assert all(line.label and line.working for line in lines)
    people.settle(case, DAY, people.clerk(case.board))
    assert not money.fee_unknown(case, DAY)
    assert money.balance(case) == 0


def ways(kind: CaseKind) -> dict[str, list[Step]]:
    """The shortest way to each status by steps a person records, from the first status on."""
    life = kind.lifecycle
    found: dict[str, list[Step]] = {life.first: []}
    queue = [life.first]
    for status in queue:
        for step in life.moves(status):
            if step.to and step.to not in found:
                found[step.to] = [*found[status], step]
                queue.append(step.to)
    return found


def take(case: Case, step: Step, *, on: date = DAY) -> None:
    """Record a step as somebody who may."""
    by = people.user(f"{step.roles[0]}-of-{case.board.slug}")
    Membership.objects.get_or_create(user=by, board=case.board, role=step.roles[0])
    if step.gate:
        issue(case, on=on, by=by)
    else:
        cleared = step.guarded or bool(step.needs) or step.whole or step.vote_only
        record(case, step.slug, on=on, by=by, note="Sample reason.", cleared=cleared)
    assert not step.to or case.status == step.to
    assert case.is_open == (case.status not in case.casekind.lifecycle.closed)


@pytest.mark.parametrize("kind", ALL)
def test_each_move_of_its_table_can_be_recorded(kind: CaseKind) -> None:
    """Every step that a person records, on a case brought to the nearest status it is open in."""
    to = ways(kind)
    for step in kind.lifecycle.steps:
        if step.by_hand:
            status = min(step.from_ or (kind.lifecycle.first,), key=lambda status: len(to[status]))
            case = opened(kind)
            cleared(case, DAY, people.clerk(case.board))
            for each in (*to[status], step):
                take(case, each)


@pytest.mark.parametrize("kind", GATED)
def test_it_is_issued_once_nothing_stands_in_the_way(kind: CaseKind) -> None:
    case = issued(kind)
    assert case.code is not None
    assert case.starts_on == DAY
    assert (case.ends_on is not None) == (kind.term is not None or kind.ends is not None)
    assert case.valid_on(DAY)
    assert case.is_open
    facts = Filing.of_case(case).facts(DAY)
    printed = list(case.conditions.values_list("text", flat=True))
    assert printed == [duty.says for duty in kind.duties if duty.applies is None or duty.applies(facts)]


@pytest.mark.parametrize("kind", GATED)
def test_its_clocks_have_days_owners_and_words(kind: CaseKind) -> None:
    case = issued(kind)
    rows = {row.clock: row for row in case.clocks.all()}
    for clock in kind.clocks:
        if clock.starts == "term-ends" and kind.term is not None:
            assert clock.slug in rows, "a clock of the term runs as soon as there is one"
    for slug, row in rows.items():
        clock = next(clock for clock in kind.clocks if clock.slug == slug)
        assert (row.cite, row.label, row.mover) == (clock.cite, clock.says, clock.mover)
        assert row.board == case.board
        assert row.says.endswith(f"({clock.cite})")


@pytest.mark.parametrize("kind", GATED)
def test_its_papers_print(kind: CaseKind) -> None:
    case = issued(kind)
    for letter in kind.letters:
        with pytest.raises(paper.LetterRefused):
            paper.render(letter.template, {})  # there is such a template, and it prints no gaps
    if paper.has_permit_paper(case):
        pdf = paper.permit_pdf(case, DAY)
        printed = " ".join(found.extract_text() for found in PdfReader(io.BytesIO(pdf)).pages)
        assert case.number in printed
        assert all(duty.cite.split()[-1] in printed for duty in kind.duties if duty.applies is None)


@pytest.mark.parametrize("kind", RENEWABLE)
def test_its_renewal_continues_the_term_and_settles_its_clocks(kind: CaseKind) -> None:
    old = issued(kind)
    assert old.ends_on is not None
    new = issued(kind, on=old.ends_on, facility=old.facility, renews=old)
    assert new.starts_on == old.ends_on + timedelta(days=1)
    assert new.ends_on is not None
    assert new.ends_on > new.starts_on
    assert [old.valid_on(new.starts_on), new.valid_on(new.starts_on)] == [False, True]
    assert all(row.ended_on for row in old.clocks.filter(clock__in=_renewed_by(kind)))
    assert (old.slot is None) == (new.slot is None) == (not kind.facility)
    assert old.slot is None or old.slot != new.slot


def _renewed_by(kind: CaseKind) -> list[str]:
    return [clock.slug for clock in kind.clocks if "renewal-filed" in clock.stops]


# ---- Its pages
def page(client: Client, name: str, *args: Any) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200, f"{name} answered {response.status_code}"
    return response.content.decode()


@pytest.mark.parametrize("kind", ALL)
def test_its_case_page_shows_it_filed_and_decided(kind: CaseKind) -> None:
    case = opened(kind)
    client = Client()
    client.force_login(people.clerk(case.board))
    shown = page(client, "case", case.number)
    for said in (case.number, kind.label, people.party().name):
        assert said in shown
    gated = any(step.gate for step in kind.lifecycle.steps)
    if gated:
        decided = issued(kind)
        assert decided.number in page(client, "case", decided.number)


@pytest.mark.parametrize("kind", GATED)
def test_its_register_page_shows_what_is_public_and_nothing_else(kind: CaseKind) -> None:
    case = issued(kind)
    assert applied_for(kind), "what is issued is on the register"
    assert case.number in page(Client(), "register")
    shown = page(Client(), "register-case", case.number)
    for name in getattr(kind.details, "PUBLIC", ()):
        assert answer_of(case.details, name)[0] in shown
    assert Client().get(reverse("verify-code", args=[case.code])).status_code == 200


@pytest.mark.parametrize("kind", ALL)
def test_what_is_not_decided_is_on_no_public_page(kind: CaseKind) -> None:
    case = opened(kind)
    assert case.number not in page(Client(), "register")
    assert Client().get(reverse("register-case", args=[case.number])).status_code == 404


# ---- Its queries
def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)


@pytest.mark.parametrize("kind", ALL)
def test_its_acts_and_pages_keep_to_the_budget(kind: CaseKind) -> None:
    people.clerk(Board.objects.get(slug=kind.boards[0]))
    opened(kind)  # what is made once is made
    spent = {"open": queries(lambda: opened(kind))}
    case = Case.objects.of_kind(kind.slug).latest("pk")
    clerk = people.clerk(case.board)
    spent["note"] = queries(lambda: casework.note(case, text="Called.", on=DAY, by=clerk))
    client = Client()
    client.force_login(clerk)
    page(client, "case", case.number)
    spent["case"] = queries(lambda: page(client, "case", case.number))
    spent["register"] = queries(lambda: page(Client(), "register"))
    assert {name: n for name, n in spent.items() if n > BUDGET[name]} == {}, spent

    for n in range(12):
        casework.note(case, text=f"Called again, {n}.", on=DAY, by=clerk)
        casework.add_condition(case, text=f"Condition {n}.", on=DAY, by=clerk)
    assert queries(lambda: page(client, "case", case.number)) == spent["case"], "a longer case asks no more"
