"""What the conduct of a facility adds to its next yearly renewal: Tisbury 09.1.4 and 09.5.1.

Which office events call for which level are dated rows; `assess` reads them and the events, and weighs. A
kind turns the surcharge on in its fees: `fees=charged(schedule("food-permit"), "food")`, where `charged` is
that of `enforcement.actions.surcharges`. The permits of dumpsters and haulers show none: no section gives
them one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from enforcement.models.surcharges import EventMark, EventUse, SurchargeLevel, facts_of
from enforcement.rules import surcharges as rules
from enforcement.rules.surcharges import Happening, Row, Surcharge, Told
from office import kinds
from office.actions.events import in_place
from office.calendar import years_after
from office.fees import days_late
from office.intake import Filing
from office.models import Case, Event, Facility
from office.pricing import Line, dollars, late_code, number, unconfirmed

Fees = Callable[[Filing, date], list[Line]]
LABEL = "Compliance surcharge"
THIS_RENEWAL = "this renewal"  # in place of a number while an application is not filed yet


@dataclass(frozen=True)
class Conduct:
    """The rows of a programme on the day of a renewal, and what the facility's record comes to under them.

    `idle` are rows that speak of something no kind of case has yet.
    """

    levels: tuple[SurchargeLevel, ...]
    idle: tuple[SurchargeLevel, ...]
    surcharge: Surcharge

    def level_of(self, each: Happening) -> SurchargeLevel:
        """The row under which an event of the outcome is told."""
        return next(level for level in self.levels if level.sort == each.sort)


def assess(facility: Facility, programme: str, after: date, through: date) -> Surcharge:
    """The surcharge that the facility's record later than `after` and through `through` calls for.

    Level, percent, the events that decide, those left out each with its reason, and the sentence. An event
    that is not counted or was charged with another renewal is left out. As many queries however many events.
    """
    return conduct(facility, programme, after, through).surcharge


def conduct(
    facility: Facility,
    programme: str,
    after: date,
    through: date,
    *,
    renewal: Case | None = None,
    filing_late: bool = False,
) -> Conduct:
    """`assess`, with the levels it went by.

    `renewal` is the case that is being charged: what it used up itself still counts for it. `filing_late`: a
    renewal that is late is about to be filed on the day `through`, and its lateness counts.
    """
    in_force = list(SurchargeLevel.objects.in_force(through).filter(programme=programme, percent__gt=0))
    idle = [row for row in in_force if row.missing]  # what no kind has yet cannot have happened
    levels = [row for row in in_force if row not in idle]
    rows = [row.row() for row in levels]
    told = _told(facility, levels, rows)
    if filing_late:
        permits = next((row.kinds for row in rows if row.fact == rules.LATE), frozenset[str]())
        told += [
            Told(kind, THIS_RENEWAL, "filed", through, "new", {rules.LATE: rules.YES})
            for kind in sorted(permits)[:1]
        ]
    found = rules.happenings(
        rows, told, not_counted=_not_counted(facility, levels), used_by=_used_by(facility, levels, renewal)
    )
    weighed = rules.weigh([row.level for row in rows], found, after=after, through=through)
    return Conduct(tuple(levels), tuple(idle), weighed)


def _told(facility: Facility, levels: Sequence[SurchargeLevel], rows: Sequence[Row]) -> list[Told]:
    """The events of the facility's cases that the rows speak of, as they stand after every correction."""
    if not rows:
        return []
    slugs = {slug for row in rows for slug in (row.event, *row.undone_by)}
    events: Iterable[Event] = (
        Event.objects.filter(
            case__facility=facility, case__board=levels[0].board_id, slug__in=slugs,
            case__kind__in={kind for row in rows for kind in row.kinds},
        )
        .select_related("case__renews")
        .order_by("case", "pk")
    )  # fmt: skip
    by_case: dict[int, list[Event]] = {}
    for event in events:
        by_case.setdefault(event.case_id, []).append(event)
    facts = _facts(facility, rows)
    told = []
    for every in by_case.values():
        roots = _roots(every)
        for event in in_place(every):
            case = event.case
            said = dict(facts.get(case.kind, {}).get(case.pk, {}))
            if case.renews and case.renews.ends_on:
                said[rules.LATE] = rules.YES if event.on > case.renews.ends_on else rules.NO
            ref = str(roots[event.pk])
            told.append(Told(case.kind, case.number, event.slug, event.on, ref, said, event.done))
    return told


def _roots(events: Iterable[Event]) -> dict[int, int]:
    """By event, the first one of those that were put in its place one after the other; `events` oldest first.

    What was said of an event holds for its correction too.
    """
    roots: dict[int, int] = {}
    for event in events:
        before = event.corrects_id
        roots[event.pk] = event.pk if before is None else roots[before]
    return roots


def _facts(facility: Facility, rows: Sequence[Row]) -> dict[str, dict[int, dict[str, str]]]:
    """By kind and case, the answers that rows ask for: one query for each kind that is asked something."""
    asked: dict[str, set[str]] = {}
    for row in rows:
        if row.fact and row.fact != rules.LATE:
            for kind in row.kinds:
                asked.setdefault(kind, set()).add(row.fact)
    return {slug: facts_of(kinds.get(slug), sorted(names), facility) for slug, names in asked.items()}


def _not_counted(facility: Facility, levels: Sequence[SurchargeLevel]) -> dict[str, str]:
    """By event, why it is not counted; the last word on it holds."""
    if not levels:
        return {}
    marks = EventMark.objects.filter(event__case__facility=facility).order_by("pk")
    said = {str(mark.event_id): "" if mark.counts else mark.reason for mark in marks}
    return {ref: reason for ref, reason in said.items() if reason}


def _used_by(facility: Facility, levels: Sequence[SurchargeLevel], but: Case | None) -> dict[str, str]:
    """By event, the renewal that was charged because of it, while the charge stands."""
    if not levels:
        return {}
    uses = EventUse.objects.filter(event__case__facility=facility, charge__reversed_by__isnull=True)
    if but is not None:
        uses = uses.exclude(charge__case=but)
    return {str(event): number for event, number in uses.values_list("event", "charge__case__number")}


# -------------------------------------------------------------------------------------------- the renewal
def begins(renewed: Case, on: date) -> date:
    """The day up to which events are no longer asked for when `renewed` is renewed on the day `on`.

    Events count since they were last charged: the day on which the permit to be renewed was itself filed as
    a renewal, so that no December is lost or charged twice. The first renewal of all counts the past year
    (09.5.1), or since the first application where that is longer ago.
    """
    if renewed.renews_id is not None:
        return renewed.filed_on
    return min(renewed.filed_on, years_after(on, -1))


@dataclass(frozen=True)
class WithSurcharge:
    """The `fees` of a kind with a further line at a renewal that the facility's record makes dearer."""

    fees: Fees
    programme: str

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the fees themselves; the surcharge has no amount of its own."""
        return tuple(getattr(self.fees, "codes", ()))

    @property
    def code(self) -> str:
        """The code of the surcharge's line."""
        return f"{self.programme}-surcharge"

    def conduct(self, filing: Filing, on: date) -> Conduct | None:
        """What the record calls for at this renewal, filed on `on`; None for what is no renewal."""
        if filing.renews is None or filing.facility is None:
            return None
        new = filing.case is None and days_late(filing, on) > 0
        after = begins(filing.renews, on)
        return conduct(
            filing.facility, self.programme, after, on, renewal=filing.case, filing_late=new
        )  # fmt: skip

    def __call__(self, filing: Filing, on: date) -> list[Line]:
        lines = self.fees(filing, on)
        found = self.conduct(filing, on)
        if found is None or found.surcharge.level is None:
            return lines
        line = self._line(filing, lines, found.surcharge)
        return lines if line.amount == 0 else [*lines, line]

    def _line(self, filing: Filing, lines: Sequence[Line], surcharge: Surcharge) -> Line:
        assert surcharge.level is not None
        base, cite = self.base(filing, lines), surcharge.level.cite
        if base is None:
            why = f"{surcharge.says} The fee that it goes by is not known yet."
            return unconfirmed(self.code, LABEL, why=why, section=cite)
        added, _, working = rules.with_surcharge(base, surcharge)
        percent = number(surcharge.percent)
        says = f"{percent}% of {dollars(base)} = {dollars(added)}; {working}".rstrip(".")
        return Line(self.code, LABEL, added, says, cite)

    def base(self, filing: Filing, lines: Sequence[Line]) -> Decimal | None:
        """The basic charge: what the fees come to without what lateness costs; None while one is not known.

        What the office charged by hand in place of a row goes before.
        """
        late = {late_code(code) for code in self.codes}
        charged: dict[str, Decimal] = {}
        if filing.case is not None:
            charged = dict(filing.case.charges.live().values_list("code", "amount"))
        amounts = [charged.get(line.code, line.amount) for line in lines if line.code not in late]
        if any(amount is None for amount in amounts):
            return None
        return sum((amount for amount in amounts if amount is not None), Decimal(0))
