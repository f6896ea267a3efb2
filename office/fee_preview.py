"""What a new fee row would change, told to the administrator before it is saved.

Cases are grouped in the database by the answers the fee goes by, so the work grows with the number of
different answers and not with the number of permits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.utils.datastructures import MultiValueDict

from office import kinds
from office.fees import kinds_charging, labels
from office.models import Case, Draft, FeeAmount
from office.models.cases import CaseQuerySet
from office.pricing import Line, Schedule, Shape, counted, dollars, lines, number
from office.schedules import ONE_DAY, named

ZERO = Decimal(0)
DRAFT = "draft"


@dataclass
class Effect:
    """What one group of cases would pay: `count` in all, `changed` of them another amount than before.

    `old` is None while no row was in force: the office confirmed each fee. `unknown` cases lack an answer.
    """

    who: str
    says: str
    old: Decimal | None
    new: Decimal = ZERO
    count: int = 0
    changed: int = 0
    unknown: int = 0

    @property
    def difference(self) -> Decimal | None:
        return None if self.old is None else self.new - self.old

    @property
    def difference_in_words(self) -> str:
        """$500.00 more, $500.00 less, none; not known while no row was in force."""
        if self.difference is None:
            return "Not known"
        size = dollars(abs(self.difference))
        return f"{size} more" if self.difference > 0 else f"{size} less" if self.difference else "None"


@dataclass(frozen=True)
class Example:
    """One case worked out by the old row and by the new one."""

    says: str
    old: Line
    new: Line


@dataclass
class Preview:
    """All that the administrator is told before the row is saved."""

    row: FeeAmount
    replaces: FeeAmount | None
    effects: list[Effect] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)

    @property
    def of_drafts(self) -> str:
        """What those who have begun an application online will pay, or "" when nobody has."""
        count = sum(effect.count for effect in self.effects if effect.who == DRAFT)
        if not count:
            return ""
        pay = "draft begun online pays" if count == 1 else "drafts begun online pay"
        return (
            f"{count} {pay} the fee of the day of filing: by this row from {named(self.row.since)}. The page "
            "before filing then shows the old fee, the new one and the vote."
        )

    @property
    def headline(self) -> str:
        """ "12 open cases and 340 renewals change by $4,120.00, from $17,000.00 to $21,120.00." """
        moved = [effect for effect in self.effects if effect.changed]
        if not any(effect.count for effect in self.effects):
            return "Nothing changes: no open case, no renewal and no draft goes by this row."
        if not moved:
            return "Nothing changes: every case pays what it would pay now."
        parts = [counted(Decimal(effect.changed), effect.who) for effect in moved]
        who = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
        one = sum(effect.changed for effect in moved) == 1
        new = sum((effect.new for effect in self.effects), ZERO)
        if self.replaces is None:
            return (
                f"{who} {'gets' if one else 'get'} an amount, {dollars(new)} in all. No row is in force yet."
            )
        old = sum((effect.old or ZERO for effect in self.effects), ZERO)
        sign = "−" if new < old else ""
        by = f"{sign}{dollars(abs(new - old))}, from {dollars(old)} to {dollars(new)}"
        return f"{who} {'changes' if one else 'change'} by {by}."


def preview(row: FeeAmount, today: date) -> Preview:
    """What the saved row changes from its first day on; `today` decides which permits are still in force.

    Open cases are priced as if filed on that first day, renewals as if filed in time. Nothing is written.
    """
    row = FeeAmount.objects.with_parts().get(pk=row.pk)
    replaces = FeeAmount.objects.exclude(pk=row.pk).on(row.fee.code, row.since)
    new, old = row.schedule(), replaces.schedule() if replaces else None
    found = Preview(row, replaces)
    groups = [
        ("open case", f"Open cases, if filed on {named(row.since)}", _waiting),
        ("renewal", f"Renewals that fall on {named(row.since)} or later", _renewing),
    ]
    seen: Counter[tuple[tuple[str, Any], ...]] = Counter()
    for who, says, chosen in groups:
        effect = Effect(who, says, ZERO if old else None)
        for kind in kinds_charging(row.fee.code):
            for answers, count in _answers(kind, chosen(kind, row, today), _names(new, old)):
                _add(effect, _price(old, answers), _price(new, answers), count)
                seen[tuple(answers.items())] += count
        found.effects.append(effect)
    drafts = Effect(DRAFT, f"Drafts begun online, if filed on {named(row.since)}", ZERO if old else None)
    for kind in kinds_charging(row.fee.code):
        for answers in _drafted(kind, today, _names(new, old)):
            _add(drafts, _price(old, answers), _price(new, answers), 1)
    if drafts.count:
        found.effects.append(drafts)
    usual = [dict(answers) for answers, _ in seen.most_common()]
    found.examples = _examples(old, new, [*usual, *_made_up(new)])
    return found


def _waiting(kind: kinds.CaseKind, row: FeeAmount, today: date) -> CaseQuerySet:
    """Cases of the kind that are not decided yet."""
    return Case.objects.open().of_kind(kind.slug).filter(starts_on__isnull=True)


def _renewing(kind: kinds.CaseKind, row: FeeAmount, today: date) -> CaseQuerySet:
    """Permits still in force, not renewed yet, whose next term begins while the row is in force."""
    if not kind.renewable:
        return Case.objects.none()
    first = max(today, row.since - ONE_DAY)
    permits = Case.objects.open().of_kind(kind.slug).filter(renewed_by__isnull=True, ends_on__gte=first)
    later = FeeAmount.objects.filter(fee=row.fee, since__gt=row.since).order_by("since").first()
    last = row.until or (later.since - ONE_DAY if later else None)
    return permits.filter(ends_on__lt=last) if last else permits


def _drafted(kind: kinds.CaseKind, today: date, names: list[str]) -> Iterator[dict[str, Any]]:
    """The answers called `names` of each draft of the kind that is kept today, as far as they can be read.

    A renewal begun online is counted among the renewals.
    """
    asked = [name for name in names if name in labels(kind)]
    form = kind.form() if kind.form is not None else None
    drafts = Draft.objects.open(today).filter(kind=kind.slug, renews=None)
    for raw in drafts.values_list("answers", flat=True):
        sent = MultiValueDict({name: said for part in raw.values() for name, said in part.items()})
        yield {name: _read(form, name, sent) for name in asked}


def _read(form: Any, name: str, sent: MultiValueDict[str, str]) -> Any:
    """One answer as it was typed, read; None while it is open or cannot be read."""
    field = form.fields.get(name) if form is not None else None
    if field is None:
        return None
    try:
        return field.clean(field.widget.value_from_datadict(sent, {}, name))
    except ValidationError:
        return None


def _names(*schedules: Schedule | None) -> list[str]:
    """The answers that the schedules go by."""
    names: list[str] = []
    for each in schedules:
        if each is not None:
            names += [each.measure, *(times.condition for times in each.multipliers)]
    return [name for name in dict.fromkeys(names) if name]


def _answers(
    kind: kinds.CaseKind, cases: CaseQuerySet, names: list[str]
) -> Iterator[tuple[dict[str, Any], int]]:
    """Each combination of the answers called `names` with the number of cases that gave it; one query."""
    asked = [name for name in names if name in labels(kind)]
    if not asked:
        if count := cases.count():
            yield {}, count
        return
    rows = kind.details.objects.filter(case__in=cases).order_by()
    for found in rows.values(*asked).annotate(how_many=Count("pk")):
        count = found.pop("how_many")
        yield found, count


def _price(schedule: Schedule | None, answers: Mapping[str, Any]) -> Decimal | None:
    return lines(schedule, answers)[0].amount


def _add(effect: Effect, old: Decimal | None, new: Decimal | None, count: int) -> None:
    effect.count += count
    if new is None or (effect.old is not None and old is None):
        effect.unknown += count
        return
    effect.new += new * count
    if effect.old is not None and old is not None:
        effect.old += old * count
    if new != old:
        effect.changed += count


# ------------------------------------------------------------------------------------------ examples
def _examples(old: Schedule | None, new: Schedule, cases: Iterable[Mapping[str, Any]]) -> list[Example]:
    """Two worked examples, or one where every case pays the same."""
    found: dict[str, Example] = {}
    for answers in cases:
        line = lines(new, answers)[0]
        if line.amount is not None and line.working not in found and len(found) < 2:
            before = lines(old, answers, code=new.code, label=new.label)[0]
            found[line.working] = Example(_described(new, answers), before, line)
    return list(found.values())


def _made_up(schedule: Schedule) -> Iterator[dict[str, Any]]:
    """Plain cases to show when too few real ones differ."""
    no = {each.condition: False for each in schedule.multipliers}
    if schedule.shape is Shape.FLAT:
        measured: list[Decimal] = []
    elif schedule.shape is Shape.PER_UNIT:
        measured = [Decimal(schedule.included + 1), Decimal(schedule.included + 3)]
    else:
        measured = [schedule.tiers[0].through or Decimal(1), schedule.tiers[-1].at_least]
    yield from ({**no, schedule.measure: figure} for figure in measured)
    if not measured:
        yield no
    yield from ({**no, each.condition: True} for each in schedule.multipliers if not measured)


def _described(schedule: Schedule, answers: Mapping[str, Any]) -> str:
    """The case in words: "3 dumpsters, work begun without a permit"."""
    said = [each.says for each in schedule.multipliers if answers.get(each.condition)]
    if schedule.measure:
        figure = Decimal(str(answers[schedule.measure]))
        words = schedule.measure.replace("_", " ")
        said.insert(0, counted(figure, schedule.unit) if schedule.unit else f"{words} {number(figure)}")
    return ", ".join(said) or "Any case"
