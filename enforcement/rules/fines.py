"""A line of the fine schedule as it stands on a day: Tisbury 09.0.6, 09.0.7 and the fines of section texts.

The figures are dated rows that an administrator keeps; here is only what a line can say.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from office.pricing import dollars
from office.schedules import Problem


class Unit(StrEnum):
    """What the figure is charged for."""

    OFFENSE = "offense"
    DAY = "day"
    PERIOD = "period"  # each 24 hours begun after an order lapsed (reading, 09.4.8)
    PERMIT_DAY = "permit-day"
    BOAT_DAY = "boat-day"

    @property
    def counted(self) -> str:
        """What is counted beside the days, in the singular; "" when nothing is."""
        return {Unit.PERMIT_DAY: "permit", Unit.BOAT_DAY: "boat"}.get(self, "")

    @property
    def by_days(self) -> bool:
        """Whether it is charged for each day from a first through a last one."""
        return self in (Unit.DAY, Unit.PERMIT_DAY, Unit.BOAT_DAY)


class Prior(StrEnum):
    """What must have come before a fine of the line."""

    NOTHING = ""
    WRITTEN_ORDER = "written-order"  # the day on which the order fell due (09.6.4)
    ORDER_24H = "24-hour-order"  # the moment at which the order was given (09.4.8)
    QUARANTINE = "quarantine"  # the day of the first quarantine of the calendar year (09.7.3)
    SLIPS_DUE = "slips-due"  # the 15th on which the slips were due (09.6.2)
    NOTICE = "notice"  # the day on which the notice was received (09.0.7(B))


class LookBack(StrEnum):
    """How far back earlier offenses count. The schedule sets no limit but one (reading, 09.0.6)."""

    NO_LIMIT = ""
    CALENDAR_YEAR = "calendar-year"


class Rung(StrEnum):
    """What a step of the ladder is."""

    WARNING = "warning"
    SERVICE_FEE = "service-fee"
    FINE = "fine"


class Route(StrEnum):
    """Under which statute the ticket is written, and so from when its 21 days run."""

    C40_21D = "c40-21d"  # from the date of the notice
    C270_16A = "c270-16a"  # from the violation


@dataclass(frozen=True)
class Fine:
    """One line of the schedule from the day `since`.

    `printed` is the enabling section as the book prints it, `cite` the one meant. `opening` is what the
    first step is; `first` its figure, none for a warning; `later` the figure of every later step, none when
    one figure stands for all. With a range both are none, and the officer sets an amount from `least`
    through `most`. `offense` is the line under which a doubled line counts. `each_matter`: every matter
    begins the ladder anew. `ticket` is false for what only a court may fine. `doubt` is what counsel or the
    town has yet to confirm; `source` the id of the dated row.
    """

    line: int
    what: str
    printed: str
    cite: str
    first: Decimal | None = None
    later: Decimal | None = None
    opening: Rung = Rung.FINE
    least: Decimal | None = None
    most: Decimal | None = None
    unit: Unit = Unit.OFFENSE
    look_back: LookBack = LookBack.NO_LIMIT
    prior: Prior = Prior.NOTHING
    each_matter: bool = False
    ticket: bool = True
    offense: int = 0
    route: Route = Route.C40_21D
    since: date | None = None
    vote: str = ""
    doubt: str = ""
    source: int | None = None

    @property
    def counts_as(self) -> int:
        """The line under which its offenses are counted."""
        return self.offense or self.line

    @property
    def in_range(self) -> bool:
        return self.most is not None

    def figure(self, ordinal: int) -> Decimal | None:
        """The figure of the first, second, ... offense; None for a warning, and where an officer sets it."""
        return self.first if ordinal == 1 or self.later is None else self.later

    def rung(self, ordinal: int) -> Rung:
        return self.opening if ordinal == 1 else Rung.FINE

    @property
    def ladder_says(self) -> str:
        """The ladder in words: “Warning, then $100.00”, “$50.00, then $100.00”, “$100.00 every time”."""
        if self.most is not None:
            lowest = "up to " if self.least is None else f"{dollars(self.least)} to "
            return f"{lowest}{dollars(self.most)}{self.each}"
        start = "Warning" if self.first is None else f"{dollars(self.first)}{self.each}"
        if self.opening is Rung.SERVICE_FEE:
            start += " service fee"
        if self.later is None:
            return f"{start} every time"
        return f"{start}, then {dollars(self.later)}{self.each}"

    @property
    def each(self) -> str:
        """For what the figure is charged: " a day", " a permit and day"; "" for an offense as a whole."""
        return {
            Unit.DAY: " a day",
            Unit.PERIOD: " for each 24 hours",
            Unit.PERMIT_DAY: " a permit and day",
            Unit.BOAT_DAY: " a boat and day",
        }.get(self.unit, "")


def problems(fine: Fine) -> list[Problem]:
    """What keeps a line from being a row of the schedule: a figure missing, or one that does not belong."""
    said = []
    if fine.most is not None:
        if fine.first is not None or fine.later is not None:
            said.append(Problem("first", "A range has no single figure. Leave this one empty, or the range."))
        if fine.least is not None and fine.least > fine.most:
            says = f"The range ends at {dollars(fine.most)}, below its start. Enter the higher figure last."
            said.append(Problem("most", says))
        return said
    if fine.least is not None:
        said.append(Problem("most", "The range has no upper end. Enter the highest amount."))
    elif fine.opening is Rung.WARNING:
        if fine.first is not None:
            said.append(Problem("first", "A warning costs nothing. Leave this empty, or choose a fine."))
        if fine.later is None:
            said.append(Problem("later", "Say what follows the warning. Enter the fine of the next offense."))
    elif fine.first is None:
        said.append(Problem("first", "The amount is missing. Enter dollars and cents, such as 50.00."))
    elif fine.opening is Rung.SERVICE_FEE and fine.later is None:
        said.append(Problem("later", "Say what follows the service fee. Enter the fine of the next offense."))
    figures = [("first", fine.first), ("later", fine.later), ("least", fine.least)]
    for field, figure in figures:
        if figure is not None and figure <= 0:
            said.append(Problem(field, f"{dollars(figure)} is no fine. Enter an amount above $0.00."))
    if fine.unit is Unit.PERIOD and fine.prior is not Prior.ORDER_24H:
        says = "Periods of 24 hours are counted after a 24-hour order. Choose that order as what comes first."
        said.append(Problem("prior", says))
    return said
