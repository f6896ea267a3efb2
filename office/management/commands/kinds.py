"""manage.py kinds: every kind of case, as its slice declares it."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from office import kinds
from office.clockwork import Clock, Ended
from office.kinds import CaseKind, Duty, Step
from office.law import Rule

WIDTH = 100
LABEL = 12


class Command(BaseCommand):
    help = "List every kind of case: boards, steps, rules with their sections, clocks, checklist, fees, term."
    # What the code says: it must also work where there is no database yet.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", nargs="*", help="list only these, by slug")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the kinds asked for, or all. CommandError names a slug that is no kind."""
        try:
            shown = [kinds.get(slug) for slug in options["kind"]] or list(kinds.registry.values())
        except LookupError as unknown:
            raise CommandError(f"{unknown} There are: {', '.join(kinds.registry)}.") from None
        for kind in shown:
            for line in described(kind):
                self.stdout.write(line)
            self.stdout.write("")


def described(kind: CaseKind) -> Iterator[str]:
    """A kind as lines of at most 100 columns."""
    yield f"{kind.label} ({kind.slug})"
    yield from _row("", kind.about, kind.section)
    yield from _row("Numbers", f"{kind.series}-2026-001 and so on")
    yield from _row("Boards", ", ".join(kind.boards))
    yield from _row("Facility", kind.facility or "none")
    yield from _row("People", ", ".join(kind.roles))
    yield from _row("Opened by", ", ".join(kind.openers))
    yield from _row("Own page", kind.page or "none")
    yield from _row("From a case", kind.begins or "not begun from another case")
    yield from _row("Navigation", ", ".join(link.label for link in kind.nav) or "none")
    yield from _row("Of a place", ", ".join(link.label for link in kind.facility_pages) or "none")
    yield from _row("Public", ", ".join(link.label for link in kind.public_pages) or "none")
    yield from _row("Of a lot", ", ".join(link.label for link in kind.parcel_pages) or "none")
    yield from _row("Varies", f"alone, the rules of {', '.join(kind.varies)}" if kind.varies else "nothing")
    yield from _row("Code opens", kind.code_page or "the check of a permit")
    yield from _row("Online", "anybody may apply" if kind.online else "on paper for now")
    yield from _row("Reports", ", ".join(kind.report.asks) if kind.report else "none")
    yield from _row("Form", kind.form.__name__ if kind.form else "none")
    yield from _row("Fees", ", ".join(getattr(kind.fees, "codes", ())) or "none")
    yield from _row(
        "Term",
        _docstring(kind.term or kind.ends) if kind.term or kind.ends else "none",
        "Extended, never renewed." if kind.works else "",
    )
    yield from _row("Pictures", _docstring(kind.pictures) if kind.pictures else "none")
    yield from _row("Abutters", ", ".join(kind.abutters.rules) if kind.abutters else "not told of hearings")
    yield from _row("Papers", ", ".join(letter.label for letter in kind.letters) or "none")
    life = kind.lifecycle
    yield from _row("Status", f"begins as {life.first}; at rest: {', '.join(life.closed)}")
    yield from _group("Needed if", (("", f"{need.says} {need.cite}") for need in kind.needed))
    yield from _group("Not needed if", (("", f"{need.says} {need.cite}") for need in kind.not_needed))
    asked = ((each.slug, f"{each.asks} {each.says(each.default)} {each.cite}") for each in kind.readings)
    yield from _group("Open questions", asked)
    yield from _group("Steps", (_step(step) for step in life.steps))
    yield from _group("Rules", (_rule(rule) for rule in kind.law.rules) if kind.law else ())
    yield from _group("Clocks", (_clock(clock) for clock in kind.clocks))
    yield from _group("Checklist", ((item.slug, f"{item.label}. {item.cite}") for item in kind.checklist))
    yield from _group("Conditions", (("", _duty(duty)) for duty in kind.duties))


def _row(label: str, *says: str) -> list[str]:
    lead = f"  {label:<{LABEL}}"
    text = " ".join(part for part in says if part)
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))


def _group(title: str, entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    entries = list(entries)
    if not entries:
        return
    yield f"  {title}"
    column = max(len(name) for name, _ in entries) + 2
    for name, says in entries:
        lead = f"    {name:<{column}}" if name else "    "
        yield from textwrap.wrap(says, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead))


def _step(step: Step) -> tuple[str, str]:
    moves = f"{', '.join(step.from_) or 'any'} → {step.to}" if step.to else "no move"
    marks = [
        "gate" if step.gate else "",
        "by its own action alone" if step.guarded else "",
        "reason" if step.reason else "",
        "appointed day" if step.appointed else "",
        "" if step.by_hand else "not by hand",
        f"{step.term} the term" if step.term else "",
        f"by a vote to {step.vote}" if step.vote else "",
        f"after {', '.join(step.needs)}" if step.needs else "",
        "with a whole checklist" if step.whole else "",
        f"barred by {', '.join(step.barred_by)}" if step.barred_by else "",
        "by a vote alone" if step.vote_only else "",
        step.cite,
    ]
    says = [moves, " or ".join(step.roles), *(mark for mark in marks if mark)]
    return step.slug, f"{step.label or step.done}: {'; '.join(says)}"


def _rule(rule: Rule) -> tuple[str, str]:
    waived = "" if rule.waivable else "; not waivable"
    return rule.slug, f"{rule.says} {rule.cite} ({rule.weight}{waived})"


def _clock(clock: Clock) -> tuple[str, str]:
    if clock.given:
        long = "as many days as are named" if clock.awaits else "the day that is named"
    elif clock.each:
        long = f"every year on {', '.join(f'{month}/{day}' for month, day in clock.each)}"
    elif clock.voted:
        long = f"as many days as the board sets ({clock.voted})"
    else:
        n, unit = clock.length
        long = f"{n} {unit}"
    starts = (clock.awaits,) if clock.awaits else clock.starts
    if isinstance(starts, Ended):
        begun = f"every run of {starts.clock} has ended"
    else:
        begun = " or ".join((starts,) if isinstance(starts, str) else starts)
    says = [f"{clock.says}: {long} {'before' if clock.before else 'after'} {begun}"]
    if clock.stops:
        says.append(f"stopped by {' or '.join(clock.stops)}")
    if clock.opens is not None:
        says.append(f"opens {clock.opens} days before it is due")
    if clock.roll != "none":
        says.append(f"rolls: {clock.roll}")
    if clock.remind:
        says.append(f"reminds {', '.join(str(days) for days in clock.remind)} days before")
    return clock.slug, f"{'; '.join(says)}; move of the {clock.mover}. {clock.cite}"


def _duty(duty: Duty) -> str:
    return f"{duty.says} {duty.cite}{' (where it applies)' if duty.applies else ''}"


def _docstring(function: Any) -> str:
    return " ".join((function.__doc__ or function.__name__).split("\n\n")[0].split())
