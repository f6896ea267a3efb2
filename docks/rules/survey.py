"""The shellfish survey, 703-3(D)(6): how far around the project it goes, and how much of that is sampled.

The area is that within 50 ft of every part of the project. For a straight one of length L and no width that
is π × 50² + 100 × L, which is what is asked at least (a reading); ells and tees count by their length.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from docks.rules import extent, figures
from docks.rules import facts as f
from docks.rules.facts import DockFacts, known, plain
from office.law import Finding, State, at_least, does_not_apply, rule

HUNDREDTH = Decimal("0.01")


def square_feet(area: Decimal, unit: str) -> Decimal:
    """An area told in `unit` (square feet or square meters) in square feet."""
    return area / figures.SQM_PER_SQFT if unit == f.SQUARE_METERS else area


def square_meters(area_sqft: Decimal) -> Decimal:
    """Square feet in square meters, exactly."""
    return area_sqft * figures.SQM_PER_SQFT


def area_sqft(length_ft: Decimal, on: date) -> Decimal:
    """The least area to survey around a straight project of this length, in square feet."""
    radius: Decimal = figures.SURVEY_RADIUS_FT.on(on)
    return figures.PI * radius * radius + 2 * radius * length_ft


def project_length(d: DockFacts) -> extent.Measure:
    """The length of the project, in feet: the stated one, or that of the parts when they make more."""
    parts = known(lambda: d.parts)
    stated = d.project_length_ft
    if not parts:
        return extent.Measure(stated)
    of_parts = extent.span(d)
    ells = sum((part.length_ft for part in parts if part.across and part.length_ft is not None), Decimal(0))
    lengths_missing = any(part.across is not False and part.length_ft is None for part in parts)
    missing = of_parts.missing or ("the length of every part" if lengths_missing else "")
    return extent.Measure(max(stated, (of_parts.value or Decimal(0)) + ells), missing)


def _excused(d: DockFacts) -> Finding | None:
    """The finding when the item of the survey was said not to apply, as 703-3(G) lets it be."""
    reason = known(lambda: d.survey_excused)
    return does_not_apply(f"The survey was said not to apply here: “{reason}”") if reason else None


def _reaches(area: Decimal, needed: Decimal, missing: str, says: str) -> Finding:
    """At least `needed`; while a length is missing the need is no less than that."""
    found = at_least(area, needed, "sqft", says)
    if missing and found.state == State.MET:
        return Finding(State.UNKNOWN, f"Not known yet: {missing}.")
    return found


@rule("survey-radius", cite="Barnstable 703-3(D)(6)")
def radius(d: DockFacts, on: date) -> Finding:
    """The shellfish survey goes at least 50 feet around the project."""
    return _excused(d) or at_least(d.survey_radius_ft, figures.SURVEY_RADIUS_FT.on(on), "ft")


@rule("survey-area", cite="Barnstable 703-3(D)(6)")
def surveyed_area(d: DockFacts, on: date) -> Finding:
    """The survey covers the whole area within 50 feet of every part of the project."""
    if excused := _excused(d):
        return excused
    length = project_length(d)
    needed = area_sqft(length.value or Decimal(0), on)
    area = square_feet(d.survey_area, d.survey_unit)
    return _reaches(
        area, needed, length.missing,
        f"{plain(area.quantize(HUNDREDTH))} sq ft are surveyed; {plain(needed.quantize(HUNDREDTH))} sq ft "
        "lie within 50 ft of the project.",
    )  # fmt: skip


@rule("survey-sampled", cite="Barnstable 703-3(D)(6)")
def sampled(d: DockFacts, on: date) -> Finding:
    """The samples cover at least 0.5 percent of the area within 50 feet of the project."""
    # Of the 50-foot area, even where more was surveyed (a reading).
    if excused := _excused(d):
        return excused
    length = project_length(d)
    needed = area_sqft(length.value or Decimal(0), on) * figures.SAMPLED_SHARE.on(on)
    area = square_feet(d.sampled_area, d.survey_unit)
    return _reaches(
        area, needed, length.missing,
        f"{plain(area.quantize(HUNDREDTH))} sq ft are sampled; 0.5 percent of the area is "
        f"{plain(needed.quantize(HUNDREDTH))} sq ft.",
    )  # fmt: skip


RULES = (radius, surveyed_area, sampled)
