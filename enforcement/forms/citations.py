"""What is asked of an officer who writes a citation, and of who follows it to its end."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import cached_property

from enforcement.models import Citation, FineAmount
from enforcement.rules.fines import Fine, Prior, Unit
from enforcement.rules.sums import Offense
from office.actions.people import known_as
from office.calendar import EASTERN
from office.fields import DayField, DollarField
from office.forms_acts import TIMES, ActForm
from office.forms_counter import CounterForm, matching, one_line, page_key, people_matching
from office.models import Board, Case, Facility, Parcel, Party

OTHER, NEW = "other", "new"
SHOWN = 4  # of each sort under the find box: a phone shows no more at a glance
PRIOR_ASKED = {
    Prior.WRITTEN_ORDER: ("Day on which the written order fell due", "No fine comes before the order."),
    Prior.SLIPS_DUE: (
        "Day on which the slips were due",
        "The 15th of a month; the 16th is the first day late.",
    ),
    Prior.QUARANTINE: ("Day of the first quarantine this year", "The first one is billed, not ticketed."),
    Prior.NOTICE: ("Day on which the notice was received", "Each day after it counts."),
}


ASKED = (
    "order_at", "given_on", "given_time", "seen_on", "seen_time", "prior_on", "last", "units", "marina",
    "chosen", "reason",
)  # fmt: skip


def asked_of(fine: Fine) -> list[str]:
    """The questions of a line beyond those of every citation, by the names of their fields."""
    names: list[str] = []
    if fine.prior is Prior.ORDER_24H:
        names += ["order_at", "given_on", "given_time", "seen_on", "seen_time"]
    elif fine.prior is not Prior.NOTHING:
        names += ["prior_on"]
    if fine.unit.by_days:
        names += ["last"]
    if fine.unit.counted:
        names += ["units"]
    if fine.unit is Unit.BOAT_DAY:
        names += ["marina"]
    if fine.in_range:
        names += ["chosen", "reason"]
    return names


def _clock(label: str, hint: str = "Such as 2:30 pm.") -> forms.TimeField:
    return forms.TimeField(
        label=label, required=False, input_formats=TIMES, help_text=hint,
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
        error_messages={"invalid": "This is not a time we can read. Write it like 2:30 pm or 14:30."},
    )  # fmt: skip


class CiteForm(CounterForm):
    """A citation, from the offense to how the notice goes out. What the line does not ask is not read.

    Its field names are those of `Offense` and `Told` wherever an answer is one of theirs.
    """

    mark_optional = False

    key = page_key()
    line = forms.ChoiceField(label="Offense", widget=forms.RadioSelect)
    other = forms.ChoiceField(label="Another offense", required=False)
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
    first = DayField(label="Day")
    last = DayField(label="Last day so far", required=False, help_text="Both days count. Empty: one day.")
    units = forms.IntegerField(
        label="How many", required=False, min_value=1,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "invalid": "Write a whole number, such as 5.", "min_value": "Write how many: at least 1."
        },
    )  # fmt: skip
    prior_on = DayField(label="Day of what came first", required=False)
    given_on = DayField(label="Day on which the 24-hour order was given", required=False)
    given_time = _clock("Its time")
    seen_on = DayField(label="Day on which it was found not corrected", required=False)
    seen_time = _clock("Time it was found")
    order_at = _clock("Time at which you give the order now", "24 hours are counted from it.")
    marina = forms.ChoiceField(
        label="The marina lies", required=False, choices=Citation.Marina, widget=forms.RadioSelect
    )
    chosen = DollarField(label="Amount", required=False)
    reason = one_line("Why this amount", 300, autocomplete="off")
    seen = forms.CharField(
        label="What was seen", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )
    place = one_line("Where exactly", 200, "If it is not on file, or to find it again.", autocomplete="off")
    violated_at = _clock("Time of day")
    served = forms.ChoiceField(label="The notice is", choices=Citation.Served, widget=forms.RadioSelect)
    receipt = forms.ChoiceField(
        label="If handed over", required=False, choices=Citation.Receipt, widget=forms.RadioSelect
    )
    same_person = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    separate = one_line("Why this is a separate act", 300, autocomplete="off")
    agreed = forms.DecimalField(required=False, widget=forms.HiddenInput)
    of = forms.CharField(required=False, max_length=30, widget=forms.HiddenInput)

    # What another page may have filled in, by its address.
    BEGUN = (
        "of", "line", "other", "where", "who", "first", "last", "units", "prior_on", "given_on", "given_time",
        "seen_on", "seen_time", "marina",
    )  # fmt: skip

    def __init__(self, *args: Any, board: Board, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board, self.today = board, today
        for field in self.fields.values():
            if isinstance(field, DayField):
                field.today = today
        self.fields["line"].error_messages["required"] = "Choose the offense."
        self.fields["served"].error_messages["required"] = "Choose whether it is handed over or mailed."
        self.rows = self._rows()
        self._offer_lines()
        self._offer_people_and_places()
        numbers = self.data.getlist("same_person") if hasattr(self.data, "getlist") else []
        self._choices("same_person", [(number, number) for number in numbers])
        fine = self.fine
        if fine is not None and fine.prior in PRIOR_ASKED:
            self.fields["prior_on"].label, self.fields["prior_on"].help_text = PRIOR_ASKED[fine.prior]
        if fine is not None and fine.unit.counted:
            self.fields["units"].label = f"How many {fine.unit.counted}s"

    def _choices(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    # ---- the offense
    def _rows(self) -> dict[str, FineAmount]:
        """The lines with a figure on the day of the violation, by key."""
        try:
            day = self.fields["first"].clean(self.data.get("first")) if self.data else self.today
        except forms.ValidationError:
            day = self.today
        return {
            str(row.line_id): row for row in FineAmount.objects.in_force(day).filter(line__board=self.board)
        }

    def _offer_lines(self) -> None:
        usual = sorted(
            (row for row in self.rows.values() if row.line.usual), key=lambda row: row.line.usual or 0
        )
        rest = [row for row in self.rows.values() if not row.line.usual]
        offered = [(str(row.line_id), f"{row.line.what}: {row.fine().ladder_says}") for row in usual]
        self._choices("line", [*offered, (OTHER, "Another one")])
        others = [(str(row.line_id), f"{row.line.what}: {row.fine().ladder_says}") for row in rest]
        self._choices("other", [("", "Not chosen yet"), *others])

    @property
    def row(self) -> FineAmount | None:
        """The row of the line that is chosen so far."""
        line = self.data.get("line") if self.data else None
        return self.rows.get(self.data.get("other", "") if line == OTHER else line or "")

    @property
    def fine(self) -> Fine | None:
        row = self.row
        return row.fine() if row else None

    @property
    def asked(self) -> list[forms.BoundField]:
        """What this line asks beyond the others."""
        return [self[name] for name in asked_of(self.fine)] if self.fine else []

    @property
    def ever_asked(self) -> list[forms.BoundField]:
        """All that any line may ask: a phone without signal chooses among them."""
        return [self[name] for name in ASKED]

    # ---- who and where
    def _offer_people_and_places(self) -> None:
        typed = str(self.data.get("find", "")) if self.data else ""
        query = "".join(c for c in typed if c.isprintable())[:80]
        town = self.board.town
        things = Facility.objects.filter(ended_on__isnull=True, parcel__town=town)
        found = matching(things.select_related("parcel", "holder"), query, SHOWN)
        lots = matching(Parcel.objects.filter(town=town), query, SHOWN)
        people = people_matching(query)[:SHOWN]
        self.chosen_party = self._chosen("who", Party.objects.all())
        self.chosen_facility = self._chosen("where", things.select_related("parcel", "holder"), "f")
        self.chosen_parcel = self._chosen("where", Parcel.objects.filter(town=town), "p")
        places = [(f"f{row.pk}", f"{row.name} ({row.kind.replace('-', ' ')})") for row in found]
        places += [(f"p{row.pk}", str(row)) for row in lots]
        if self.chosen_facility is not None:
            places.append((f"f{self.chosen_facility.pk}", str(self.chosen_facility)))
        if self.chosen_parcel is not None:
            places.append((f"p{self.chosen_parcel.pk}", str(self.chosen_parcel)))
        self._choices("where", [*dict(places).items(), ("", "A place that is not on file")])
        holder = self.chosen_facility.holder if self.chosen_facility else None
        known = [*people, *(each for each in (holder, self.chosen_party) if each)]
        named = {str(party.pk): _named(party) for party in known}
        self._choices("who", [*named.items(), (NEW, "Somebody who is not on file")])
        if holder is not None:
            self.fields["who"].help_text = f"Left open, it is the holder of the place: {holder}."

    def _chosen(self, name: str, rows: Any, lead: str = "") -> Any:
        """The row whose key was chosen, or None."""
        key = str(self.data.get(name, "")) if self.data else ""
        if not key.startswith(lead) or not key.removeprefix(lead).isdecimal():
            return None
        return rows.filter(pk=key.removeprefix(lead)).first()

    @cached_property
    def parent(self) -> Case | None:
        """The case it comes of: an order that was not heeded, an inspection, a complaint."""
        number = str(self.data.get("of", "")) if self.data else ""
        if not number or "\0" in number:  # which PostgreSQL does not even look for
            return None
        return Case.objects.filter(board=self.board, number=number).first()

    @property
    def offender(self) -> Party | None:
        """Who is cited, as far as the page says: somebody on file, the holder of the place, somebody new."""
        if self.chosen_party is not None:
            return self.chosen_party
        told = getattr(self, "cleaned_data", {})
        name = " ".join(told.get("name", "").split())
        if name:
            address = {each: told.get(each, "").strip() for each in ("street", "city", "state", "zip_code")}
            return Party(name=name, **address)
        return self.chosen_facility.holder if self.chosen_facility else None

    # ---- reading it all
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("line") == OTHER and not cleaned.get("other"):
            self.add_error("other", "Choose the offense from the list.")
        offender = self.offender
        if offender is None:
            self.add_error("who", "Choose who is cited, or write the name of somebody who is not on file.")
        elif offender.pk is None and not cleaned.get("other_person") and known_as(offender.name):
            self.add_error(
                "name", f"{offender.name} is on file already. Find and choose them, or tick below."
            )
        if cleaned.get("of") and self.parent is None:
            self.add_error(None, f"No case of the {self.board} has the number {cleaned['of']}. Start anew.")
        if cleaned.get("served") == Citation.Served.IN_HAND and not cleaned.get("receipt"):
            self.add_error("receipt", "Choose whether they signed for it.")
        return cleaned

    def offense(self) -> Offense | None:
        """What happened, as far as it can be read; None without its day."""
        read, asked = getattr(self, "cleaned_data", {}), {field.name for field in self.asked}
        first = read.get("first")
        if first is None:
            return None

        def told(name: str) -> Any:
            return read.get(name) if name in asked else None

        return Offense(
            first=first, last=told("last"), units=told("units") or 1, prior_on=told("prior_on"),
            given_at=_moment(told("given_on"), told("given_time")),
            seen_at=_moment(told("seen_on"), told("seen_time")), chosen=told("chosen"),
            reason=told("reason") or "",
        )  # fmt: skip


def _moment(day: date | None, at: time | None) -> datetime | None:
    return datetime.combine(day, at, EASTERN) if day and at else None


def _named(party: Party) -> str:
    return f"{party.name}, {party.mailing_address}" if party.mailing_address else party.name


# -------------------------------------------------------------------------------------- afterwards
class DecidedForm(ActForm):
    """What the court decided. Its own sum and costs are asked only of somebody found responsible."""

    day_label = "Day of the decision"
    why = forms.CharField(
        label="What the court said", max_length=300,
        error_messages={"required": "Write in one sentence what the court said."},
    )  # fmt: skip

    def __init__(self, *args: Any, responsible: bool, amount: Decimal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if responsible:
            self.fields["amount"] = DollarField(
                label="Sum the court set", required=False, least=Decimal(0), initial=amount,
                help_text="As cited, unless the court set its own.",
            )  # fmt: skip
            self.fields["costs"] = DollarField(label="Costs", required=False, help_text="Apart from the sum.")


class WhyForm(ActForm):
    """A step with its day and reason."""

    why = forms.CharField(
        label="Reason", max_length=300, error_messages={"required": "Write the reason in one sentence."}
    )
