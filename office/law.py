"""Rules and findings: what a regulation asks, said as pure functions with a citation.

A rule reads facts and answers with a finding. The facts report what was read, so a finding can name
what it rests on, and a fact that nobody has given yet makes the finding *unknown* by itself: unknown
is never met. Pure Python, no Django.
"""

from __future__ import annotations

import dataclasses as dc
import typing as t
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import date, time
from decimal import Decimal, InvalidOperation
from enum import StrEnum


class State(StrEnum):
    """What a rule found."""

    MET = "met"
    UNMET = "unmet"
    UNKNOWN = "unknown"
    VARIED = "varied"
    NOT_APPLICABLE = "n/a"


class Weight(StrEnum):
    """What an unmet or unknown finding does: stop issuing, wait for the board, or only inform."""

    BLOCKS = "blocks"
    BOARD = "board"
    NOTE = "note"


class Unknown(Exception):
    """A rule read a fact that nobody has given yet; the message is the fact's name."""


_reads: ContextVar[list[str] | None] = ContextVar("reads", default=None)


class Facts:
    """Base of a slice's facts dataclass. `None` means *not known* and nothing else.

    "Does not apply" is an answer of its own (a bool or a choice). While a rule runs, every fact it
    reads is noted, and reading an unknown one raises `Unknown`, which the rule turns into a finding.
    """

    if not t.TYPE_CHECKING:

        def __getattribute__(self, name: str) -> t.Any:
            value = object.__getattribute__(self, name)
            reads = _reads.get()
            if reads is None or name.startswith("_") or name not in type(self).__dataclass_fields__:
                return value
            reads.append(name)
            if value is None:
                raise Unknown(name)
            return value

    @classmethod
    def build(cls, answers: Mapping[str, t.Any]) -> t.Self:
        """Facts from answers, matched by name and read by annotation.

        `answers` maps names to values or texts; a name that is absent or blank stays unknown, as does
        a text that cannot be read as what the annotation asks. `tuple[Row, ...]` fields are built row
        by row from a sequence of mappings; an absent sequence is unknown, an empty one is no rows.
        """
        return cls(**{name: _read(kind, answers.get(name)) for name, kind in _kinds(cls).items()})


_kinds_of: dict[type, dict[str, t.Any]] = {}


def _kinds(cls: type[Facts]) -> dict[str, t.Any]:
    """The facts of a class with what each is. Kept, because a table of 500 rows asks for it 500 times."""
    if cls not in _kinds_of:
        hints = t.get_type_hints(cls)
        _kinds_of[cls] = {f.name: hints[f.name] for f in dc.fields(cls)}  # type: ignore[arg-type]
    return _kinds_of[cls]


_YES_NO = {"true": True, "false": False}  # as the radio buttons send them


def _read(kind: t.Any, value: t.Any) -> t.Any:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if t.get_origin(kind) is tuple:
        if isinstance(value, str):
            return None
        row = t.get_args(kind)[0]
        if isinstance(row, type) and issubclass(row, Facts):
            return tuple(row.build(item) for item in value)
        return tuple(value)
    try:
        if kind is Decimal:
            number = value if isinstance(value, Decimal) else Decimal(str(value))
            return number if number.is_finite() else None
        if kind is bool:
            return value if isinstance(value, bool) else _YES_NO.get(str(value).strip().lower())
        if kind in (date, time) and isinstance(value, str):
            return kind.fromisoformat(value)
        if kind is int and not isinstance(value, bool):
            whole = int(value)
            # Half a bedroom is not read as none.
            return whole if isinstance(value, str) or whole == value else None
    except (ValueError, OverflowError, InvalidOperation):
        return None
    return value


@dc.dataclass(frozen=True)
class Finding:
    """One rule's answer on one day: state, plain sentence, what was measured against which limit.

    `op` says how measured and limit compare ("at most", "at least"); `reads` are the facts it rests on.
    """

    state: State
    says: str
    measured: t.Any = None
    limit: t.Any = None
    unit: str = ""
    op: str = ""
    rule: str = ""
    cite: str = ""
    weight: Weight = Weight.BLOCKS
    reads: tuple[str, ...] = ()

    @property
    def stops_issuing(self) -> bool:
        return self.weight == Weight.BLOCKS and self.state in (State.UNMET, State.UNKNOWN)


_COMPARE: dict[str, Callable[[t.Any, t.Any], bool]] = {
    "at most": lambda measured, limit: measured <= limit,
    "at least": lambda measured, limit: measured >= limit,
}


def at_most(measured: t.Any, limit: t.Any, unit: str = "", says: str = "") -> Finding:
    """Met when `measured` does not exceed `limit`; both in `unit`."""
    return _compare("at most", measured, limit, unit, says)


def at_least(measured: t.Any, limit: t.Any, unit: str = "", says: str = "") -> Finding:
    """Met when `measured` reaches `limit`; both in `unit`."""
    return _compare("at least", measured, limit, unit, says)


def _compare(op: str, measured: t.Any, limit: t.Any, unit: str, says: str) -> Finding:
    state = State.MET if _COMPARE[op](measured, limit) else State.UNMET
    return Finding(state, says, measured, limit, unit, op)


def holds(ok: bool, says: str = "", otherwise: str = "") -> Finding:
    """Met when `ok`; `says` is the sentence when met (or both ways), `otherwise` the one when not."""
    return Finding(State.MET if ok else State.UNMET, says if ok or not otherwise else otherwise)


def for_the_board(says: str = "") -> Finding:
    """Not a matter of measuring: unknown until the board has ruled by name."""
    return Finding(State.UNKNOWN, says)


def does_not_apply(says: str) -> Finding:
    """The rule asks nothing here, and why."""
    return Finding(State.NOT_APPLICABLE, says)


@dc.dataclass(frozen=True)
class Rule:
    """A test with its permanent slug, citation, weight, and whether the board may waive it."""

    slug: str
    cite: str
    test: Callable[[t.Any, date], Finding]
    weight: Weight = Weight.BLOCKS
    waivable: bool = True

    @property
    def says(self) -> str:
        """The rule in one plain sentence: the docstring of its function."""
        return " ".join((self.test.__doc__ or "").split())

    def __call__(self, facts: Facts, on: date) -> Finding:
        """The finding for these facts under the law of the day `on`."""
        token = _reads.set([])
        try:
            found = self.test(facts, on)
        except Unknown as missing:
            found = Finding(State.UNKNOWN, f"{self.says} Not known yet: {_in_words(str(missing))}.")
        finally:
            # What was read of a row counts as the table it stands in, which was read before it.
            asked = type(facts).__dataclass_fields__  # type: ignore[attr-defined]
            reads = tuple(name for name in dict.fromkeys(_reads.get() or ()) if name in asked)
            _reads.reset(token)
        return dc.replace(
            found,
            says=found.says or self.says,
            rule=self.slug,
            cite=self.cite,
            weight=self.weight,
            reads=reads,
        )


_UNITS = {"ft": "in feet", "in": "in inches", "sqft": "in square feet", "gpd": "in gallons a day"}


def _in_words(fact: str) -> str:
    """A fact's name as words: lot_line_distance_ft reads "lot line distance in feet"."""
    *words, last = fact.split("_")
    return " ".join([*words, _UNITS.get(last, last)])


def rule(
    slug: str, *, cite: str, weight: Weight = Weight.BLOCKS, waivable: bool = True
) -> Callable[[Callable[[t.Any, date], Finding]], Rule]:
    """Decorate `test(facts, on) -> Finding`; its docstring is the rule in one plain sentence."""

    def wrap(test: Callable[[t.Any, date], Finding]) -> Rule:
        return Rule(slug, cite, test, weight, waivable)

    return wrap


@dc.dataclass(frozen=True)
class Ruling:
    """What the board said about one rule: found met, found unmet, or varied, perhaps up to a limit."""

    rule: str
    says: str
    why: str
    limit: Decimal | None = None
    vote: str = ""
    grant: str = ""  # of a variance that was granted by a case of its own: its number, vote and first day


def judge(rules: Iterable[Rule], facts: Facts, on: date, rulings: Sequence[Ruling] = ()) -> list[Finding]:
    """Every rule's finding, in order, with the board's word applied; later rulings replace earlier ones."""
    spoken = {ruling.rule: ruling for ruling in rulings}
    return [_ruled(each(facts, on), spoken.get(each.slug), each.waivable) for each in rules]


def _ruled(found: Finding, ruling: Ruling | None, waivable: bool) -> Finding:
    if ruling is None:
        return found
    # "Found met" answers what no form can; it does not overrule a measure, which only a variance may.
    settles = found.state == State.UNKNOWN if ruling.says == State.MET else ruling.says == State.UNMET
    if settles:
        return dc.replace(found, state=State(ruling.says), says=f"{found.says} The board found: {ruling.why}")
    if ruling.says != State.VARIED or found.state != State.UNMET or not waivable:
        return found
    # A variance reaches only as far as the board said: one to 204 sq ft does not bless 220.
    if ruling.limit is not None and not (found.op and _COMPARE[found.op](found.measured, ruling.limit)):
        return found
    by = f" by {ruling.grant}" if ruling.grant else ""
    return dc.replace(found, state=State.VARIED, says=f"Variance granted{by}: {ruling.why}")


def tally(findings: Iterable[Finding]) -> str:
    """The summary sentence: "3 met, 1 not met, 2 not known yet"."""
    words = (
        (State.MET, "met"),
        (State.UNMET, "not met"),
        (State.UNKNOWN, "not known yet"),
        (State.VARIED, "varied"),
    )
    states = [found.state for found in findings]
    counted = [f"{states.count(state)} {word}" for state, word in words if states.count(state)]
    return ", ".join(counted) or "Nothing to check yet"


@dc.dataclass(frozen=True)
class Dated:
    """A figure of law that changes by statute: rows of (from day, value, citation), oldest first."""

    rows: tuple[tuple[date, t.Any, str], ...]

    def on(self, day: date) -> t.Any:
        """The value in force on `day`; LookupError before the first row."""
        for since, value, _ in reversed(self.rows):
            if since <= day:
                return value
        raise LookupError(f"No value is known for {day.isoformat()}; the first begins {self.rows[0][0]}.")


@dc.dataclass(frozen=True)
class Reading:
    """A question that the text leaves open, which the town answers from a day on. Its slug is permanent.

    `asks` is the question in one sentence. With `options` the answer is one of their values, each with its
    words; without them it is a number of 0 or more, in `unit`, and `whole` if it must be. `default` counts
    until the town has decided; `doubt` says what speaks for another answer. It gives the fact of its own
    name (dashes as underscores) of a kind that declares it; a yes-or-no fact is read from "true" and
    "false". ValueError when `default` is no answer.
    """

    slug: str
    cite: str
    asks: str
    options: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    _: dc.KW_ONLY
    default: str
    whole: bool = False
    doubt: str = ""

    def __post_init__(self) -> None:
        if wrong := self.problem(self.default):
            raise ValueError(f"Reading {self.slug!r}, the default: {wrong}")

    @property
    def fact(self) -> str:
        """The name of the fact that it gives."""
        return self.slug.replace("-", "_")

    def problem(self, value: str) -> str:
        """Why `value` is no answer, and what would be one; "" when it is."""
        if self.options:
            if value in dict(self.options):
                return ""
            offered = "; ".join(f"{each} ({words})" for each, words in self.options)
            return f"“{value}” is none of the answers. Choose one: {offered}."
        try:
            number = Decimal(value)
        except InvalidOperation:
            number = Decimal("NaN")
        of = f" of {self.unit}" if self.unit else ""
        if not number.is_finite() or number < 0:
            return f"“{value}” is no number. Enter the number{of}, 0 or more."
        if self.whole and number != int(number):
            return f"“{value}” is no whole number. Enter the number{of} without a fraction."
        return ""

    def plain(self, value: str) -> str:
        """The answer as it is kept, so that the same number is always the same text: "10" for "10.0"."""
        if self.options or self.problem(value):
            return value
        return f"{Decimal(value).normalize():f}"

    def says(self, value: str) -> str:
        """The answer in words: the option's own, or the number with its unit. LookupError for no answer."""
        if wrong := self.problem(value):
            raise LookupError(f"Reading {self.slug!r}: {wrong}")
        return dict(self.options)[value] if self.options else f"{self.plain(value)} {self.unit}".strip()


def by_reading(readings: Iterable[Reading], reads: Iterable[str]) -> list[Reading]:
    """Those readings whose facts are among `reads`, the facts a finding rests on."""
    named = set(reads)
    return [reading for reading in readings if reading.fact in named]
