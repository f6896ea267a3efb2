"""Letters: the values they speak of, their words, and the page these become.

A letter's words are paragraphs of plain text. `{{ name }}` stands for a value, what stands between double
stars is printed bold, and nothing else means anything. A paragraph that is one value alone is left out when
the value is empty, and becomes a list when it is one; anywhere else an empty value refuses the letter, for
it would leave a hole in a sentence. Days are spoken in full.

What a letter says is gathered once, when it is written, and kept with its notice: made again, the paper has
the same bytes, whatever happened on the case since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from django.conf import settings
from django.utils import translation

from office import kinds, paper, postal, renewals
from office.cover import cover
from office.intake import Filing
from office.kinds import Blank, Letter
from office.law import State
from office.models import Board, Case, ChecklistRow, Event, LetterWording, Notice
from office.paper import LetterRefused
from office.pricing import number
from office.spoken import ENGLISH, written
from office.templatetags.office_tags import day

# What the words of every letter may speak of.
EVERY = (
    Blank("number", "The number of the case", "DU-2026-014"),
    Blank("kind", "What kind of case it is, as running text says it", "dumpster permit"),
    Blank("place", "Its address or lot", "10 Sample Street"),
    Blank("recipient", "Whom the letter is written to", "Sample Harbor Cafe"),
    Blank("written_on", "The day of the letter", date(2026, 6, 1)),
    Blank("filed_on", "The day on which the case was filed", date(2026, 5, 18)),
    Blank("board", "The board or office that writes", "Board of Health"),
    Blank("town", "Its town", "Tisbury"),
    Blank("phone", "Its telephone", "508-555-0100"),
    Blank("email", "Its e-mail address", "office@example.org"),
)
SAMPLE_DAY = date(2026, 6, 1)
SAMPLE_ADDRESS = ("Sample Harbor Cafe", "12 Beach Road", "Vineyard Haven, MA 02568")


# ----------------------------------------------------------------------------------------------- words
_NAME = re.compile(r"{{\s*([A-Za-z_][A-Za-z_0-9]*)\s*}}")
_BRACES = re.compile(r"{{.*?}}|{%.*?%}|[{}]+", re.S)


def blanks_of(letter: Letter) -> dict[str, Blank]:
    """Every value that this letter's words may speak of, by name."""
    return {blank.name: blank for blank in (*EVERY, *letter.blanks)}


def problems(text: str, known: Mapping[str, Blank]) -> list[str]:
    """What keeps `text` from being the words of a letter that knows these values; each with its remedy."""
    if not text.strip():
        return ["The letter has no words. Write its paragraphs, with an empty line between two."]
    said = []
    for name in dict.fromkeys(_NAME.findall(text)):
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.5)
            remedy = f"Did you mean {{{{ {near[0]} }}}}?" if near else "Choose one from the list."
            said.append(f"This letter knows no value called “{name}”. {remedy}")
    for found in _BRACES.finditer(_NAME.sub(lambda name: "·" * len(name[0]), text)):
        odd = found[0]
        shown = " ".join(odd.split())
        if odd.startswith("{{") and odd.endswith("}}"):
            said.append(f"“{shown}” is no name of a value. Between double braces stands one name, alone.")
        elif odd.startswith("{%"):
            said.append(f"“{shown}” does nothing in a letter. Only values in double braces are filled in.")
        else:
            where = " ".join(text[max(found.start() - 15, 0) : found.end() + 15].split())
            said.append(f"A brace is missing or too many near “{where}”. Write a value as {{{{ name }}}}.")
    for paragraph in _paragraphs(text):
        if paragraph.count("**") % 2:
            said.append(f"Two stars have no partner in “{paragraph[:40]}…”. What is bold ends in two stars.")
    return said


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")) if part.strip()]


def filled(text: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The paragraphs of `text` with their values: each its `parts` (text, bold), or the `items` of a list.

    LetterRefused names a value that is unknown, missing, or empty within a sentence.
    """
    found: list[dict[str, Any]] = []
    for paragraph in _paragraphs(text):
        alone = _NAME.fullmatch(paragraph.strip("* "))
        value = _value(alone[1], values) if alone else None
        if alone and value in ("", [], ()):
            continue
        if alone and isinstance(value, list | tuple):
            found.append({"items": [spoken(each) for each in value], "parts": []})
            continue
        # The stars are read before the values are put in: what a value holds is never read as markup.
        pieces = " ".join(paragraph.split()).split("**")
        parts = [{"text": _filled(piece, values), "bold": n % 2 == 1} for n, piece in enumerate(pieces)]
        found.append({"items": [], "parts": [part for part in parts if part["text"]]})
    return found


def _filled(piece: str, values: Mapping[str, Any]) -> str:
    def said(match: re.Match[str]) -> str:
        value = spoken(_value(match[1], values))
        if not value.strip():
            raise LetterRefused(f"The letter lacks “{match[1]}”. Enter it on the case, then make it again.")
        return value

    return _NAME.sub(said, piece)


def _value(name: str, values: Mapping[str, Any]) -> Any:
    if name not in values:
        raise LetterRefused(f"The letter speaks of “{name}”, which it was not given.")
    if values[name] is None:
        raise LetterRefused(f"The letter lacks “{name}”. Enter it on the case, then make it again.")
    return values[name]


def spoken(value: Any) -> str:
    """A value as running text says it: a day in full, yes or no, a list with its commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return day(value)
    if isinstance(value, int | Decimal):
        return number(Decimal(value))
    if isinstance(value, Mapping):
        return spoken(next(iter(value.values()), ""))
    if isinstance(value, list | tuple):
        words = [spoken(each) for each in value]
        return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
    return str(value)


def words_of(letter: Letter, board: Board, on: date) -> str:
    """The words in force on `on`: an administrator's, or else those the letter comes with."""
    wording = LetterWording.on(board, letter.slug, on)
    return wording.text if wording else letter.words


# ---------------------------------------------------------------------------------------------- values
def in_running_text(label: str) -> str:
    """ "Dumpster permit" as it stands within a sentence."""
    return label[:1].lower() + label[1:]


def gathered(
    case: Case,
    letter: Letter,
    *,
    on: date,
    event: Event | None = None,
    given: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What this letter says beyond what every letter knows, as it stands on `on`.

    `given` comes first, then what the kind tells, then what the office itself knows of the case and of the
    `event` it is written for. A value that nobody knows is None, and the letter will be refused.
    """
    event = event or _written_for(case, letter)
    found = read(given or {})
    if "what" in found:
        found.setdefault("clock", found.pop("what"))
    told = letter.values(case, on) if letter.values else {}
    for blank in letter.blanks:
        if blank.name in found:
            continue
        if blank.name in told:
            found[blank.name] = told[blank.name]
        elif ask := _KNOWN.get(blank.name):
            found[blank.name] = ask(case, letter, on, event, found)
        else:
            found[blank.name] = None
    return found


def _written_for(case: Case, letter: Letter) -> Event | None:
    """The last live event whose step writes this letter."""
    steps = [step.slug for step in case.casekind.lifecycle.steps if step.letter == letter.slug]
    return case.events.live().filter(slug__in=steps).order_by("pk").last() if steps else None


def _reason(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    # The note of a correction says how its day is known, not why the thing was done.
    while event and event.corrects and not case.casekind.lifecycle.step(event.slug).appointed:
        event = event.corrects
    return event.note.strip() if event else None


def _from(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    return (event.from_on or event.on) if event else None


def _reply_by(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    if letter.asks is None:
        return None
    return case.clocks.filter(clock=letter.asks.slug, ended_on=None).values_list("due_on", flat=True).first()


def _missing(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    """What is not handed in, against the rules, or not answered, each with its section.

    What only waits for the board's word is left out: the applicant cannot send it.
    """
    declared = {item.slug: item for item in case.casekind.checklist}
    rows = [
        {"what": declared[row.item].label, "stands": "Not handed in", "cite": declared[row.item].cite}
        for row in case.checklist.filter(state=ChecklistRow.State.MISSING)
        if row.item in declared
    ]
    rulings = [ruling.spoken() for ruling in case.rulings.in_force(on)]
    filing = Filing.of_case(case)
    facts = filing.facts(on)
    for finding in filing.findings(on, rulings):
        unanswered = any(getattr(facts, name) is None for name in finding.reads)
        if finding.stops_issuing and (unanswered or finding.state == State.UNMET):
            stands = "Not met" if finding.state == State.UNMET else "Not answered"
            rows.append({"what": finding.says, "stands": stands, "cite": finding.cite})
    return rows


def _of_next_clock(column: str) -> Callable[..., Any]:
    def ask(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
        rows = case.clocks.filter(ended_on=None).order_by("due_on", "id")
        if found.get("due_on"):  # the clock that was asked about, or else the next one
            rows = rows.filter(due_on=found["due_on"])
        if found.get("clock"):
            rows = rows.filter(label=found["clock"])
        row = rows.first()
        return getattr(row, column) if row else None

    return ask


def _passed(found: Mapping[str, Any], on: date) -> bool:
    return bool(found.get("passed", found["due_on"] is not None and found["due_on"] < on))


def _by_when(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    due = found.get("due_on")
    if not isinstance(due, date):
        return None
    return f"was due by {day(due)}, and that day has passed" if _passed(found, on) else f"by {day(due)}"


def _what_now(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    if not isinstance(found.get("due_on"), date):
        return None
    if _passed(found, on):
        return (
            "Do it now, and tell the office when it is done. If you have done it already, tell the office, "
            "so that the record is right."
        )
    return (
        "If you have done this already, tell the office, so that the record is right. If you cannot do it in "
        "time, call before that day."
    )


def _renewal_code(case: Case, letter: Letter, on: date, event: Event | None, found: dict[str, Any]) -> Any:
    """What to type to renew online, or nothing when the letter is about something else."""
    clock = _of_next_clock("clock")(case, letter, on, event, found)
    return renewals.code_of(case) if clock and renewals.offered(case, clock) else ""


_KNOWN: dict[str, Callable[..., Any]] = {
    "reason": _reason,
    "from_on": _from,
    "reply_by": _reply_by,
    "missing": _missing,
    "clock": _of_next_clock("label"),
    "due_on": _of_next_clock("due_on"),
    "says": _of_next_clock("says"),
    "cite": _of_next_clock("cite"),
    "by_when": _by_when,
    "what_now": _what_now,
    "renewal_code": _renewal_code,
    "renewal_page": lambda *_: renewals.page(),
}


def kept(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON holds them, for `Notice.about`."""
    return {name: held.isoformat() if isinstance(held, date) else held for name, held in values.items()}


def read(about: Mapping[str, Any]) -> dict[str, Any]:
    """The values that `kept` wrote down: what is called `…_on` or `…_by` is a day again."""
    return {name: _day(held) if name.endswith(("_on", "_by")) else held for name, held in about.items()}


def _day(held: Any) -> Any:
    try:
        return date.fromisoformat(held)
    except (TypeError, ValueError):
        return held


def values_of(notice: Notice) -> dict[str, Any]:
    """All that the words of this letter may speak of."""
    case = notice.case
    board = notice.board
    every = {
        "number": case.number,
        "kind": in_running_text(case.casekind.label),
        "place": case.place,
        "recipient": notice.to_name,
        "written_on": notice.written_on,
        "filed_on": case.filed_on,
        "board": board.name,
        "town": board.town,
        "phone": board.phone,
        "email": board.email,
    }
    # A reminder kept from before they were known lacks these two, and prints nothing of them.
    unknown = {"renewal_page": "", "renewal_code": ""}
    return every | unknown | read(notice.about)


# ----------------------------------------------------------------------------------------------- pages
def context_of(notice: Notice) -> dict[str, Any]:
    """What the letter's template speaks of. LetterRefused names what the words lack."""
    with translation.override(ENGLISH):  # whoever's page it is made on
        return _context_of(notice)


def _context_of(notice: Notice) -> dict[str, Any]:
    letter, values = notice.case.casekind.letter(notice.letter), values_of(notice)
    words = words_of(letter, notice.board, notice.written_on)
    by = notice.by.get_full_name() if notice.by else ""
    lines = notice.address_lines
    if not notice.to_street and notice.to_email:
        lines = [notice.to_name, notice.to_email]
    letter_no = postal.letter_no(notice.pk) if notice.pk else ""
    before = cover_of(notice)
    return _context(letter, notice.board, words, values, lines, by, letter_no, before, notice.language)


def cover_of(notice: Notice) -> list[str]:
    """The lines before the letter for a reader of another language."""
    case = notice.case
    return cover(
        notice.language, title=notice.label, kind=case.casekind.label, number=case.number, board=notice.board
    )


def page(notice: Notice) -> str:
    """The letter as a page of HTML. LetterRefused names what it lacks."""
    return paper.page(notice.case.casekind.letter(notice.letter).template, context_of(notice))


def pdf(notice: Notice) -> bytes:
    """The letter as a tagged PDF; always the same bytes. LetterRefused names what it lacks."""
    return paper.pdf_of(page(notice))


def text(notice: Notice) -> str:
    """The letter's words as plain text, for the body of an e-mail."""
    with translation.override(ENGLISH):
        return _text(notice)


def _text(notice: Notice) -> str:
    letter, values = notice.case.casekind.letter(notice.letter), values_of(notice)
    said = ["\n".join(cover_of(notice))] if notice.language != ENGLISH else []
    said.append(f"Dear {notice.to_name}:")
    for paragraph in filled(words_of(letter, notice.board, notice.written_on), values):
        lines = [f"- {item}" for item in paragraph["items"]]
        said.append("\n".join(lines) or "".join(part["text"] for part in paragraph["parts"]))
    if rows := values.get("missing"):
        said.append("\n".join(f"- {row['stands']}: {row['what']} ({row['cite']})" for row in rows))
    said.append("The letter itself is attached as a PDF.")
    return "\n\n".join(said)


def sample_page(
    letter: Letter, board: Board, words: str, *, on: date = SAMPLE_DAY, case: Case | None = None
) -> str:
    """The page of `sample`."""
    return paper.page(letter.template, sample(letter, board, words, on=on, case=case))


def sample(
    letter: Letter, board: Board, words: str, *, on: date = SAMPLE_DAY, case: Case | None = None
) -> dict[str, Any]:
    """What the letter with these words will say, written on `on` and marked as a sample. May be refused.

    With a `case` the values are its own as far as it has them; the others are examples.
    """
    values = {name: blank.example for name, blank in blanks_of(letter).items()}
    values |= {name: held + (on - SAMPLE_DAY) for name, held in values.items() if isinstance(held, date)}
    if "by_when" in values and isinstance(values.get("due_on"), date):
        values["by_when"] = f"by {day(values['due_on'])}"
    values |= {"board": board.name, "town": board.town}
    values |= {name: held for name, held in (("phone", board.phone), ("email", board.email)) if held}
    if case is not None:
        values |= {"number": case.number, "kind": in_running_text(case.casekind.label)}
        values |= {"filed_on": case.filed_on, "place": case.place or values["place"]}
    context = _context(letter, board, words, values, SAMPLE_ADDRESS, "")
    return context | {"board": context["board"] | {"sample": True}}


def _context(
    letter: Letter,
    board: Board,
    words: str,
    values: Mapping[str, Any],
    to: Sequence[str],
    signed_by: str,
    letter_no: str = "",
    before: Sequence[str] = (),
    language: str = ENGLISH,
) -> dict[str, Any]:
    """What the template of a letter speaks of; `said` are the letter's own values. `letter_no` is how the
    mail desk finds the letter again; a preview has none. `before` are its cover lines in `language`."""
    address = f"{settings.SITE_ADDRESS.rstrip('/')}/cases/{values['number']}/"
    return {
        "board": paper.board_values(board),
        "cover": list(before),
        "cover_language": written(language),
        "title": letter.label,
        "number": values["number"],
        "letter_no": letter_no,
        "kind": values["kind"],
        "place": values["place"],
        "recipient": values["recipient"],
        "written_on": values["written_on"],
        "to": list(to),
        "paragraphs": filled(words, values),
        "said": {blank.name: values.get(blank.name) for blank in letter.blanks},
        "signed_by": signed_by,
        "reach": _reach(board),
        "case_at": address.partition("://")[2].rstrip("/"),
        "qr": paper.qr_code(address),
    }


def _reach(board: Board) -> list[str]:
    """How to reach the office, a line for each way; the town itself until it entered one."""
    ways = [board.phone and f"Call {board.phone}", board.email and f"Write to {board.email}"]
    ways.append(board.address and f"Come to {board.address}")
    ways.append(board.hours)
    return [way for way in ways if way] or [f"Come or write to the {board.name}, Town of {board.town}"]


# ---------------------------------------------------------------------------------------- what there is
def sent_by(board: Board) -> dict[str, Letter]:
    """The letters that cases before this board send, by slug.

    Kinds that share a slug share the words, so these may speak only of what all of them know.
    """
    found: dict[str, Letter] = {}
    for kind in kinds.registry.values():
        for letter in kind.letters if board.slug in kind.boards else ():
            if letter.words and letter.slug not in found:
                found[letter.slug] = letter
    return found


def known_to(board: Board, slug: str) -> dict[str, Blank]:
    """What the words of this letter may speak of, whichever kind of case of the board sends it."""
    sending = [
        blanks_of(letter)
        for kind in kinds.registry.values()
        if board.slug in kind.boards
        for letter in kind.letters
        if letter.slug == slug and letter.words
    ]
    if not sending:
        return {}
    return {name: blank for name, blank in sending[0].items() if all(name in each for each in sending)}
