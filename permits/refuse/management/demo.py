"""Sample dumpsters and haulers of Tisbury in every state a clerk meets, told through the actions."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from office import kinds
from office.actions import cases, casework, clocks, fees, mailing, money, notices
from office.demo_data import Stage
from office.intake import Intake, answers_of
from office.models import Case, Facility, Fee, Notice

VOTE = "Sample amount, not voted"
AMOUNTS = {"dumpster": "50.00", "dumpster-hauler": "100.00", "temporary-dumpster": "25.00"}

# What most applicants answer; a story names only what is different.
SITED = {
    "size_cubic_yards": "6", "use": "commercial", "already_placed": "false", "district": "commercial",
    "lot_line_distance_ft": "12.5", "sight_line_clear": "true", "screening_asked": "false",
    "children_can_reach": "false",
}  # fmt: skip


def tell(stage: Stage) -> list[Case]:
    """Fees, haulers, dumpsters, temporary dumpsters; returns the plain cases that may be copied."""
    story = Story(stage)
    story.set_fees()
    story.license_haulers()
    story.place_dumpsters()
    story.place_temporary_dumpsters()
    story.correspond()
    return story.plain()


class Story:
    """The sample clerk and member of the Board of Health at work; told again, it changes nothing."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.today = stage, stage.today
        self.clerk, self.member = stage.users["clerk"], stage.users["member"]
        self.hauler, self.lapsed = (
            stage.facility("hauler", name, None, stage.party(name))
            for name in ("Sample Island Hauling", "Sample Ferry Disposal")
        )

    # ------------------------------------------------------------------------------------ one act each
    def opened(
        self,
        key: str,
        kind: str,
        thing: Facility,
        on: date,
        answers: dict[str, Any],
        renews: Case | None = None,
    ) -> Case:
        lots = [thing.parcel] if thing.parcel else []
        assert thing.holder is not None
        return cases.open_case(
            kind=kind, on=on, by=self.clerk, key=self.stage.key(key), facility=thing, parcels=lots,
            people=[(thing.holder, "applicant")], intake=Intake(kinds.get(kind), answers), renews=renews,
        )  # fmt: skip

    def located(self, case: Case, on: date) -> None:
        """The sketch is in and the board approves the place."""
        casework.tick(case, item="location-sketch", state="supplied", on=on, by=self.clerk)
        cases.rule_on(
            case, rule="location", says="met", why="Far enough from the lot line.",
            vote="Sample vote, 3 to 0", on=on, by=self.member,
        )  # fmt: skip

    def paid(self, case: Case, on: date, check: str = "") -> None:
        """All that is due, by a check of that number or in cash."""
        for line in money.unset_fees(case, on):  # where the town's own amounts begin later
            amount = AMOUNTS[line.code]
            money.set_fee(case, amount=amount, reason=VOTE, on=on, by=self.clerk, code=line.code)
        if due := money.balance(case):
            money.pay(
                case, amount=due, tender="check" if check else "cash", reference=check,
                key=self.stage.key(case.number), on=on, by=self.clerk,
            )  # fmt: skip

    def issued(self, case: Case, on: date) -> Case:
        cases.issue(case, on=on, by=self.clerk)
        return case

    def dumpster(self, name: str, lot: int, holder: str) -> Facility:
        place = self.stage.lot(lot)
        return self.stage.facility("dumpster", name, place, self.stage.party(holder))

    def whole(self, key: str, thing: Facility, filed: date, on: date, **answers: Any) -> Case:
        """A yearly permit from filing to issue; the first telling only."""
        if found := self.stage.told(key):
            return found
        case = self.opened(key, "dumpster", thing, filed, SITED | {"hauler": self.hauler.pk} | answers)
        self.located(case, on)
        self.paid(case, on, check="1024")
        return self.issued(case, on)

    def renewed(self, key: str, old: Case, filed: date, on: date) -> Case:
        """Last time's answers again, filed and issued in time to follow the old term."""
        if found := self.stage.told(key):
            return found
        assert old.facility is not None
        same = {name: value for name, value in answers_of(old.details).items() if value is not None}
        case = self.opened(key, old.kind, old.facility, filed, same, renews=old)
        if case.casekind.checklist:
            self.located(case, on)
        self.paid(case, on)
        return self.issued(case, on)

    # ------------------------------------------------------------------------------------ the stories
    def set_fees(self) -> None:
        """A sample amount for each fee to which nobody gave one."""
        since, by = self.stage.long_ago, self.stage.users["admin"]
        for code, amount in AMOUNTS.items():
            fee = Fee.objects.get(code=code)
            if not fee.amounts.exists():
                fees.add_fee_amount(
                    fee, amount=Decimal(amount), since=since, vote=VOTE, sample=True, on=self.today, by=by,
                    allow_past=True,
                )  # fmt: skip

    def license_haulers(self) -> None:
        """One hauler renewed for this year, one whose permit ran out with the last."""
        old = self.license(self.hauler, "508-555-0101")
        self.license(self.lapsed, "508-555-0102")
        self.renewed("hauler-renewed", old, self.stage.last_year(12, 9), self.stage.last_year(12, 16))

    def license(self, firm: Facility, phone: str) -> Case:
        key = f"hauler-{firm.name}"
        if found := self.stage.told(key):
            return found
        answers = {"name_on_dumpsters": firm.name, "phone_on_dumpsters": phone, "area": "Tisbury"}
        case = self.opened(key, "hauler", firm, self.stage.last_year(1, 6), answers)
        self.paid(case, self.stage.last_year(1, 8), check="2210")
        return self.issued(case, self.stage.last_year(1, 8))

    def place_dumpsters(self) -> None:
        back, this_year = self.stage.back, self.stage.this_year
        # Last year's: one due for renewal, one renewed in time.
        spring = self.stage.last_year(4, 6), self.stage.last_year(4, 15)
        self.whole("expired", self.dumpster("Sample Bakery dumpster", 0, "Sample Bakery"), *spring)
        old = self.whole(
            "old",
            self.dumpster("Sample Inn dumpster", 1, "Sample Inn"),
            *spring,
            screening_asked="true",
            screening_provided="true",
        )
        self.renewed("renewed", old, self.stage.last_year(12, 10), self.stage.last_year(12, 17))
        # This year's.
        self.whole(
            "issued", self.dumpster("Sample Market dumpster", 2, "Sample Market"), back(50), this_year(42)
        )
        self.whole(
            "issued-too",
            self.dumpster("Sample School dumpster", 6, "Sample School"),
            back(35),
            this_year(28),
            use="residential",
            district="residential",
            children_can_reach="true",
            child_prevention="a locked gate and locked lids",
        )
        self.suspend()
        self.undecided()

    def suspend(self) -> None:
        told = self.stage.told("suspended")
        thing = self.dumpster("Sample Fish Shack dumpster", 3, "Sample Fish Shack")
        case = self.whole("suspended", thing, self.stage.back(64), self.stage.this_year(56))
        if not told:
            why = "Found overflowing twice (09.2.4(2)). Suspended until it is emptied and kept closed."
            cases.record(case, "suspended", on=self.stage.this_year(6), by=self.clerk, note=why)

    def undecided(self) -> None:
        """Filed, incomplete, in review, denied."""
        back, told = self.stage.back, self.stage.told
        usual = SITED | {"hauler": self.hauler.pk}
        if not told("today"):
            # Not everything is known, and the chosen hauler's permit ran out.
            open_answers = {"lot_line_distance_ft": "", "sight_line_clear": "", "hauler": self.lapsed.pk}
            open_answers |= {"children_can_reach": "true", "child_prevention": "a locked gate"}
            thing = self.dumpster("Sample Harbor Cafe dumpster", 4, "Sample Harbor Cafe")
            self.opened("today", "dumpster", thing, self.today, usual | open_answers)
        if not told("filed"):
            thing = self.dumpster("Sample Bookshop dumpster", 5, "Sample Bookshop")
            self.opened("filed", "dumpster", thing, back(3), usual)
        if not told("incomplete"):
            thing = self.dumpster("Sample Cottages dumpster", 7, "Sample Cottages")
            case = self.opened("incomplete", "dumpster", thing, back(9), usual | {"screening_asked": ""})
            why = "The location sketch is missing. Send one that shows the nearest lot line (09.2.3(1))."
            cases.record(case, "incomplete", on=back(7), by=self.clerk, note=why)
        if not told("review"):
            thing = self.dumpster("Sample Boatyard dumpster", 9, "Sample Boatyard")
            industrial = {"use": "industrial", "district": "industrial", "size_cubic_yards": "20"}
            case = self.opened("review", "dumpster", thing, back(15), usual | industrial)
            cases.record(case, "complete", on=back(13), by=self.clerk)
            self.located(case, back(2))
        if not told("denied"):
            thing = self.dumpster("Sample Corner Store dumpster", 10, "Sample Corner Store")
            case = self.opened("denied", "dumpster", thing, back(34), usual | {"sight_line_clear": "false"})
            why = "It would block the sight of traffic at the corner (09.2.3(2)). No other place was offered."
            cases.record(case, "denied", on=back(20), by=self.member, note=why)

    def place_temporary_dumpsters(self) -> None:
        """One that ends in four days, one renewed, one for a need the book does not name."""
        building = SITED | {"hauler": self.hauler.pk, "purpose": "construction", "size_cubic_yards": "30"}
        builder = "Sample Builders"
        if not self.stage.told("ending"):
            thing = self.dumpster("Sample Builders roll-off 1", 8, builder)
            case = self.opened("ending", "temporary-dumpster", thing, self.stage.back(30), building)
            # Day 30 after the day of issue is the last good day (09.2.5(3)): four days from today.
            self.through(case, days=26)
        if not self.stage.told("twice"):
            thing = self.dumpster("Sample Builders roll-off 2", 11, builder)
            first = self.opened("twice", "temporary-dumpster", thing, self.stage.back(44), building)
            self.through(first, days=40)
            self.renewed("twice-renewed", first, self.stage.back(11), self.stage.back(11))
        if not self.stage.told("fair"):
            thing = self.dumpster("Sample Fair roll-off", 5, "Sample Fair Committee")
            need = {"purpose": "other", "lot_line_distance_ft": "40"}
            self.opened("fair", "temporary-dumpster", thing, self.stage.back(1), building | need)

    def correspond(self) -> None:
        """Letters at every stage: to mail, out with its card back and not, returned; and a task."""
        told = self.stage.told
        if (case := told("suspended")) and not case.notices.exists():
            self.certified(case, 6, "9400100000000000000011", "9590940000000000000011")
        if (case := told("denied")) and not case.notices.exists():
            sent = self.certified(case, 20, "9400100000000000000028", "9590940000000000000028", "decision")
            mailing.receive(sent, on=self.stage.back(16), by=self.clerk)
        if (case := told("incomplete")) and not case.notices.exists():
            on = self.stage.back(7)
            (sent,) = notices.write(
                case, letter="incomplete", on=on, now=self.stage.morning(on), by=self.clerk, key="sample",
                channel=Notice.Channel.FIRST_CLASS,
                about={"reason": "Which hauler empties it?", "reply_by": self.stage.exactly(-2).isoformat()},
            )  # fmt: skip
            mailing.mail(sent, on=on, by=self.clerk)
            mailing.come_back(sent, on=self.stage.back(2), by=self.clerk, why="Sample: no such number")
            clocks.raise_task(
                case, what="Find the address: the letter came back.", due_on=self.today,
                on=self.stage.back(2), by=self.clerk, key="sample-address",
            )  # fmt: skip
        if (case := told(f"hauler-{self.lapsed.name}")) and not case.notices.exists():
            notices.write(
                case, letter="reminder", on=self.today, now=self.stage.morning(self.today), by=self.clerk,
                key="sample", channel=Notice.Channel.FIRST_CLASS,
                about={
                    "clock": "Renew the permit", "due_on": case.ends_on.isoformat() if case.ends_on else "",
                    "says": "A sample letter.", "cite": case.casekind.section, "passed": True,
                },
            )  # fmt: skip

    def certified(self, case: Case, days: int, article: str, card: str, letter: str = "suspended") -> Notice:
        """The letter of the last step, sent certified that many days ago."""
        on = self.stage.back(days)
        event = case.events.live().filter(slug__in=("suspended", "denied")).latest("pk")
        (sent,) = notices.write(
            case, letter=letter, on=on, now=self.stage.morning(on), by=self.clerk, event=event,
            channel=Notice.Channel.CERTIFIED,
        )  # fmt: skip
        return mailing.mail(sent, on=on, by=self.clerk, article_no=article, card_code=card, as_is=True)

    def through(self, case: Case, *, days: int) -> None:
        """Everything up to the issue, that many days ago to the day."""
        on = self.stage.exactly(days)
        self.located(case, on)
        self.paid(case, on)
        self.issued(case, on)

    def plain(self) -> list[Case]:
        """One of each common sort, the issued ones oftener."""
        keys = ("issued", "filed", "issued-too", "expired", "issued", "review")
        found = [self.stage.told(key) for key in keys]
        return [case for case in found if case is not None]
