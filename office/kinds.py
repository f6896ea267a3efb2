"""What a kind of case is: its lifecycle, law, clocks, checklist, fees, term and letters, as data.

A kind has no methods of its own and no hooks; the kernel never asks which kind it has before it.
Pure Python, no Django: forms and models are carried, not imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from office.calendar import year_end
from office.clockwork import Clock, Happened, Mover
from office.law import Facts, Rule
from office.pricing import Line

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Step:
    """Something that may be recorded on a case. With `to` it is a move, allowed only `from_`.

    `label` is the button, `done` the word in the history. `reason` must be given; `gate` means nothing
    may stand in the way; an `appointed` day may lie ahead and a new one replaces it. `term` says what
    the step does to the permit's term: it "starts" it, "cuts" it, "suspends" or "resumes" it.
    """

    slug: str
    label: str
    done: str
    roles: tuple[str, ...] = ("clerk",)
    from_: tuple[str, ...] = ()
    to: str = ""
    reason: bool = False
    gate: bool = False
    appointed: bool = False
    by_hand: bool = True
    term: str = ""
    snapshot: bool = False
    cite: str = ""


def _kernel(slug: str, done: str, **more: Any) -> Step:
    return Step(slug, "", done, by_hand=False, **more)


# What the kernel itself records on any case; never a button of the lifecycle.
KERNEL_STEPS = (
    _kernel("filed", "Filed", snapshot=True),
    _kernel("amended", "Answers changed", snapshot=True),
    _kernel("ruling", "Board ruled"),
    _kernel("charged", "Charged"),
    _kernel("charge-reversed", "Charge reversed"),
    _kernel("paid", "Payment recorded"),
    _kernel("payment-voided", "Payment voided"),
    _kernel("document-added", "Document added"),
    _kernel("document-removed", "Document removed"),
    _kernel("checklist", "Checklist"),
    _kernel("hold-placed", "Hold placed"),
    _kernel("hold-lifted", "Hold lifted"),
    _kernel("condition-added", "Condition added"),
    _kernel("condition-met", "Condition met"),
    _kernel("referred", "Referred"),
    _kernel("assigned", "Assigned"),
    _kernel("note", "Note"),
    _kernel("term-ends", "Term ends"),  # never recorded: it follows from the term
    _kernel("renewal-filed", "Renewal filed"),
    _kernel("extended", "Extended"),
)


@dataclass(frozen=True)
class Standing:
    """Where a case stands: the fold of its live events. `suspended` are (first day, last day or None)."""

    status: str
    is_open: bool
    starts_on: date | None = None
    ends_on: date | None = None
    suspended: tuple[tuple[date, date | None], ...] = ()


@dataclass(frozen=True)
class Lifecycle:
    """The table of everything that may be recorded on a case, and whose move each status is."""

    first: str
    steps: tuple[Step, ...]
    closed: tuple[str, ...]
    movers: Mapping[str, Mover] = field(default_factory=dict)

    def __add__(self, steps: Iterable[Step]) -> Lifecycle:
        return replace(self, steps=self.steps + tuple(steps))

    def step(self, slug: str) -> Step:
        """The step called `slug`; LookupError when nothing of that name may be recorded."""
        for step in self.steps + KERNEL_STEPS:
            if step.slug == slug:
                return step
        raise LookupError(f"Nothing called {slug!r} may be recorded on this kind of case.")

    def moves(self, status: str) -> list[Step]:
        """The steps a person may record in this status: what the case page's buttons are made of."""
        return [step for step in self.steps if step.by_hand and (not step.from_ or status in step.from_)]

    def usual(self, status: str) -> Step | None:
        """The step that comes next when all goes well: no gate, no refusal; None when there is none."""
        return next((step for step in self.moves(status) if not step.gate and not step.reason), None)

    def mover(self, status: str) -> Mover:
        return self.movers.get(status, Mover.NOBODY if status in self.closed else Mover.OFFICE)

    def fold(self, events: Sequence[Happened]) -> Standing:
        """Status and term from the live events, in order. Reads dates only, so it is right for any day."""
        status, starts, ends = self.first, None, None
        suspended: list[tuple[date, date | None]] = []
        for event in events:
            step = self.step(event.slug)
            status = step.to or status
            if step.term == "starts":
                starts, ends = event.from_on or event.on, event.until_on
            elif step.term == "cuts" and starts:
                last = event.on - ONE_DAY
                ends = last if ends is None else min(ends, last)
            elif step.term == "suspends":
                suspended.append((event.on, None))
            elif step.term == "resumes" and suspended and suspended[-1][1] is None:
                first = suspended.pop()[0]
                if event.on > first:
                    suspended.append((first, event.on - ONE_DAY))
        return Standing(status, status not in self.closed, starts, ends, tuple(suspended))


@dataclass(frozen=True)
class Law:
    """A kind's facts, the rules over them, and the look-up of what no form asks: (filing, on) -> dict."""

    facts: type[Facts]
    rules: tuple[Rule, ...]
    lookup: Callable[[Any, date], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class Item:
    """A thing that must be handed in, or a stated reason why it does not apply.

    `shows` names the answers it proves: while they stay the same, a renewal need not bring it again.
    """

    slug: str
    label: str
    cite: str
    hint: str = ""
    confidential: bool = False
    shows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Duty:
    """What the holder must do while the permit lasts; printed on it as a condition when it applies."""

    says: str
    cite: str
    applies: Callable[[Any], bool] | None = None


@dataclass(frozen=True)
class Letter:
    """A paper the kind can print: its slug, label and template."""

    slug: str
    label: str
    template: str


@dataclass(frozen=True, kw_only=True)
class CaseKind:
    """One kind of case. `facility` names what it is about ("dumpster") and holds across cases; `roles` are
    the parts people may have in it.

    `term(start, after)` gives the last day: `start` is the first day, `after` the last day of the term
    it continues, or None. `fees(filing, on)` gives priced lines. `section` is what creates the kind.
    """

    slug: str
    label: str
    series: str
    boards: tuple[str, ...]
    lifecycle: Lifecycle
    section: str
    about: str
    details: Any = None
    form: Any = None
    law: Law | None = None
    clocks: tuple[Clock, ...] = ()
    checklist: tuple[Item, ...] = ()
    duties: tuple[Duty, ...] = ()
    fees: Callable[[Any, date], list[Line]] | None = None
    term: Callable[[date, date | None], date] | None = None
    facility: str = ""
    roles: tuple[str, ...] = ("applicant", "owner", "agent")
    letters: tuple[Letter, ...] = ()

    def letter(self, slug: str) -> Letter:
        """The letter called `slug`; LookupError when the kind prints no such paper."""
        for letter in self.letters:
            if letter.slug == slug:
                return letter
        raise LookupError(f"{self.label} prints no paper called {slug!r}.")

    @property
    def renewable(self) -> bool:
        return self.term is not None


registry: dict[str, CaseKind] = {}


def register(*kinds: CaseKind) -> None:
    """Add kinds to the registry; ValueError names what does not fit together."""
    for kind in kinds:
        if kind.slug in registry:
            raise ValueError(f"Two kinds are called {kind.slug!r}.")
        if any(kind.series == other.series for other in registry.values()):
            raise ValueError(f"{kind.slug}: the series {kind.series!r} is taken.")
        for clock in kind.clocks:
            for name in clock.names:
                try:
                    kind.lifecycle.step(name)
                except LookupError as unknown:
                    raise ValueError(f"{kind.slug}, clock {clock.slug}: {unknown}") from None
        registry[kind.slug] = kind


def get(slug: str) -> CaseKind:
    """The kind called `slug`; LookupError when there is none."""
    try:
        return registry[slug]
    except KeyError:
        raise LookupError(f"There is no kind of case called {slug!r}.") from None


def calendar_year(start: date, after: date | None) -> date:
    """The term that runs out with the calendar year in which it began."""
    return year_end(start)


# ---------------------------------------------------------------- the lifecycle most permits share
_UNDECIDED = ("filed", "incomplete", "in review", "approved")

APPLICATION = Lifecycle(
    first="filed",
    steps=(
        Step("issued", "Issue", "Issued", from_=("filed", "in review", "approved"), to="issued",
             gate=True, term="starts", snapshot=True),
        Step("complete", "Accept as complete", "Accepted as complete", from_=("filed", "incomplete"),
             to="in review"),
        Step("incomplete", "Ask for what is missing", "Asked for what is missing",
             from_=("filed", "in review"), to="incomplete", reason=True),
        Step("approved", "Approve", "Approved", ("clerk", "member"), ("filed", "in review"), "approved",
             snapshot=True),
        Step("denied", "Deny", "Denied", ("clerk", "member"), ("filed", "in review", "approved"), "denied",
             reason=True, snapshot=True),
        Step("withdrawn", "Withdraw", "Withdrawn", from_=_UNDECIDED, to="withdrawn", reason=True),
        Step("suspended", "Suspend", "Suspended", ("clerk", "member"), ("issued",), "suspended",
             reason=True, term="suspends"),
        Step("reinstated", "Reinstate", "Reinstated", ("clerk", "member"), ("suspended",), "issued",
             reason=True, term="resumes"),
        Step("revoked", "Revoke", "Revoked", ("clerk", "member"), ("issued", "suspended"), "revoked",
             reason=True, term="cuts"),
        Step("closed", "Close", "Closed", from_=("issued", "suspended"), to="closed", reason=True,
             term="cuts"),
    ),
    closed=("denied", "withdrawn", "revoked", "closed"),
    movers={"incomplete": Mover.APPLICANT, "issued": Mover.NOBODY, "suspended": Mover.APPLICANT},
)  # fmt: skip
