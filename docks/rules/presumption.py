"""Two presumptions that stand beside each other: 703-1(K) for a dock within the rules, 703-5 against it.

That every rule is met is never an approval: the applicant still carries the burden, and the Commission judges
each dock on its own place and merits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from office.law import Finding, State, Weight

SCOPE = ("private-dock", "fresh-water")  # when one of these is unmet the chapter is not for the dock
BESIDE = ("shellfish-recreation", "navigation-recreation")  # findings of 703-1(I) to show with it

HARM = (
    "Building or enlarging a dock is presumed to harm the values that chapter 237 protects, significantly or "
    "cumulatively. The applicant carries the burden and overcomes the presumption only by a preponderance of "
    "evidence. The Commission counts the docks already there, those whose applications are pending, and the "
    "boats of them all, and may deny a dock that keeps every rule for its cumulative effect."
)
SEASONAL = "A seasonal dock usually has less impact, and the presumption is more easily overcome."
MERITS = "Whatever the rules say, each dock is judged on its own place and merits."


@dataclass(frozen=True)
class Presumption:
    """What the findings come to. `state` is met when the dock may be presumed to minimize harm, never more.

    `says` is the sentence of 703-1(K); `harm`, `seasonal` ("" when the dock is permanent or it is not known)
    and `merits` are those of 703-5(A), (B) and (C). `unmet`, `varied` and `unknown` are what stands in the
    way, `beside` the findings of 703-1(I) to be shown with it.
    """

    state: State
    says: str
    unmet: tuple[Finding, ...]
    varied: tuple[Finding, ...]
    unknown: tuple[Finding, ...]
    beside: tuple[Finding, ...]
    cite: str = "Barnstable 703-1(K)"
    harm: str = HARM
    harm_cite: str = "Barnstable 703-5(A)"
    seasonal: str = ""
    seasonal_cite: str = "Barnstable 703-5(B)"
    merits: str = MERITS
    merits_cite: str = "Barnstable 703-5(C)"


def presumption(findings: Iterable[Finding], seasonal: bool | None = None) -> Presumption:
    """What the findings of a dock come to, with the rulings of the board already in them.

    Every rule that is measured or hard counts, which is every one that stops an order; what the board weighs
    (703-4(K), (L), (O) and the like) does not.
    """
    findings = list(findings)
    hard = [each for each in findings if each.weight == Weight.BLOCKS]
    unmet = tuple(each for each in hard if each.state == State.UNMET)
    varied = tuple(each for each in hard if each.state == State.VARIED)
    unknown = tuple(each for each in hard if each.state == State.UNKNOWN)
    state, says = _told(unmet, varied, unknown, any_met=any(each.state == State.MET for each in hard))
    return Presumption(
        state, says, unmet, varied, unknown,
        tuple(each for each in findings if each.rule in BESIDE and each.state == State.UNMET),
        seasonal=SEASONAL if seasonal else "",
    )  # fmt: skip


def _told(
    unmet: tuple[Finding, ...], varied: tuple[Finding, ...], unknown: tuple[Finding, ...], *, any_met: bool
) -> tuple[State, str]:
    if any(each.rule in SCOPE for each in unmet):
        return State.NOT_APPLICABLE, "Chapter 703 is not for this structure, so it presumes nothing of it."
    if unmet:
        return State.UNMET, f"Not presumed to minimize harm: {_rules(unmet)} not met."
    if varied:
        return State.UNMET, f"Not presumed to minimize harm: {_rules(varied)} varied, not met."
    if unknown or not any_met:
        return State.UNKNOWN, f"Not known yet whether every rule is met: {_rules(unknown)} open."
    return State.MET, "Every rule that can be measured is met. The dock may be presumed to minimize harm."


def _rules(findings: tuple[Finding, ...]) -> str:
    return "1 rule is" if len(findings) == 1 else f"{len(findings)} rules are"
