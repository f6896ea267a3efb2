"""For which docks chapter 703 is, and when it asks for a notice of intent: 703-1(B), 703-2, 703-3(A)."""

from __future__ import annotations

from datetime import date

from docks.rules import facts as f
from docks.rules import figures
from docks.rules.facts import DockFacts, known
from office.law import Finding, State, Weight, does_not_apply, for_the_board, holds, rule

# What lies outside is told where to go instead (703-2: private pier, dock).
ELSEWHERE = {
    f.COMMERCIAL: "A commercial pier is outside chapter 703. Ask the Conservation Commission's office how to "
    "file for it under chapter 237.",
    f.GOVERNMENTAL: "A pier of a government is outside chapter 703. Ask the Conservation Commission's office "
    "how to file for it under chapter 237.",
    f.MOORED_FLOAT: "A swimming or work float at a mooring, not connected to shore, is outside chapter 703. "
    "It goes by the Harbormaster's permit; ask the Harbormaster.",
}


# No board can waive what the chapter is for.
@rule("private-dock", cite="Barnstable 703-1(B)", waivable=False)
def private_dock(d: DockFacts, on: date) -> Finding:
    """The structure is a private dock: residential, shared, or of a club or association."""
    return holds(
        d.use not in ELSEWHERE,
        says="The chapter is for private docks, and this is one.",
        otherwise=ELSEWHERE.get(d.use, ""),
    )


# A finding of the Commission, not a variance, brings a freshwater dock under the chapter.
@rule("fresh-water", cite="Barnstable 703-1(B)", waivable=False)
def fresh_water(d: DockFacts, on: date) -> Finding:
    """A dock in fresh water is under the chapter only when the Commission finds the rules applicable."""
    if d.water != f.FRESH:
        return does_not_apply("The dock stands in salt water.")
    found = known(lambda: d.fresh_water_found)
    if found is None:
        return for_the_board(
            "The dock stands in fresh water. The chapter applies only when the Commission finds so; its vote "
            "is not recorded yet."
        )
    return holds(
        found,
        says="The Commission found the rules applicable to this freshwater dock.",
        otherwise="The Commission found the rules not applicable to this freshwater dock. Ask its office how "
        "to file under chapter 237.",
    )


@rule("notice-needed", cite="Barnstable 703-3(A)", weight=Weight.NOTE, waivable=False)
def notice_needed(d: DockFacts, on: date) -> Finding:
    """A new dock, any extension and a substantial alteration need a notice of intent."""
    # Any extension, however small: "substantially" is read with the alteration alone (a reading).
    if d.work == f.NEW:
        return holds(True, says="A new dock needs this notice of intent.")
    if d.work == f.EXTENSION:
        return holds(True, says="An extension needs this notice of intent, however small.")
    if d.work == f.ALTERATION:
        return holds(True, says="An alteration needs this notice of intent when it is substantial.")
    return holds(True, says="Such a change of a dock that stands is treated as a substantial alteration.")


def _season(day: date) -> tuple[int, int]:
    return day.month, day.day


# A dock that stays longer is not a seasonal one (703-2): a definition, nothing to be waived.
@rule("season-begins", cite="Barnstable 703-2", waivable=False)
def season_begins(d: DockFacts, on: date) -> Finding:
    """Nothing of a seasonal dock stands in the resource area before April 1."""
    if not d.seasonal:
        return does_not_apply("The dock is not a seasonal one.")
    first, last = figures.FIRST_SEASONAL_DAY.on(on), figures.LAST_SEASONAL_DAY.on(on)
    return holds(
        first <= _season(d.in_on) <= last,
        says=f"It goes in on {d.in_on:%B} {d.in_on.day}.",
        otherwise=f"It is to go in on {d.in_on:%B} {d.in_on.day}. A seasonal dock goes in from April 1 on; "
        "choose a later day, or file for a permanent dock.",
    )


@rule("season-ends", cite="Barnstable 703-2", waivable=False)
def season_ends(d: DockFacts, on: date) -> Finding:
    """Everything of a seasonal dock is removed before November 1."""
    if not d.seasonal:
        return does_not_apply("The dock is not a seasonal one.")
    first, last = figures.FIRST_SEASONAL_DAY.on(on), figures.LAST_SEASONAL_DAY.on(on)
    out, goes_in = _season(d.out_on), known(lambda: d.in_on)
    if not first <= out <= last:
        return Finding(
            State.UNMET,
            f"It is to be out by {d.out_on:%B} {d.out_on.day}. A seasonal dock is out by October 31; choose "
            "an earlier day, or file for a permanent dock.",
        )
    if goes_in is not None and out < _season(goes_in):
        return Finding(
            State.UNMET,
            f"It is to be out by {d.out_on:%B} {d.out_on.day}, before it goes in. Correct one of the days.",
        )
    return holds(True, says=f"It is out by {d.out_on:%B} {d.out_on.day}.")


RULES = (private_dock, fresh_water, notice_needed, season_begins, season_ends)
