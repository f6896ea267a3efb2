"""What a kind of case is: its lifecycle, law, clocks, checklist, fees, term and letters, as data.

A kind has no methods of its own and no hooks; the kernel never asks which kind it has before it.
Pure Python, no Django: forms and models are carried, not imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from office.clockwork import CASE_CLOSED, MISSED, TERM_ENDS, Clock, Ended, Happened, Mover
from office.law import Facts, Reading, Rule
from office.pricing import Line

ONE_DAY = timedelta(days=1)


APPROVE, DENY, ORDER = "approve", "deny", "decide"  # what a motion may do to a case
HEARING = "hearing"  # the appointed day on which a board hears a case
HEARING_CLOSED = "hearing-closed"  # the day on which it ended, where a clock runs from it
ABUTTERS_TOLD = "abutters-told"  # every owner on the list was written to about the hearing that is set
NEWSPAPER_PRINTED = "newspaper-printed"  # the notice of the hearing that is set stood in a newspaper
HEARING_NOTICE = "hearing-notice"  # the letter to the abutters


@dataclass(frozen=True)
class ByVote:
    """What a slice does when a vote records one of its own steps, and how that is taken back.

    `do(case, slug, why=, on=, now=, by=)` returns the entry of the step; `undo(event, why=, on=, now=, by=)`
    strikes it with everything it carried along. Both raise NotAllowed.
    """

    do: Callable[..., Any]
    undo: Callable[..., None]


@dataclass(frozen=True)
class Step:
    """Something that may be recorded on a case. With `to` it is a move, allowed only `from_`.

    Of its `roles`, "applicant" is whoever has a part in the case; the others are held on its board.
    `label` is the button, `done` the word in the history. `reason` must be given; `gate` means nothing
    may stand in the way; an `appointed` day may lie ahead and a new one replaces it. `term` says what
    the step does to the permit's term: it "starts" it, "cuts" it, "suspends" or "resumes" it. `timed`: the
    time of day is asked, because hours are counted from it. `letter` is the letter that recording it writes,
    for a kind that has it. An `earlier` one may bear a day before the case was opened. `page` names the
    address of the slice's own page that records it, given the case's number and the step. A `guarded` one
    carries more than the entry along (money, other cases): only the slice's own action records it or takes it
    back, saying that it is `cleared`; the history neither moves nor strikes it. `vote` is what a motion that
    proposes it does: APPROVE grants what is asked, DENY refuses it and is also what a motion to approve that
    failed comes to, ORDER is any other decision of the board; without it no motion leads to it. `by_vote` is
    how the slice records it then, where more hangs on it than the entry. A `heard` one is what the agenda of
    a meeting sets when the case is heard there, in place of the kernel's own hearing.
    `needs` are steps that must have been recorded before it, and a `whole` one waits until no item of the
    checklist is missing; the action that is `cleared` has looked for both. `barred_by` are rules of the kind
    that keep it from being recorded at all while they are not met, whoever decides. A `vote_only` one is
    recorded by a vote alone, and taken back with it. What the office made of a board's vote and `falls` with
    it is struck when that vote is taken back.
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
    timed: bool = False
    letter: str = ""
    earlier: bool = False
    page: str = ""
    guarded: bool = False
    vote: str = ""
    by_vote: ByVote | None = None
    heard: bool = False
    needs: tuple[str, ...] = ()
    whole: bool = False
    barred_by: tuple[str, ...] = ()
    vote_only: bool = False
    falls: bool = False


def _kernel(slug: str, done: str, **more: Any) -> Step:
    return Step(slug, "", done, by_hand=False, **more)


# What the kernel itself records on any case; never a button of the lifecycle.
KERNEL_STEPS = (
    _kernel("filed", "Filed", snapshot=True),
    _kernel("amended", "Answers changed", snapshot=True),
    _kernel(HEARING, "Hearing set", appointed=True, guarded=True),  # by the agenda of a meeting
    _kernel(HEARING_CLOSED, "Hearing closed", guarded=True, timed=True),  # on the agenda of a meeting
    _kernel("abutters-listed", "List of abutters"),
    _kernel(ABUTTERS_TOLD, "Abutters told of the hearing", guarded=True),
    _kernel(NEWSPAPER_PRINTED, "Notice of the hearing printed", guarded=True),
    _kernel("ruling", "Board ruled"),
    _kernel("charged", "Charged"),
    _kernel("charge-reversed", "Charge reversed"),
    _kernel("paid", "Payment recorded"),
    _kernel("payment-voided", "Payment voided"),
    _kernel("document-added", "Document added"),
    _kernel("document-removed", "Document removed"),
    _kernel("document-shared", "Document shared with the applicant"),
    _kernel("authorization", "Authorization to act for the owner"),
    _kernel("disputed", "Owner disputes the filing"),
    _kernel("checklist", "Checklist"),
    _kernel("hold-placed", "Hold placed"),
    _kernel("hold-lifted", "Hold lifted"),
    _kernel("condition-added", "Condition added"),
    _kernel("condition-met", "Condition met"),
    _kernel("referred", "Referred"),
    _kernel("assigned", "Assigned"),
    _kernel("note", "Note"),
    _kernel(TERM_ENDS, "Term ends"),  # never recorded: it follows from the term
    _kernel("renewal-filed", "Renewal filed"),
    _kernel("not-renewed", "Ran out, not renewed"),
    _kernel("extended", "Extended"),
    _kernel("paused", "Count paused"),
    _kernel("resumed", "Count resumed"),
    _kernel(MISSED, "Day missed"),
    _kernel(CASE_CLOSED, "Case closed"),  # never recorded: it follows from the status
    _kernel("office-closed", "Office closed"),
    _kernel("office-reopened", "Office open after all"),
    _kernel("task-raised", "Task"),
    _kernel("task-done", "Task done"),
    _kernel("letter-stopped", "Letter stopped"),
)

OFFICE_PRACTICE = "Office practice"
RECEIPT_DAYS = 10  # Jamestown 22-233(b), where the reference gives it as a default, not as law

# What any case may have to wait for. Their words and days come from the events that start them.
KERNEL_CLOCKS = (
    Clock(slug="condition", says="Condition", cite="Condition of the permit", starts="condition-added",
          stops=("condition-met",), given=True, remind=(7,), mover=Mover.APPLICANT),
    Clock(slug="task", says="Task", cite=OFFICE_PRACTICE, starts="task-raised", stops=("task-done",),
          given=True, outlives=True),
)  # fmt: skip

# Questions of the office itself that every board answers; those of a kind stand in its `readings`.
KERNEL_READINGS: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Standing:
    """Where a case stands: the fold of its live events. `suspended` are (first day, last day or None)."""

    status: str
    is_open: bool
    starts_on: date | None = None
    ends_on: date | None = None
    suspended: tuple[tuple[date, date | None], ...] = ()
    closed_on: date | None = None


@dataclass(frozen=True)
class Lifecycle:
    """The table of everything that may be recorded on a case, and whose move each status is.

    `settled` is the step that a payment records which leaves nothing due, in a status that step is open in;
    a receipt that is voided takes it back.
    """

    first: str
    steps: tuple[Step, ...]
    closed: tuple[str, ...]
    movers: Mapping[str, Mover] = field(default_factory=dict)
    settled: str = ""

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

    def votable(self, status: str) -> list[Step]:
        """The steps a motion may propose in this status, the one that grants what is asked first."""
        order = (APPROVE, DENY, ORDER)
        return sorted(
            (step for step in self.moves(status) if step.vote), key=lambda step: order.index(step.vote)
        )

    def hearing(self, status: str) -> str:
        """What a meeting's agenda records when it hears a case in this status."""
        own = (step.slug for step in self.moves(status) if step.heard)
        return next(own, HEARING)

    @property
    def hearings(self) -> tuple[str, ...]:
        """Everything that an agenda may have recorded as the hearing of such a case."""
        return (HEARING, *(step.slug for step in self.steps if step.heard))

    def usual(self, status: str) -> Step | None:
        """The step that comes next when all goes well: no gate, no refusal, no vote; None without one."""
        moves = self.moves(status)
        return next((s for s in moves if not (s.gate or s.reason or s.vote_only)), None)

    def mover(self, status: str) -> Mover:
        return self.movers.get(status, Mover.NOBODY if status in self.closed else Mover.OFFICE)

    def fold(self, events: Sequence[Happened]) -> Standing:
        """Status and term from the live events, in order. Reads dates only, so it is right for any day."""
        status, starts, ends, closed_on = self.first, None, None, None
        suspended: list[tuple[date, date | None]] = []
        for event in events:
            step = self.step(event.slug)
            if step.to:
                status = step.to
                closed_on = event.on if status in self.closed else None
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
        return Standing(status, status not in self.closed, starts, ends, tuple(suspended), closed_on)

    def follows(self, events: Sequence[Happened]) -> list[Happened]:
        """What follows from the live events without being recorded: the end of the term and of the case."""
        standing, following = self.fold(events), []
        if standing.is_open and standing.ends_on:
            following.append(Happened(TERM_ENDS, standing.ends_on))
        if standing.closed_on:
            following.append(Happened(CASE_CLOSED, standing.closed_on))
        return following


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
class Blank:
    """A value a letter speaks of: its name in double braces, what it is, and one to show in a preview."""

    name: str
    means: str
    example: Any


@dataclass(frozen=True)
class Letter:
    """A paper the kind can print: its slug, label and template. With `words` it is a letter that is sent.

    `words` are its own paragraphs, an empty line between them, values in double braces, what matters most
    between double stars; an administrator may put others in their place from a day on. `to` are the parts of
    a case who get it, each person once; "holder" is who keeps its facility. `channel` is how it leaves:
    "email" (first class to whom has none), "first-class", "certified" or "in-hand". `blanks` are what it says
    beyond what every letter knows; what the office does not know by itself is told by `values(case, on)`.
    `asks` is the clock of the answer it asks for, whose last good day it names as `reply_by`. `serves` is the
    step that its leaving records, once, where the law counts from the mailing. A certified one whose card
    stays out is somebody's task, unless it is not `chased`: the mailing alone is what the law asks for.
    """

    slug: str
    label: str
    template: str
    words: str = ""
    to: tuple[str, ...] = ("applicant",)
    channel: str = "email"
    section: str = OFFICE_PRACTICE
    values: Callable[[Any, date], Mapping[str, Any]] | None = None
    blanks: tuple[Blank, ...] = ()
    asks: Clock | None = None
    serves: str = ""
    chased: bool = True

    @property
    def steps(self) -> tuple[Step, ...]:
        """What may be recorded of it, with the letter's own subject; nothing of a paper that is not sent."""
        if not self.words:
            return ()
        return (
            _kernel(f"{self.slug}-mailed", f"{self.label} mailed"),
            _kernel(f"{self.slug}-received", f"{self.label} received"),
            _kernel(f"{self.slug}-returned", f"{self.label} came back"),
        )

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The answer it asks for; and a certified letter not known as received after ten days is a task."""
        asked = (self.asks,) if self.asks else ()
        if not self.words or self.channel != "certified" or not self.chased:
            return asked
        return (
            *asked,
            Clock(slug=f"{self.slug}-receipt", says=f"Find out whether “{self.label}” was received",
                  cite=self.section, starts=f"{self.slug}-mailed",
                  stops=(f"{self.slug}-received", f"{self.slug}-returned"), days=RECEIPT_DAYS),
        )  # fmt: skip


@dataclass(frozen=True)
class Abutting:
    """That owners of land beside the place are told of the hearing.

    `rules` are the slugs of the board's dated rows that say whom and by when: the list must hold whom each of
    them names. A kind that has it takes the letter HEARING_NOTICE and, of each rule, the clocks of
    `office.clocks.hearing_notices` into its own.
    """

    rules: tuple[str, ...]


@dataclass(frozen=True)
class Need:
    """When somebody needs the kind, or does not: what follows "You need this if", and its section."""

    says: str
    cite: str


@dataclass(frozen=True)
class Report:
    """That anybody may tell the office of such a matter online, with no account.

    `asks` are the questions of the kind's form they see, `tells` the one among them that needs an answer.
    `unnamed` is the yes-or-no answer, asked of nobody, that says they gave no name.
    """

    asks: tuple[str, ...]
    tells: str
    unnamed: str = ""


@dataclass(frozen=True)
class NavLink:
    """A link of the staff's main navigation to a slice's own page, declared by a kind in its `nav`.

    `page` names the page's address, which takes no argument; `icon` is a Lucide icon. It is shown to whoever
    holds one of `roles` on a board of the kind: the very roles the page itself asks for. Kinds may declare
    the same page; it is shown once. Of the `facility_pages` of a kind each takes the key of the facility.
    """

    label: str
    page: str
    icon: str
    roles: tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """One figure that a picture shows, in words: what it is, measured, its limit, and what is left of it.

    `state` is that of the finding, "" where nothing is asked; `formula` is how the figures are worked out.
    """

    what: str
    measured: str
    limit: str = ""
    margin: str = ""
    cite: str = ""
    state: str = ""
    formula: str = ""


@dataclass(frozen=True)
class Picture:
    """What a kind draws of a filing: an SVG, what must be known to read it, and the same figures in words.

    The SVG is made by the slice's own code, which escapes whatever somebody entered; it holds classes, never
    a style. `missing` says what to enter so that more can be drawn.
    """

    slug: str
    title: str
    svg: str
    says: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CaseKind:
    """One kind of case. `facility` names what it is about ("dumpster") and holds across cases; `roles` are
    the parts people may have in it.

    `term(start, after)` gives the last day: `start` is the first day, `after` the last day of the term
    it continues, or None. A kind that is for days of its own, and so never renewed, has `ends(details)` in
    its place: the last of those days, None while nobody has said it.
    `fees(filing, on)` gives priced lines; one with a `use_up(charge)` is told of every charge in its
    transaction. `section` is what creates the kind.
    `needed` and `not_needed` tell the public whether it is for them; `report` that they may open one.
    `online` is whether anybody may apply for it on these pages, with no account; `openers` are the roles that
    may otherwise. A kind without a `form` is not taken in at the counter: its slice has a page for it. `page`
    names the address of the slice's own page of a case, given its number. `nav` are the slice's pages that
    the staff's main navigation leads to. `code_page` names the address of the public page that the code
    printed on its papers opens, given the code; without one the code is that of a permit. `begins` names the
    address of the slice's own page that opens one: with `parent` in its query, for that case.
    `facility_pages` are the slice's pages about a facility of the kind, given its key: the file of every case
    about that facility leads to them. `readings` are the questions its law leaves open, each answered by a
    dated row of the board; kinds may declare the very same one. A kind of `works` lets something be built:
    its term is extended and never renewed, and several may stand for one facility (what was built, and what
    is to be altered). `abutters` says that owners of land beside it are told of its hearing.
    `pictures(filing, on)` draws a filing, the picture that a telephone can show whole first; they stand
    beside the findings, on the check page and in the file.
    `public_pages` are the slice's pages for everybody, to which the page of the rules leads.
    `parcel_pages` are the slice's pages about a lot, given its key: every case of its
    boards leads to them from each of its lots. `varies` names the books whose rules only a case of this kind
    varies: no other ruling of its boards does.
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
    ends: Callable[[Any], date | None] | None = None
    facility: str = ""
    roles: tuple[str, ...] = ("applicant", "owner", "agent")
    letters: tuple[Letter, ...] = ()
    needed: tuple[Need, ...] = ()
    not_needed: tuple[Need, ...] = ()
    report: Report | None = None
    online: bool = False
    openers: tuple[str, ...] = ("clerk",)
    page: str = ""
    nav: tuple[NavLink, ...] = ()
    code_page: str = ""
    facility_pages: tuple[NavLink, ...] = ()
    begins: str = ""
    readings: tuple[Reading, ...] = ()
    works: bool = False
    parcel_pages: tuple[NavLink, ...] = ()
    varies: tuple[str, ...] = ()
    abutters: Abutting | None = None
    pictures: Callable[[Any, date], Sequence[Picture]] | None = None
    public_pages: tuple[NavLink, ...] = ()

    def __post_init__(self) -> None:
        steps = tuple(step for letter in self.letters for step in letter.steps)
        object.__setattr__(self, "lifecycle", self.lifecycle + steps)

    @property
    def every_clock(self) -> tuple[Clock, ...]:
        """Its own clocks, those of its letters, and those any case has."""
        return (*self.clocks, *(clock for letter in self.letters for clock in letter.clocks), *KERNEL_CLOCKS)

    def clock(self, slug: str) -> Clock:
        """The clock called `slug`; LookupError when none of that name runs on this kind."""
        for clock in self.every_clock:
            if clock.slug == slug:
                return clock
        raise LookupError(f"{self.label} has no clock called {slug!r}.")

    def letter(self, slug: str) -> Letter:
        """The letter called `slug`; LookupError when the kind prints no such paper."""
        for letter in self.letters:
            if letter.slug == slug:
                return letter
        raise LookupError(f"{self.label} prints no paper called {slug!r}.")

    @property
    def draws(self) -> bool:
        """Whether it draws pictures; a template cannot ask a function that."""
        return self.pictures is not None

    @property
    def renewable(self) -> bool:
        return self.term is not None and not self.works


registry: dict[str, CaseKind] = {}


def register(*kinds: CaseKind) -> None:
    """Add kinds to the registry; ValueError names what does not fit together."""
    for kind in kinds:
        if kind.slug in registry:
            raise ValueError(f"Two kinds are called {kind.slug!r}.")
        if any(kind.series == other.series for other in registry.values()):
            raise ValueError(f"{kind.slug}: the series {kind.series!r} is taken.")
        declared: set[str] = set()
        for clock in kind.every_clock:
            if clock.slug in declared:
                raise ValueError(f"{kind.slug}: two clocks are called {clock.slug!r}.")
            if isinstance(clock.starts, Ended) and clock.starts.clock not in declared:
                waits_for = clock.starts.clock
                raise ValueError(f"{kind.slug}, clock {clock.slug}: declare {waits_for!r} before it.")
            declared.add(clock.slug)
            try:
                steps = {name: kind.lifecycle.step(name) for name in clock.names}
            except LookupError as unknown:
                raise ValueError(f"{kind.slug}, clock {clock.slug}: {unknown}") from None
            if clock.of_hours and not all(steps[name].timed for name in clock.starting):
                raise ValueError(f"{kind.slug}, clock {clock.slug}: what starts hours must be timed.")
        if kind.abutters and all(letter.slug != HEARING_NOTICE for letter in kind.letters):
            raise ValueError(f"{kind.slug}: abutters are told by the letter {HEARING_NOTICE!r}. Declare it.")
        sends = any(letter.words for letter in kind.letters)
        for step in kind.lifecycle.steps:
            if step.letter and sends and all(step.letter != letter.slug for letter in kind.letters):
                raise ValueError(f"{kind.slug}, step {step.slug}: there is no letter called {step.letter!r}.")
        for step in kind.lifecycle.steps:
            for name in step.needs:
                try:
                    kind.lifecycle.step(name)
                except LookupError as unknown:
                    raise ValueError(f"{kind.slug}, step {step.slug}: {unknown}") from None
            for name in step.barred_by:
                if kind.law is None or all(rule.slug != name for rule in kind.law.rules):
                    raise ValueError(f"{kind.slug}, step {step.slug}: there is no rule called {name!r}.")
        for name in (kind.lifecycle.settled, *(letter.serves for letter in kind.letters)):
            if name and all(name != step.slug for step in kind.lifecycle.steps):
                raise ValueError(f"{kind.slug}: there is no step called {name!r}.")
        readings = {reading.slug: reading for reading in (*KERNEL_READINGS, *kind.readings)}
        for clock in kind.every_clock:
            if clock.reading and clock.reading not in readings:
                raise ValueError(f"{kind.slug}, clock {clock.slug}: there is no reading {clock.reading!r}.")
            if clock.reading and not (asked := readings[clock.reading]).whole:
                raise ValueError(f"{kind.slug}, clock {clock.slug}: {asked.slug!r} must be a whole number.")
            if clock.reading and str(clock.length[0]) != asked.default:
                raise ValueError(
                    f"{kind.slug}, clock {clock.slug}: its length is not that of {asked.slug!r}."
                )
        for reading in kind.readings:
            for other in (*KERNEL_READINGS, *(each for kept in registry.values() for each in kept.readings)):
                if other.slug == reading.slug and other != reading:
                    raise ValueError(
                        f"{kind.slug}: another reading is called {reading.slug!r}. Declare it once."
                    )
        registry[kind.slug] = kind


def readings_of(board: str) -> dict[str, Reading]:
    """Every reading that the board of this slug answers, by its slug: the kernel's and those of its kinds."""
    own = (each for kind in registry.values() if board in kind.boards for each in kind.readings)
    return {reading.slug: reading for reading in (*KERNEL_READINGS, *own)}


def varied_by(board: str, cite: str) -> CaseKind | None:
    """The kind that alone varies what `cite` names before the board of this slug; None: any ruling does."""
    return next(
        (
            kind
            for kind in registry.values()
            if board in kind.boards and any(cite.startswith(f"{book} ") for book in kind.varies)
        ),
        None,
    )


def get(slug: str) -> CaseKind:
    """The kind called `slug`; LookupError when there is none."""
    try:
        return registry[slug]
    except KeyError:
        raise LookupError(f"There is no kind of case called {slug!r}.") from None
