"""From raw answers to typed rows, and the one shape in which rules, look-ups and fees see an application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.forms import ModelForm

from office import kinds
from office.law import Facts, Finding, Ruling, judge
from office.models import Case, Facility, Parcel, Party
from office.pricing import Line


class Intake:
    """A kind's details form bound to raw answers.

    `data` is a mapping of raw answers (a QueryDict or a dict) or None for an empty form; `details` is the
    row being amended; `initial` fills an unbound form (last year's answers).
    """

    def __init__(
        self,
        kind: kinds.CaseKind,
        data: Any = None,
        *,
        details: Any = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.kind = kind
        self.form: ModelForm | None = None
        if kind.form is not None:
            self.form = kind.form(data, instance=details, initial=initial)

    def is_valid(self) -> bool:
        return self.form is None or self.form.is_valid()

    def answers(self) -> dict[str, Any]:
        """Name -> value of every answer that can be read so far; an unreadable one is simply absent."""
        if self.form is None:
            return {}
        self.form.is_valid()
        return dict(self.form.cleaned_data)

    def save(self, case: Case) -> Any:
        """Write the details row of `case`. The form must be valid: an action checks that first."""
        if self.form is None:
            return None
        if not self.form.is_valid():
            raise ValueError("The answers cannot be saved while one of them cannot be read.")
        self.form.instance.case = case
        return self.form.save()


def answers_of(details: Any) -> dict[str, Any]:
    """The answers of a details row by field name, without its keys."""
    if details is None:
        return {}
    return {
        column.name: getattr(details, column.name)
        for column in details._meta.concrete_fields
        if column.name not in ("id", "case")
    }


def answer(details: Any, name: str) -> tuple[str, Any]:
    """The label and the value of one answer: a choice by its words, an open question as None."""
    label = str(details._meta.get_field(name).verbose_name)
    chosen = getattr(details, f"get_{name}_display", None)
    value = chosen() if chosen else getattr(details, name)
    if isinstance(value, Decimal):
        value = f"{value.normalize():f}"
    return f"{label[:1].upper()}{label[1:]}", None if value == "" else value


def in_words(kind: kinds.CaseKind, details: Any) -> list[tuple[str, list[tuple[str, Any, str]]]]:
    """The answers as a person reads them: (section title, [(label, value, citation)])."""
    if details is None:
        return []
    cites = getattr(details, "CITES", {})
    # What no form asks is shown as the details row itself says.
    sections = kind.form.sections if kind.form is not None else getattr(details, "SECTIONS", ())
    return [
        (title, [(*answer(details, name), cites.get(name, "")) for name in names])
        for _, title, names in sections
    ]


@dataclass
class Filing:
    """An application as rules, look-ups and fees see it, filed or not yet."""

    kind: kinds.CaseKind
    answers: Mapping[str, Any]
    parcels: Sequence[Parcel] = ()
    facility: Facility | None = None
    holder: Party | None = None
    case: Case | None = None
    renews: Case | None = None
    _looked_up: dict[date, Mapping[str, Any]] = field(default_factory=dict, repr=False)

    @classmethod
    def of_case(cls, case: Case) -> Filing:
        """The filing of a case as it stands now."""
        return cls(
            kind=case.casekind,
            answers=answers_of(case.details),
            parcels=list(case.parcels.all()),
            facility=case.facility,
            holder=case.facility.holder if case.facility else None,
            case=case,
            renews=case.renews,
        )

    def facts(self, on: date) -> Facts | None:
        """The facts on the day `on`: what was answered and what the kind looks up; None without a law."""
        law = self.kind.law
        if law is None:
            return None
        if on not in self._looked_up:
            self._looked_up[on] = law.lookup(self, on) if law.lookup else {}
        return law.facts.build({**self.answers, **self._looked_up[on]})

    def findings(self, on: date, rulings: Sequence[Ruling] = ()) -> list[Finding]:
        facts = self.facts(on)
        if facts is None or self.kind.law is None:
            return []
        return judge(self.kind.law.rules, facts, on, rulings)

    def fees(self, on: date) -> list[Line]:
        return self.kind.fees(self, on) if self.kind.fees else []
