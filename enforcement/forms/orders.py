"""What is asked to issue an order, open a lien or a criminal complaint, and to follow them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django import forms

from enforcement.models import LegalFigure, Order, OrderItem
from enforcement.rules.orders import BASES, BY_SLUG, GROUNDS, HOURS, Asked, Basis, Mend, Sort
from office.actions.people import known_as
from office.fields import DayField, DollarField
from office.forms_acts import TIMES, ActForm, ReasonForm, TimedForm
from office.forms_counter import CounterForm, matching, one_line, page_key, people_matching
from office.models import Board, Case, Facility, Parcel, Party

NEW = "new"
SHOWN = 4  # of each sort under the find box: a phone shows no more at a glance
ROWS, MOST_ROWS = 2, 20  # corrections on a fresh page; at most on one order


def _text(label: str, hint: str = "", most: int = 2000) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=hint, required=False, max_length=most,
        widget=forms.Textarea(attrs={"rows": 2}),
    )  # fmt: skip


def _clock(label: str, hint: str = "Such as 2:30 pm.") -> forms.TimeField:
    return forms.TimeField(
        label=label, required=False, input_formats=TIMES, help_text=hint,
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
        error_messages={"invalid": "This is not a time we can read. Write it like 2:30 pm or 14:30."},
    )  # fmt: skip


class WhoWhereForm(CounterForm):
    """Who and where: on file and found by a few letters, or somebody new. `of` is what it comes of."""

    mark_optional = False
    who_label = "Who"

    key = page_key()
    find = one_line(
        "Find a person, business, place or lot", 80, "A few letters are enough.", autocomplete="off"
    )
    where = forms.ChoiceField(label="Where", required=False, widget=forms.RadioSelect)
    who = forms.ChoiceField(label="Who", required=False, widget=forms.RadioSelect)
    name = one_line("Name", 200, autocomplete="off")
    street = one_line("Mailing address", 200, autocomplete="off")
    city = one_line("Town or city", 80, autocomplete="off")
    state = one_line("State", 2, autocomplete="off")
    zip_code = one_line("ZIP code", 10, autocomplete="off", inputmode="numeric")
    other_person = forms.BooleanField(label="This is another person of the same name", required=False)
    place = one_line("Where exactly", 200, "If it is not on file, or to find it again.", autocomplete="off")

    def __init__(self, *args: Any, board: Board, today: date, of: Case | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board, self.today, self.of = board, today, of
        for field in self.fields.values():
            if isinstance(field, DayField):
                field.today = today
        self.fields["who"].label = self.who_label
        self._offer()

    def _told(self, name: str) -> str:
        """What was sent under that name, or what the page begins with."""
        return str(self.data.get(name, "") if self.is_bound else self.initial.get(name, "") or "")

    def _choices(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    def _offer(self) -> None:
        query = "".join(c for c in self._told("find") if c.isprintable())[:80]
        things = Facility.objects.filter(parcel__town=self.board.town).select_related("parcel", "holder")
        lots = Parcel.objects.filter(town=self.board.town)
        self.chosen_party: Party | None = self._chosen("who", Party.objects.all())
        self.chosen_facility: Facility | None = self._chosen("where", things, "f")
        self.chosen_parcel: Parcel | None = self._chosen("where", lots, "p")
        found: list[Any] = [*matching(things.filter(ended_on__isnull=True), query, SHOWN)]
        found += [*matching(lots, query, SHOWN), self.chosen_facility, self.chosen_parcel]
        places = dict(_place(row) for row in found if row is not None)
        self._choices("where", [*places.items(), ("", "A place that is not on file")])
        holder = self.chosen_facility.holder if self.chosen_facility else None
        known = [*people_matching(query)[:SHOWN], holder, self.chosen_party]
        named = {str(party.pk): _named(party) for party in known if party is not None}
        self._choices("who", [*named.items(), (NEW, "Somebody who is not on file")])
        if holder is not None:
            self.fields["who"].help_text = f"Left open, it is the holder of the place: {holder}."

    def _chosen(self, name: str, rows: Any, lead: str = "") -> Any:
        """The row whose key was chosen, or None."""
        key = self._told(name)
        number = key.removeprefix(lead)
        if not key.startswith(lead) or not (number.isascii() and number.isdigit()) or len(number) > 18:
            return None
        return rows.filter(pk=number).first()

    @property
    def party(self) -> Party | None:
        """Who it is, as far as the page says: somebody on file, the holder of the place, somebody new."""
        if self.chosen_party is not None:
            return self.chosen_party
        told = getattr(self, "cleaned_data", {})
        if name := " ".join((told.get("name") or "").split()):
            address = {
                each: (told.get(each) or "").strip() for each in ("street", "city", "state", "zip_code")
            }
            return Party(name=name, **address)
        return self.chosen_facility.holder if self.chosen_facility else None

    @property
    def parcel(self) -> Parcel | None:
        return self.chosen_parcel or (self.chosen_facility.parcel if self.chosen_facility else None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        party = self.party
        if party is None:
            self.add_error("who", "Choose who it is, or write the name of somebody who is not on file.")
        elif party.pk is None and not cleaned.get("other_person") and known_as(party.name):
            self.add_error("name", f"{party.name} is on file already. Find and choose them, or tick below.")
        return cleaned


def _place(row: Any) -> tuple[str, str]:
    if isinstance(row, Facility):
        return f"f{row.pk}", f"{row.name} ({row.kind.replace('-', ' ')})"
    return f"p{row.pk}", str(row)


def _named(party: Party) -> str:
    return f"{party.name}, {party.mailing_address}" if party.mailing_address else party.name


def begun_of(case: Case | None) -> dict[str, Any]:
    """What a page begins with for the case it comes of: its people, its place."""
    if case is None:
        return {}
    told: dict[str, Any] = {}
    rows = list(case.people.select_related("party"))
    wanted = [row for role in ("subject", "applicant", "owner") for row in rows if row.role == role]
    if wanted:
        told["who"] = wanted[0].party_id
    elif case.facility is not None and case.facility.holder_id:
        told["who"] = case.facility.holder_id
    lot = case.parcels.first()
    if case.facility_id and case.facility is not None and case.facility.parcel_id:
        told["where"] = f"f{case.facility_id}"
    elif lot is not None:
        told["where"] = f"p{lot.pk}"
    return told


# ------------------------------------------------------------------------------------------------ orders
class OrderForm(WhoWhereForm):
    """An order of one sort, from what was found to how it goes out."""

    who_label = "Who is ordered"

    basis = forms.ChoiceField(label="The order rests on", required=False, widget=forms.RadioSelect)
    section = one_line("Section it rests on", 100, autocomplete="off")
    found = _text("What was found", "It is printed in the order.")
    found_on = DayField(label="Day it was found")
    served = forms.ChoiceField(label="The order goes", choices=Order.Served, widget=forms.RadioSelect)
    took = one_line("Who took it", 100, "If handed over: it is the proof of receipt.", autocomplete="off")
    given_on = DayField(label="Day it is given", required=False)
    given_at = _clock("Time it is given", "Such as 2:30 pm. An order by the hour runs from it.")
    due_on = DayField(label="Day on which the plan was due", required=False)
    daily = DollarField(label="For each day", required=False)
    reason = one_line("Why this amount", 300, autocomplete="off")
    hearing_on = DayField(label="Day of the hearing", required=False)
    hearing_where = one_line("Its time and place", 200, "Such as 6:00 pm, Town Hall.", autocomplete="off")

    ASKS = {
        Sort.CORRECT: ("basis", "given_on", "given_at"),
        Sort.STOP_WORK: ("section", "given_on"),
        Sort.SUSPENSION: ("section", "given_on"),
        Sort.SHOW_CAUSE: ("section", "hearing_on", "hearing_where"),
        Sort.LATE_PLAN: ("section", "given_on", "due_on", "daily", "reason"),
    }
    ALL = ("basis", "section", "given_on", "given_at", "due_on", "daily", "reason", "hearing_on",
           "hearing_where")  # fmt: skip

    def __init__(self, *args: Any, sort: Sort, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sort = sort
        for name in set(self.ALL) - set(self.ASKS[sort]):
            del self.fields[name]
        self.fields["served"].error_messages["required"] = "Choose whether it is mailed or handed over."
        if sort is Sort.SHOW_CAUSE:
            del self.fields["took"]
            self.fields["served"].widget = forms.HiddenInput()
            self.fields["served"].initial = Order.Served.CERTIFIED
        if "basis" in self.fields:
            own = [basis for basis in BASES if basis.town == self.board.town]
            self._choices("basis", [(basis.slug, f"{basis.label} ({basis.cite})") for basis in own])
        if "section" in self.fields:
            self.fields["section"].initial = GROUNDS.get((sort, self.board.town), "")
        if "daily" in self.fields:
            figure = LegalFigure.objects.on(self.board, LegalFigure.What.LATE_PLAN, self.today)
            if figure is not None:
                self.fields["daily"].help_text = f"Up to ${figure.dollars} a day ({figure.cite})."

    @property
    def grounds(self) -> Basis | None:
        """What the order rests on, as far as the page says."""
        return BY_SLUG.get(self._told("basis"))


class CorrectionForm(CounterForm):
    """One correction of an order. Days or hours are asked only where its section fixes none."""

    mark_optional = False

    what = forms.CharField(
        label="What is to be corrected", required=False, max_length=150,
        widget=forms.Textarea(attrs={"rows": 2}),
    )  # fmt: skip
    section = one_line("Its section", 40, "If another than that of the order.", autocomplete="off")
    mend = forms.ChoiceField(label="For how long", choices=OrderItem.Mends, required=False)
    time = forms.IntegerField(
        label="Time left", required=False, min_value=0, max_value=9999,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": "Write a whole number, such as 14."},
    )  # fmt: skip
    unit = forms.ChoiceField(
        label="Counted in", required=False,
        choices=[("days", "Days from receipt"), ("hours", f"Hours from when it is given, up to {HOURS[-1]}")],
    )  # fmt: skip
    critical = forms.BooleanField(label="Critical", required=False)

    def __init__(self, *args: Any, basis: Basis | None, number: int, **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"item-{number}", **kwargs)
        self.number, self.basis = number, basis
        if basis is not None and (basis.days or basis.hours):
            del self.fields["time"], self.fields["unit"]
        if basis is None or len(basis.days) < 2:
            del self.fields["mend"]
        else:
            fixed = [
                (str(mend), f"{OrderItem.Mends(mend).label}: {days} days from receipt")
                for mend, days in basis.days
            ]
            mend = self.fields["mend"]
            assert isinstance(mend, forms.ChoiceField)
            mend.choices = fixed
        if basis is None or not basis.critical:
            del self.fields["critical"]

    @property
    def filled(self) -> bool:
        """Whether anything was written in this row."""
        return any(
            str(self.data.get(self.add_prefix(name), "")).strip() for name in ("what", "time", "section")
        )

    @property
    def asked(self) -> Asked:
        """The row as the rules read it; call `is_valid` first."""
        said = self.cleaned_data
        mend = Mend(said["mend"]) if said.get("mend") else Mend.PERMANENT
        number, hours = said.get("time"), said.get("unit") == "hours"
        return Asked(
            said.get("what") or "", said.get("section") or "", mend,
            days=None if hours else number, hours=number if hours else None,
            critical=bool(said.get("critical")),
        )  # fmt: skip


def correction_forms(data: Any, basis: Basis | None, more: bool = False) -> list[CorrectionForm]:
    """The rows of the page: as many as were sent, one more when asked, two on a fresh page."""
    sent = str(data.get("rows", "")) if data is not None else ""
    count = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else ROWS
    count = max(1, min(count + more, MOST_ROWS))
    return [CorrectionForm(data, basis=basis, number=number) for number in range(1, count + 1)]


class LookAgainForm(TimedForm):
    """How each correction that is still open stands at a visit."""

    day_label = "Day of the visit"

    def __init__(self, *args: Any, items: Sequence[OrderItem], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.items = items
        for item in items:
            self.fields[f"item_{item.number}"] = forms.ChoiceField(
                label=f"{item.number}. {item.label}", required=False, widget=forms.RadioSelect,
                choices=[("yes", "Corrected"), ("no", "Not corrected"), ("", "Not seen")],
            )  # fmt: skip
        self.fields["note"] = _text("What was seen", most=500)
        self.order_fields([*(f"item_{item.number}" for item in items), "note", "on", "at"])

    def numbers(self, said: str) -> list[int]:
        """The corrections of which `said` was answered."""
        return [item.number for item in self.items if self.cleaned_data.get(f"item_{item.number}") == said]


class HearingForm(ActForm):
    """The day of a hearing, which may lie ahead, with its time and place."""

    day_label = "Day of the hearing"
    where = forms.CharField(
        label="Time and place", max_length=200, help_text="Such as 6:00 pm, Town Hall. It is printed.",
        error_messages={"required": "Write time and place of the hearing; they are printed in the notice."},
    )  # fmt: skip


class OrderReasonForm(ReasonForm):
    """A day and a reason that is kept and, where the permit follows, printed."""


__all__ = [
    "CorrectionForm", "HearingForm", "LookAgainForm", "OrderForm", "OrderReasonForm", "WhoWhereForm",
    "begun_of",
    "correction_forms",
]  # fmt: skip
