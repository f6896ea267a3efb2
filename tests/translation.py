"""What the Portuguese catalogue must hold, gathered from where the words stand; and the catalogue itself.

`python -m tests.translation` brings locale/pt_BR/LC_MESSAGES up to date: adds what is new, untranslated,
drops what is gone, compiles django.mo, and lists what is left to translate.

The words come from: the templates of public and applicant pages; gettext calls in our own modules; and,
because law is pure Python, what our public kinds declare (labels, questions, clocks, duties) and what their
rules, fees and time limits can say, read from their source. {0}, {1} stand for what changes in a sentence.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
TEMPLATES = ROOT / "templates"
FOLDER = ROOT / "locale" / "pt_BR" / "LC_MESSAGES"
KEYWORDS: Any = DEFAULT_KEYWORDS | {
    "gettext_lazy": None, "gettext_noop": None, "ngettext_lazy": (1, 2), "pgettext_lazy": ((1, "c"), 2),
}  # fmt: skip
NO_DAY = datetime(2026, 1, 1, tzinfo=UTC)  # the same words make the same files, whatever the day
Message = tuple[str | None, str | tuple[str, str]]  # context; message, or its singular and plural

# ------------------------------------------------------------------------------------------ public templates
# Rendered by a view as they are: parts of a page that htmx asks for.
FRAGMENTS = ("office/apply_preview.html", "django/forms/widgets/select_option.html", "letters/_cover.html")
STAFF = ("staff.html", "admin/", "simple_history/", "letters/")
_EXTENDS = re.compile(r'{% extends "([^"]+)" %}')
_NAMES = re.compile(r'{% (?:extends|include) "([^"]+)"')


def source(name: str) -> str:
    """A template without its comments."""
    text = (TEMPLATES / name).read_text()
    text = re.sub(r"{% comment %}.*?{% endcomment %}", "", text, flags=re.S)
    return re.sub(r"{#.*?#}", "", text)


def public_templates() -> list[str]:
    """Every template of which a public or applicant page is made."""
    every = {str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html")}
    waiting = [name for name in every if _is_public_page(name)] + list(FRAGMENTS)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found and name in every:
            found.add(name)
            waiting += _NAMES.findall(source(name))
    return sorted(found)


def _is_public_page(name: str) -> bool:
    if name.startswith(STAFF):
        return False
    text = source(name)
    if "{% extends layout %}" in text:
        return True
    match = _EXTENDS.search(text)
    return match is not None and (match[1] == "public.html" or _is_public_page(match[1]))


# -------------------------------------------------------------------------------------------- gettext calls
def _extracted(python: str) -> Iterator[Message]:
    found = extract("python", io.BytesIO(python.encode()), KEYWORDS, (), {"encoding": "utf-8"})
    for _, message, _, context in found:
        if isinstance(message, tuple):
            yield context, (message[0], message[1])
        elif message:
            yield context, message


def of_templates() -> Iterator[Message]:
    """What the public templates mark."""
    from django.utils.translation.template import templatize

    for name in public_templates():
        # In brackets, or the reader of Python stumbles over the page's indentation.
        yield from _extracted(f"({templatize((TEMPLATES / name).read_text(), name)})")


def our_modules() -> Iterator[Path]:
    for app in ("office", "enforcement", "permits", "docks", "stormwater", "tisbury_boh"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def of_modules() -> Iterator[Message]:
    """What our own modules mark."""
    for path in our_modules():
        yield from _extracted(path.read_text())


# ----------------------------------------------------------------------------------- what kinds and rules say
FINDS = {"holds", "for_the_board", "does_not_apply", "at_most", "at_least", "Finding"}
REFUSES = {"NotAllowed", "UploadRefused", "WrongRole"}


def sentences(python: str, calls: set[str] | None = None) -> Iterator[str]:
    """The sentences in a source: the arguments of these calls, or all that are no docstring."""
    tree = ast.parse(textwrap.dedent(python))
    if calls is None:
        skipped = _not_said(tree)
        nodes: Iterable[ast.AST] = (node for node in _whole(tree) if id(node) not in skipped)
    else:
        nodes = (
            node
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in calls
            for argument in (*call.args, *(keyword.value for keyword in call.keywords))
            for node in _whole(argument)
        )
    for node in nodes:
        said = _as_sentence(_said(node))
        own = re.sub(r"\{\d+\}", "", said)
        in_words = re.search(r"[A-Za-z]{2}", own) and not _CODE.search(own)
        if in_words and (" " in said.strip() or "{0}" in said):
            yield said


# Words of the program, not of the office: headers of a reply, endings of plurals, codes; and what alone would
# take apart any sentence.
_CODE = re.compile(r"default-src|filename=|no-store|^(?:ies|es|-late)$|^ (?:and|or|of|by) $")


def _as_sentence(said: str) -> str:
    """What is put behind a sentence (", rounded to {0}") with a blank for it; blanks side by side are one."""
    if said.startswith((" ", ", ")):
        said = f"{{}}{said}"
    said = re.sub(r"(\{\d*\})(?:\{\d+\})+", r"\1", said)
    said = re.sub(r"(?<=[a-z])\{\d+\}", "", said)
    at = iter(range(99))
    return re.sub(r"\{\d*\}", lambda _: f"{{{next(at)}}}", said)


def _whole(tree: ast.AST) -> Iterator[ast.AST]:
    """Texts, and texts with blanks as one: not the pieces of which Python makes these."""
    if isinstance(tree, ast.JoinedStr) or (isinstance(tree, ast.Constant) and isinstance(tree.value, str)):
        yield tree
        for value in getattr(tree, "values", ()):
            if isinstance(value, ast.FormattedValue):
                yield from _whole(value.value)
        return
    for child in ast.iter_child_nodes(tree):
        yield from _whole(child)


def _not_said(tree: ast.AST) -> set[int]:
    """Docstrings, annotations' texts and what errors of the program say."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
        elif isinstance(node, ast.Raise | ast.Assert):
            found |= {id(each) for each in ast.walk(node)}
    return found


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    parts, at = [], 0
    for value in getattr(node, "values", ()):
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        else:
            parts.append(f"{{{at}}}")
            at += 1
    return "".join(parts)


def public_kinds() -> list[Any]:
    from office import kinds
    from office.views.public import for_the_public

    return [kind for kind in kinds.registry.values() if for_the_public(kind)]


def of_kinds() -> Iterator[str]:
    """What the public kinds declare and what their rules can say."""
    from office import kinds, law

    for step in kinds.KERNEL_STEPS:
        yield step.done
    for kind in public_kinds():
        yield from (kind.label, kind.about, kind.facility.replace("-", " "))
        for need in (*kind.needed, *kind.not_needed, *kind.duties):
            yield need.says
        for item in kind.checklist:
            yield from (item.label, item.hint)
        for reading in kind.readings:
            yield from (reading.asks, reading.unit, *(words for _, words in reading.options))
        for clock in kind.every_clock:
            yield from (clock.says, clock.cite if not re.search(r"\d", clock.cite) else "")
        for letter in kind.letters:
            yield letter.label
        for step in kind.lifecycle.steps:
            yield from (step.done, step.to)
        yield kind.lifecycle.first
        yield from _of_form(kind)
        for rule in kind.law.rules if kind.law else ():
            yield rule.says
            yield from sentences(inspect.getsource(inspect.unwrap(rule.test)), FINDS)
        yield from _of_rooms(kind.law.rules if kind.law else ())
        asked = {column.name for column in kind.details._meta.concrete_fields} if kind.details else set()
        for name in kind.law.facts.__dataclass_fields__ if kind.law else ():
            yield law._in_words(name)
            yield "" if name in asked else name.replace("_", " ").capitalize()


def _of_rooms(rules: Iterable[Any]) -> Iterator[str]:
    """What rules that fill a package say by its other modules: limits, measures, what is not known yet."""
    waiting, rooms = {rule.test.__module__ for rule in rules}, set()
    while waiting:
        name = waiting.pop()
        package = name.rpartition(".")[0]
        if name in rooms or not package.endswith(".rules"):
            continue
        rooms.add(name)
        for used in vars(sys.modules[name]).values():
            home = used.__name__ if inspect.ismodule(used) else getattr(used, "__module__", None)
            if isinstance(home, str) and home.startswith(f"{package}."):
                waiting.add(home)
    for name in sorted(rooms):
        said = sentences(inspect.getsource(sys.modules[name]))
        yield from (each for each in said if not re.match(r"[A-Z][a-z]+ \d", each))  # no citation


def _of_form(kind: Any) -> Iterator[str]:
    """A kind's questions: labels, hints, choices, and the office's own words about a wrong answer."""
    from django.forms import ModelChoiceField
    from django.utils.functional import Promise

    from office.forms import RowsField, YesNo

    for column in kind.details._meta.concrete_fields if kind.details else ():
        label = str(column.verbose_name)
        yield f"{label[:1].upper()}{label[1:]}"
    if kind.form is None:
        return
    for _, title, _ in kind.form.sections:
        yield title
    asked = list(kind.form().fields.values())
    for table in [field.row_set for field in asked if isinstance(field, RowsField)]:
        yield from (table.one, str(table.model._meta.verbose_name_plural).capitalize())
        asked += table.form.base_fields.values()
    for field in asked:
        yield from (str(field.label), str(field.help_text))
        if isinstance(field, YesNo):
            yield from (str(words) for _, words in field.widget.choices)
        if isinstance(field, ModelChoiceField):
            yield str(field.empty_label)
        else:
            yield from (str(words) for _, words in getattr(field, "choices", ()))
        told = [*field.error_messages.values(), *(getattr(each, "message", "") for each in field.validators)]
        yield from (words for words in told if isinstance(words, str) and not isinstance(words, Promise))


def of_the_rest() -> Iterator[str]:
    """What the kernel's pure modules say of fees, limits, rules and files; its statuses; the holidays."""
    from office import law, legal_holidays, pricing, timetable, uploads
    from office.templatetags import office_tags

    for module in (pricing, timetable, law):
        yield from sentences(inspect.getsource(module))
    yield from timetable.WHOSE.values()
    yield from (*timetable.ONE.values(), *timetable.MANY.values(), *timetable.SINCE.values())
    yield from sentences(inspect.getsource(uploads))
    actions = ROOT / "office" / "actions"
    for path in (*sorted(actions.glob("draft*.py")), actions / "reports.py"):
        yield from sentences(path.read_text(), REFUSES)
    yield from office_tags._STATE_WORDS.values()
    for word in office_tags._COLOR_OF:
        yield word[:1].upper() + word[1:]
    yield from office_tags._UNITS.values()
    yield from office_tags._MOVES.values()
    for state in ("MA", "RI"):
        for year in (2025, 2026, 2027):
            yield from legal_holidays.legal_holidays(state).in_year(year).values()


def wanted() -> set[Message]:
    """Every message the catalogue must hold."""
    found: set[Message] = {*of_templates(), *of_modules()}
    plain = (*of_kinds(), *of_the_rest())
    return found | {(None, text) for text in plain if re.search(r"[A-Za-z]", text)}


# --------------------------------------------------------------------------------------------- the catalogue
def catalogue() -> Catalog:
    with (FOLDER / "django.po").open("rb") as file:
        found = read_po(file, locale="pt_BR", domain="django")
    found.creation_date = found.revision_date = NO_DAY
    return found


def key(message: Message) -> tuple[str, str | None]:
    """How the catalogue finds a message: by its singular and its context."""
    context, text = message
    return (text if isinstance(text, str) else text[0]), context


def updated(held: Catalog | None, messages: Iterable[Message]) -> Catalog:
    """The catalogue with exactly these messages, in the order of the alphabet, with what was translated."""
    fresh = Catalog(locale="pt_BR", domain="django", project="Permit office", fuzzy=False)
    fresh._num_plurals, fresh._plural_expr = 2, "(n > 1)"  # as Django's own Brazilian catalogue counts
    for message in sorted(messages, key=lambda each: (key(each)[0].lower(), str(each))):
        text, context = key(message)
        known = held.get(text, context) if held else None
        fresh.add(message[1], known.string if known else "", context=context)
        if known is not None and known.fuzzy:
            fresh.get(text, context).flags.add("fuzzy")  # type: ignore[union-attr]
    return fresh


def as_po(made: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, made, width=110, omit_header=False)
    lines = file.getvalue().decode().splitlines()
    dated = ("\"POT-Creation-Date", "\"PO-Revision-Date", "\"Generated-By", "\"Report-Msgid")
    header = [line for line in lines if not line.startswith((*dated, "#"))]
    return ("\n".join(header).strip() + "\n").encode()


def compiled() -> bytes:
    """django.mo of the catalogue as it stands."""
    file = io.BytesIO()
    write_mo(file, catalogue())
    return file.getvalue()


def main() -> None:
    import django

    django.setup()
    FOLDER.mkdir(parents=True, exist_ok=True)
    held = catalogue() if (FOLDER / "django.po").exists() else None
    made = updated(held, wanted())
    (FOLDER / "django.po").write_bytes(as_po(made))
    (FOLDER / "django.mo").write_bytes(compiled())
    for message in made:
        if message.id and not any(message.string if isinstance(message.string, tuple) else [message.string]):
            sys.stdout.write(f"untranslated: {message.id}\n")


if __name__ == "__main__":
    main()
