"""What must stay true of the code itself, whoever writes the next slice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models

from office import kinds
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.models.rows import row_models

ROOT = Path(settings.BASE_DIR)
SLUGS = sorted(kinds.registry)
KINDS = [pytest.param(kind, id=kind.slug) for kind in kinds.registry.values()]

# The only rooms that may know what day it is; everything else is told.
MAY_ASK_THE_CLOCK = re.compile(
    r"(^|/)(views(/|\.py)|management/|tasks\.py|admin(/|\w*\.py)|context_processors\.py)"
)
CLOCKS = {"localdate", "now", "today", "utcnow"}
# Where somebody is only shown something or asked something.
WRITES_NOTHING = re.compile(
    r"(^|/)(views(/|\.py)|forms(/|\w*\.py)|rules(/|\.py)|clocks\.py|fees\.py|templatetags/)"
)
ACTIONS = re.compile(r"(^|/)(actions(/|\.py)|management/)")
WRITES = {"bulk_create", "bulk_update", "create", "get_or_create", "save", "update_or_create"}


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def at(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _docstrings(module: ast.Module) -> set[int]:
    """The string constants that only describe."""
    found = set()
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            found.add(id(body[0].value))
    return found


# ---- The office knows no kind by name
def test_the_registry_is_full() -> None:
    assert len(SLUGS) >= 4


def test_no_code_of_the_office_names_a_kind() -> None:
    named = []
    for path in sources("office"):
        module = tree(path)
        described = _docstrings(module)
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and node.value in SLUGS and id(node) not in described:
                named.append(f"{at(path, node)} says {node.value!r}")
    assert named == []


def _is_kind(node: ast.expr) -> bool:
    """`kind`, `case.kind`, `casekind.slug`, `case.casekind.slug`, `kind.slug`, ..."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("kind", "casekind") or (node.attr == "slug" and _is_kind(node.value))
    return isinstance(node, ast.Name) and node.id in ("kind", "casekind")


def _texts(node: ast.expr) -> bool:
    """A text or a bunch of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_texts(item) for item in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def asks_the_kind(module: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(module):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(_is_kind, sides)) and any(map(_texts, sides)):
                yield node
        elif isinstance(node, ast.Match) and _is_kind(node.subject):
            yield node


def test_no_code_of_the_office_asks_which_kind_it_has() -> None:
    asked = [at(path, node) for path in sources("office") for node in asks_the_kind(tree(path))]
    assert asked == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('case.kind == "shed"', True),
        ('"shed" != kind', True),
        ('case.casekind.slug in ("shed", "barn")', True),
        ('match case.kind:\n    case "shed": pass', True),
        ("renews.kind != declared.slug", False),
        ("holder.kind == Party.Kind.ORGANIZATION", False),
        ('step.slug == "shed"', False),
    ],
)
def test_the_look_for_such_questions_finds_them(code: str, found: bool) -> None:
    assert bool(list(asks_the_kind(ast.parse(code)))) is found


def test_no_page_of_the_office_names_a_kind() -> None:
    quoted = re.compile(rf"""["']({"|".join(SLUGS)})["']""")
    asks = re.compile(r"""\bkind(\.slug)?\s*(==|!=|in)\s*["']""")
    named = [
        f"{path.relative_to(ROOT)}: {hit.group()}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for look in (quoted, asks)
        for hit in look.finditer(path.read_text(encoding="utf-8"))
    ]
    assert named == []


# ---- Nobody asks the system's clock but those who may
def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def reads_the_clock(module: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module in ("django.utils.timezone", "time"):
            if {alias.name for alias in node.names} & (CLOCKS | {"time"}):
                yield node
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of = node.value.id
            if (of in ("date", "datetime", "timezone", "dt") and node.attr in CLOCKS) or (
                of == "time" and node.attr == "time"
            ):
                yield node
        elif isinstance(node, ast.Call) and not node.args and _called(node) == "localtime":
            yield node  # given a moment, it only tells it in local time


def test_domain_code_is_told_the_day() -> None:
    asked = [
        at(path, node)
        for path in sources("office", "enforcement", "permits")
        if not MAY_ASK_THE_CLOCK.search(path.relative_to(ROOT).as_posix())
        for node in reads_the_clock(tree(path))
    ]
    assert asked == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("date.today()", True),
        ("day: date = date.today", True),
        ("timezone.now()", True),
        ("from django.utils.timezone import localdate", True),
        ("import time\ntime.time()", True),
        ("localtime()", True),
        ("localtime(event.recorded_at)", False),
        ("from datetime import time\ntime(7)", False),
        ("today = on", False),
    ],
)
def test_the_look_for_clocks_finds_them(code: str, found: bool) -> None:
    assert bool(list(reads_the_clock(ast.parse(code)))) is found


# ---- Only actions write
def test_pages_forms_and_rules_write_nothing() -> None:
    wrote = [
        f"{at(path, node)} calls {node.func.attr}"
        for path in sources("office", "enforcement", "permits")
        if WRITES_NOTHING.search(name := path.relative_to(ROOT).as_posix()) and not ACTIONS.search(name)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES
    ]
    assert wrote == []


def test_no_signals() -> None:
    heard = [
        at(path, node)
        for path in sources("office", "enforcement", "permits")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.db.models.signals")
    ]
    assert heard == []


def test_what_is_append_only_is_so_for_every_query() -> None:
    rows = [model for model in apps.get_models() if issubclass(model, AppendOnlyModel)]
    assert len(rows) >= 10
    for model in rows:
        assert isinstance(model._default_manager.all(), AppendOnlyQuerySet), model


def test_no_repository_module_is_a_drawer_for_everything() -> None:
    drawers = {"utils.py", "helpers.py", "services.py", "signals.py"}
    found = [path.name for path in sources("office", "enforcement", "permits", "tisbury_boh")]
    assert drawers.isdisjoint(found)


# ---- What a details model says of its own fields
@pytest.mark.parametrize("kind", KINDS)
def test_cited_and_public_fields_are_fields(kind: kinds.CaseKind) -> None:
    if kind.details is None:
        return
    columns = {column.name for column in kind.details._meta.concrete_fields} - {"id", "case"}
    columns |= set(row_models(kind.details))
    for name in ("CITES", "PUBLIC", "PRINTED"):
        assert set(getattr(kind.details, name, ())) <= columns, name
    assert hasattr(kind.details, "CITES")
    assert hasattr(kind.details, "PUBLIC")


@pytest.mark.parametrize("kind", KINDS)
def test_a_details_row_belongs_to_one_case_and_every_answer_may_be_open(kind: kinds.CaseKind) -> None:
    if kind.details is None or kind.form is None:
        return  # what no form asks is written whole, by the action that works it out
    case = kind.details._meta.get_field("case")
    assert isinstance(case, models.OneToOneField)
    assert case.remote_field.on_delete is models.PROTECT
    for column in kind.details._meta.concrete_fields:
        if column.name in ("id", "case"):
            continue
        texts = isinstance(column, models.CharField | models.TextField)
        assert column.blank, f"{column.name} cannot be left open"
        assert column.null != texts, f"{column.name}: an open answer is empty text or null"
        assert not column.has_default(), f"{column.name} answers by itself"
