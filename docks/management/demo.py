"""The ten sample notices of intent, filed with the Barnstable Conservation Commission through the actions."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from docks.actions import notice
from docks.management.samples import RIVER, SAMPLES, SHARED, Sample
from docks.models.lookups import DOCK
from docks.rules.life import TO_SERVE
from office import kinds
from office.actions import cases, fees, people
from office.demo_data import Stage
from office.intake import Intake
from office.models import Case, ChecklistRow, Facility, Fee, Parcel, Party, User
from office.search import fold

BOARD = "barnstable-conservation"
TOWN = "Barnstable"
FIRST_DAYS_AGO, APART = 24, 2  # the first was filed that many days ago, each next one so many days later


def tell(stage: Stage) -> list[Case]:
    """File each of the samples; one is served and complete, one is served. None of them may be copied."""
    story = Story(stage)
    story.set_fee()
    for number, sample in enumerate(SAMPLES):
        if story.told(sample) is None:
            case = story.filed(sample, story.day(FIRST_DAYS_AGO - APART * number))
            if sample in (RIVER, SHARED):
                story.served(case)
            if sample is RIVER:
                story.complete(case)
    return []


class Story:
    """The sample clerk of the Commission at work; told again, it changes nothing."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.clerk = stage, stage.users["docks-clerk"]

    def set_fee(self) -> None:
        """A sample amount for the notice, while nobody gave one."""
        fee = Fee.objects.get(code="dock-notice")
        if not fee.amounts.exists():
            fees.add_fee_amount(
                fee, amount=Decimal("110.00"), since=self.stage.long_ago, vote="Sample amount, not voted",
                sample=True, on=self.stage.today, by=None, allow_past=True,
            )  # fmt: skip

    def day(self, ago: int) -> date:
        return self.stage.back(ago, BOARD)

    def filed(self, sample: Sample, on: date) -> Case:
        """The notice of a sample, filed on `on`."""
        return file(sample, on=on, by=self.clerk, key=self.stage.key(f"dock-{sample.slug}"))

    def told(self, sample: Sample) -> Case | None:
        """The notice of a sample, once it was filed."""
        return self.stage.told(f"dock-{sample.slug}")

    def served(self, case: Case) -> None:
        """Copies to the three offices, handed over on the filing day."""
        for part in TO_SERVE:
            notice.serve(
                case, part=part, method="hand", proof="Sample receipt", served_on=case.filed_on,
                on=case.filed_on, by=self.clerk,
            )  # fmt: skip

    def complete(self, case: Case) -> None:
        """Every item of the checklist supplied."""
        supplied = {row.item: (ChecklistRow.State.SUPPLIED, "") for row in case.checklist.all()}
        own = {each.wording.item_id: ("supplied", "") for each in notice.own_items(case)}
        notice.check_off(case, supplied, own, on=case.filed_on, by=self.clerk)


def file(sample: Sample, *, on: date, by: User, key: str | None = None) -> Case:
    """File the notice of a sample on the day `on`: its lot, its dock and its applicant are found or made."""
    lot, holder = _lot(sample, on, by), _holder(sample, on, by)
    return cases.open_case(
        kind=DOCK, on=on, by=by, key=key, facility=_dock(sample, lot, holder, on, by), parcels=[lot],
        people=[(holder, "applicant"), (holder, "owner")], intake=Intake(kinds.get(DOCK), sample.raw),
    )  # fmt: skip


def _lot(sample: Sample, on: date, by: User) -> Parcel:
    map_no, lot, number, street = sample.lot
    found = Parcel.objects.filter(town=TOWN, map_no=map_no, lot=lot).first()
    return found or people.add_parcel(
        town=TOWN, map_no=map_no, block="", lot=lot, street_number=number, street=street,
        zoning=Parcel.Zoning.RESIDENTIAL, on=on, by=by,
    )  # fmt: skip


def _holder(sample: Sample, on: date, by: User) -> Party:
    found = Party.objects.filter(name=sample.holder).first()
    _, _, number, street = sample.lot
    return found or people.add_party(
        name=sample.holder, kind=Party.Kind.PERSON,
        email=f"{fold(sample.holder).replace(' ', '-')}@example.org", street=f"{number} {street}",
        city=TOWN, state="MA", zip_code="02630", on=on, by=by,
    )  # fmt: skip


def _dock(sample: Sample, lot: Parcel, holder: Party, on: date, by: User) -> Facility:
    name = f"{sample.holder} dock"
    found = Facility.objects.filter(kind=DOCK, name=name).first()
    return found or people.add_facility(kind=DOCK, name=name, parcel=lot, holder=holder, on=on, by=by)
