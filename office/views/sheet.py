"""The counter's intake page as one thing: its forms, what is known so far, and the application they make."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.forms import BaseForm, BoundField

from office.actions.counter import Application, Twin, twin_of
from office.actions.renewing import fitting_rulings
from office.fields import DayField
from office.forms_counter import (
    FilingForm,
    PapersForm,
    WhereForm,
    WhichForm,
    WhoForm,
    matching,
    people_matching,
)
from office.forms_money import PayNowForm
from office.forms_rows import BoundRows, Raw, added_to, one_more
from office.intake import Filing, Intake, answers_of, in_table
from office.kinds import Picture
from office.law import Finding
from office.models import Case, CaseParty, Facility, Parcel, Party
from office.pricing import Line, dollars
from office.schedules import named
from office.templatetags.office_tags import ErrorLink, by_state, measure
from office.views.chosen import Chosen, is_key

NOT_PROVIDED = "Not provided"


class Changed(NamedTuple):
    """An answer that is not last time's."""

    name: str
    label: str
    before: Any
    now: Any


class Sheet(Chosen):
    """One intake of a kind, empty or as it was sent: what `Chosen` knows, the forms, and what follows."""

    looking = False  # whether something is looked up or checked, and nothing filed

    @property
    def facility(self) -> Facility | None:
        if self.renews is not None:
            return self.renews.facility
        return self.which.chosen if self.which else None

    # -------------------------------------------------------------------------------- the forms
    @cached_property
    def who(self) -> WhoForm | None:
        if self.renews is not None:
            return None
        initial = {name: self.start.get(name, "") for name in ("name", "phone")}
        if self.last and self.party:
            row = self.last.people.filter(party=self.party, role__in=CaseParty.Role.values).first()
            initial["role"] = row.role if row else ""
        initial = {name: value for name, value in initial.items() if value}
        return WhoForm(self.data, kind=self.kind, party=self.party, initial=initial)

    @cached_property
    def where(self) -> WhereForm | None:
        if self.renews is not None:
            return None
        initial = {name: self.start[name] for name in ("find", *WhereForm.COLUMNS) if self.start.get(name)}
        return WhereForm(self.data, parcel=self.parcel, town=self.board.town, initial=initial)

    @cached_property
    def which(self) -> WhichForm | None:
        if self.renews is not None or not self.kind.facility:
            return None
        initial = {"name": self.start.get("facility_name", "")}
        if self.start_facility:
            initial["facility"] = str(self.start_facility.pk)
        return WhichForm(
            self.data, kind=self.kind, facilities=self.facilities, party=self.party, initial=initial
        )

    @cached_property
    def intake(self) -> Intake:
        """The kind's own questions: as sent, or filled with last time's answers while nobody wrote others."""
        fresh = Intake(self.kind, self.data, initial=self.before or None)
        if self.data is not None and (more := added_to(fresh.form, self.data)):
            return Intake(self.kind, one_more(more, self.data), initial=self.before or None)
        came_with = str(self.last.pk) if self.last else ""
        if self.data is None or fresh.form is None or self._filled_from == came_with:
            return fresh
        return Intake(self.kind, initial=self.before or None) if self._untouched(fresh.form) else fresh

    @property
    def just_filled(self) -> bool:
        """Whether the page came back with other answers put in, for nobody had written any."""
        form = self.intake.form
        return self.data is not None and form is not None and not form.is_bound

    @property
    def _filled_from(self) -> str:
        return str(self.data.get("filing-filled_from", "")) if self.data is not None else ""

    def _untouched(self, form: BaseForm) -> bool:
        """Whether the answers sent are still those the page came with: none, or another case's."""
        if not any(field.value() for field in form):
            return True
        earlier = Case.objects.filter(pk=self._filled_from).first() if is_key(self._filled_from) else None
        if earlier is None or earlier.kind != self.kind.slug:
            return False
        filled = Intake(self.kind, self.data, initial=answers_of(earlier.details)).form
        return filled is not None and not filled.has_changed()

    @cached_property
    def twin(self) -> Case | None:
        """The same thing filed today or not decided yet; a renewal is told apart by its link."""
        return None if self.renews else twin_of(self.kind, self.facility, self.received)

    @cached_property
    def filing(self) -> FilingForm:
        return FilingForm(
            self.data, today=self.today, boards=self.boards, twin=self.twin is not None,
            initial={"key": f"counter:{uuid4().hex}", "board": self.board.slug},
        )  # fmt: skip

    @cached_property
    def received(self) -> date:
        """The day it came in, while it can be read; today otherwise."""
        sent = self.data.get("filing-on") if self.data is not None else None
        try:
            day = DayField(required=False, today=self.today).clean(sent)
        except ValidationError:
            return self.today
        return min(day or self.today, self.today)

    @cached_property
    def papers(self) -> PapersForm:
        return PapersForm(self.data, self.files, items=self.kind.checklist)

    @cached_property
    def pay(self) -> PayNowForm | None:
        """The payment's part of the page; none while no amount is known, or nothing is charged."""
        if not self.total:
            return None
        return PayNowForm(self._pay_data, total=self.total, shown=self._shown)

    @property
    def _pay_data(self) -> Any:
        """What was sent for the payment; the amount follows the fee while it is the one the page showed."""
        if self.data is None or "pay-when" not in self.data:
            return None  # the page sent had no payment on it: the fee has only now become known
        shown = "" if self._shown is None else f"{self._shown:,.2f}"
        if self.looking and shown == self.data.get("pay-amount"):
            data = self.data.copy()
            data["pay-amount"] = f"{self.total:,.2f}"
            return data
        return self.data

    @property
    def fee_moved(self) -> str:
        """What to say when the fee became known, or stopped being known, after the page was shown."""
        if self.data is None:
            return ""
        if self.pay is not None and not self.pay.is_bound:
            return f"The fee is {dollars(self.pay.total)}. Choose how it is paid, then file."
        if self.pay is None and self._shown:
            why = "The office has yet to confirm the fee" if self.unconfirmed else "Nothing is charged now"
            return f"{why}, so nothing is paid. Look at it, then file."
        return ""

    @property
    def _shown(self) -> Decimal | None:
        """The fee that stood on the page when it was sent."""
        text = self.data.get("filing-fee_shown", "") if self.data is not None else ""
        return Decimal(text) if text.isascii() and text.replace(".", "", 1).isdigit() else None

    # ------------------------------------------------------------------------------ what is known so far
    @cached_property
    def _filing(self) -> Filing:
        form = self.intake.form
        answers = self.before if form is not None and not form.is_bound else self.intake.answers()
        lots = list(self.renews.parcels.all()) if self.renews else [self.parcel] if self.parcel else []
        return Filing(
            kind=self.kind, answers=answers, parcels=lots,
            facility=self.facility, holder=self.facility.holder if self.facility else self.party,
            renews=self.renews,
        )  # fmt: skip

    @cached_property
    def findings(self) -> list[Finding]:
        kept = fitting_rulings(self.renews, self._filing, self.received) if self.renews else []
        return self._filing.findings(self.received, [ruling.spoken() for ruling in kept])

    @cached_property
    def pictures(self) -> list[Picture]:
        """What the kind draws of it so far."""
        return self._filing.pictures(self.received)

    @property
    def stops_issuing(self) -> bool:
        return any(finding.stops_issuing for finding in self.findings)

    @property
    def advice(self) -> list[tuple[str, list[tuple[Finding, ErrorLink | None]]]]:
        """The findings by state, each with the answer it rests on, to go there."""
        return [
            (words, [(each, self._answer(each)) for each in group])
            for words, group in by_state(self.findings)
        ]

    def _answer(self, finding: Finding) -> ErrorLink | None:
        form = self.intake.form
        for name in reversed(finding.reads):
            if form is not None and name in form.fields:
                field = form[name]
                target = f"{field.auto_id}_0" if field.use_fieldset else field.auto_id
                return ErrorLink(target, "", str(field.label))
        return None

    @cached_property
    def fees(self) -> list[Line]:
        return self._filing.fees(self.received)

    @cached_property
    def total(self) -> Decimal | None:
        """What is known to be due; None when nothing is charged or no amount is known yet."""
        known = [line.amount for line in self.fees if line.amount is not None]
        return sum(known, Decimal(0)) if known else None

    @property
    def unconfirmed(self) -> bool:
        """Whether the office has yet to confirm a fee."""
        return any(line.amount is None for line in self.fees)

    @cached_property
    def changed(self) -> list[Changed]:
        """The answers that differ from last time's, in the order of the page."""
        form = self.intake.form
        if form is None or not form.is_bound or not self.before:
            return []
        form.is_valid()
        return [
            Changed(
                name, str(form.fields[name].label), said(form[name], self.before.get(name)),
                said(form[name], form.cleaned_data.get(name, form[name].value())),
            )
            for name in form.changed_data
        ]  # fmt: skip

    @property
    def sections(self) -> list[tuple[str, str, list[tuple[BoundField, str | None]]]]:
        """The kind's questions in sections, each field with last time's answer when it was changed."""
        form = self.intake.form
        if form is None:
            return []
        was = {change.name: change.before for change in self.changed}
        return [
            (slug, title, [(field, was.get(field.name)) for field in fields])
            for slug, title, fields in form.fieldsets()  # type: ignore[attr-defined]
        ]

    @property
    def current(self) -> Case | None:
        """The permit of this facility that a renewal would continue: filing anew is seldom what is meant."""
        last = self.last
        if self.renews is not None or last is None or not self.kind.renewable:
            return None
        return last if last.is_open and last.starts_on else None

    @property
    def current_says(self) -> str:
        """That this facility has a permit already, and until when."""
        if self.current is None:
            return ""
        until = f" through {named(self.current.ends_on)}" if self.current.ends_on else ""
        return f"This {self.kind.facility} has {self.current}, valid{until}. To continue it:"

    @property
    def renew_link(self) -> str:
        return f"Renew {self.current}"

    @property
    def twin_says(self) -> str:
        return Twin(self.twin, self.received).says if self.twin else ""

    @property
    def twin_link(self) -> str:
        return f"Open {self.twin}"

    @cached_property
    def people_found(self) -> list[Party]:
        """People on file for the name being written."""
        if self.who is None or self.party is not None:
            return []
        return people_matching(str(self.who["name"].value() or ""))

    @cached_property
    def lots_found(self) -> list[Parcel]:
        """Lots on file for what is being written."""
        if self.where is None or self.parcel is not None:
            return []
        return matching(Parcel.objects.filter(town=self.board.town), str(self.where["find"].value() or ""))

    @property
    def primary(self) -> str:
        """The words of the one button."""
        if self.pay is None or self.pay.later:
            return "File"
        return f"File and record payment of {dollars(self.pay.taken or self.pay.total)}"

    @property
    def total_moved(self) -> bool:
        """Whether the fee is another than the page shows: its payment is then shown anew."""
        return self._shown != self.total

    # --------------------------------------------------------------------------------- filing it
    @property
    def forms(self) -> list[BaseForm]:
        """Every form of the page, in its order."""
        parts = [self.who, self.where, self.which, self.intake.form, self.papers, self.filing, self.pay]
        return [form for form in parts if form is not None]

    def is_valid(self) -> bool:
        """Whether everything sent can be read; what the page only now filled in is looked at first."""
        read = [form.is_valid() for form in self.forms]  # every one: a page shows all that is wrong at once
        return all(read) and not self.fee_moved

    def look(self) -> None:
        """Say nothing yet about what is still open: somebody is looking something up, not filing."""
        self.looking = True
        for form in self.forms:
            if form is not self.intake.form:
                form.errors.clear()

    def application(self) -> Application:
        """What was said, for `actions.counter.take_in`. The page must be valid."""
        filing = self.filing.cleaned_data
        who, where, which = self.who, self.where, self.which
        named = which.cleaned_data if which else {}
        return Application(
            kind=self.kind, board=self.board, intake=self.intake, received=filing["on"], key=filing["key"],
            party=self.party if who else None,
            new_party=who.columns if who else None,
            role=who.cleaned_data["role"] if who else "",
            owner=named.get("owner", "") if named.get("name") and not self.facility else "",
            parcel=self.parcel if where else None,
            new_parcel=where.columns if where else None,
            facility=self.facility,
            new_facility=named.get("name", "") if not self.facility else "",
            new_holder=bool(named.get("new_holder")),
            why_two=filing.get("why_two", ""),
            files=self.papers.given,
            paid=self.pay.paid if self.pay and not self.pay.later else None,
            renews=self.renews,
        )  # fmt: skip


def _any(row: Mapping[str, str]) -> bool:
    return any(row.values())


def said(field: BoundField, value: Any) -> Any:
    """An answer as a person reads it: the words of a choice, yes or no, what was written, or a table."""
    if isinstance(field, BoundRows):
        rows = tuple(filter(_any, value.rows)) if isinstance(value, Raw) else value
        return in_table(field.row_set.model, rows) or NOT_PROVIDED
    if value is None or value == "":
        return NOT_PROVIDED
    if isinstance(value, bool):
        return "Yes" if value else "No"
    for key, words in getattr(field.field, "choices", ()):
        if str(key) == str(getattr(value, "pk", value)):
            return str(words)
    if isinstance(value, Decimal | date):
        return measure(value)
    return str(value)
