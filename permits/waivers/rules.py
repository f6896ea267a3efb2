"""Waivers of the Board's own regulations, Tisbury 09.0.3, and where there can be none (09.9.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from office.law import Facts, Finding, Reading, Weight, does_not_apply, for_the_board, holds, rule

SIGNATURES = 2  # Tisbury 09.0.3: the signatures of two or more members

# What sort of law a rule is, as the catalogue of regulations has it.
STATUTE, STATE_CODE, BY_LAW, REGULATION = "statute", "state code", "by-law", "regulation"

# Three readings of "Barrier Beach excluded" (09.9.1).
COASTAL_RULES, EVERY_RULE, BEACH_RULES = "coastal-rules", "every-rule", "beach-rules"
# The rules written for the Barrier Beach alone; the others of 09.9 hold in the whole Coastal District.
FOR_THE_BEACH_ALONE = ("Tisbury 09.9.2", "Tisbury 09.9.4(2)")

BEACH_READING = Reading(
    "barrier-beach-waivers",
    "Tisbury 09.9.1",
    "Which local rules cannot be waived on Barrier Beach land?",
    (
        (COASTAL_RULES, "Every rule of 09.9; rules outside it stay open to a waiver there"),
        (EVERY_RULE, "Every local rule"),
        (BEACH_RULES, "Only the rules written for the Barrier Beach alone"),
    ),
    default=COASTAL_RULES,
    doubt="The section excludes the Barrier Beach from the waivers of the coastal rules and says no more.",
)

# Two readings of the day on which a waiver bites (09.0.3, 09.9.1).
ON_SIGNATURE, ON_VOTE = "signature", "vote"
EFFECT_READING = Reading(
    "waiver-takes-effect",
    "Tisbury 09.0.3",
    "From which day is a waiver in effect, once two members have signed it?",
    ((ON_SIGNATURE, "From the day of the second signature"), (ON_VOTE, "From the day of the vote")),
    default=ON_SIGNATURE,
    doubt="It has no effect until written and signed; whether it then reaches back to the vote is not said.",
)


@dataclass(frozen=True)
class WaiverFacts(Facts):
    """What the rules read: the application's own words, what the rule aimed at is, and what the Board did.

    `lots` are the assessor's lots on file. `force` is what sort of law the rule is, `cite` its section in the
    catalogue, `operative` whether that section says anything to waive. `vote` is what the vote that granted
    it came to, `signatures` how many members have signed what is written.
    """

    lots: str
    locus: str
    owner_name: str
    owner_address: str
    page_no: str
    section: str
    sentence: str
    words: str
    wanted: str
    why: str
    force: str
    cite: str
    operative: bool
    on_barrier_beach: bool
    barrier_beach_waivers: str
    vote: str
    signatures: int


def is_coastal(cite: str) -> bool:
    """Whether a section is one of the Coastal District rules, 09.9."""
    return cite == "Tisbury 09.9" or cite.startswith("Tisbury 09.9.")


def _book(cite: str) -> str:
    return cite.removeprefix("Tisbury ").removeprefix("Massachusetts ")


# ------------------------------------------------------------------------------- what may not be waived
@rule("statute", cite="Tisbury 09.0.3(1)", waivable=False)
def no_statute(facts: WaiverFacts, on: date) -> Finding:
    """A statute of the state or the nation, or a by-law of the town, is never waived."""
    if facts.force in (STATUTE, BY_LAW):
        sort = "a statute" if facts.force == STATUTE else "a by-law of the town"
        return holds(
            False,
            otherwise=f"{facts.section} is {sort}, which the Board can never waive. Cite the Board's own "
            "rule, or withdraw.",
        )
    return holds(True, says=f"{facts.section} is neither a statute nor a by-law.")


@rule("state-code", cite="Tisbury 09.0.3(2)", waivable=False)
def state_code(facts: WaiverFacts, on: date) -> Finding:
    """A state code is modified or waived only by the state department; the Board can endorse the request."""
    if facts.force == STATE_CODE:
        return holds(
            False,
            otherwise=f"{facts.section} is a state code: only the state department waives it. The Board can "
            "endorse the request, which then awaits the state's answer.",
        )
    return does_not_apply("The rule is no state code.")


@rule("barrier-beach", cite="Tisbury 09.9.1", waivable=False)
def barrier_beach(facts: WaiverFacts, on: date) -> Finding:
    """The waivers of the Coastal District rules exclude land on the Barrier Beach."""
    closed = {
        EVERY_RULE: True,
        BEACH_RULES: facts.cite in FOR_THE_BEACH_ALONE,
        COASTAL_RULES: is_coastal(facts.cite),
    }[facts.barrier_beach_waivers]
    if not closed:
        return does_not_apply(f"{_book(facts.cite)} is not among the rules closed on the Barrier Beach.")
    if not facts.on_barrier_beach:
        return does_not_apply("The land is not on the Barrier Beach.")
    return holds(
        False,
        otherwise=f"The land is on the Designated Barrier Beach, where {_book(facts.cite)} cannot be waived. "
        "Change the plan so that the rule is met.",
    )


@rule("barrier-beach-other", cite="Tisbury 09.0.3(3)", weight=Weight.BOARD, waivable=False)
def beach_warning(facts: WaiverFacts, on: date) -> Finding:
    """Whether a rule outside 09.9 may be waived on Barrier Beach land is a reading; the Board looks first."""
    if is_coastal(facts.cite):
        return does_not_apply("The rule is one of the Coastal District.")
    if facts.barrier_beach_waivers == EVERY_RULE:
        return does_not_apply("The town reads every rule as closed there.")
    if not facts.on_barrier_beach:
        return does_not_apply("The land is not on the Barrier Beach.")
    return for_the_board(
        f"The land is on the Designated Barrier Beach. {_book(facts.cite)} stands outside 09.9, and the town "
        "reads such rules as open to a waiver there; the Board looks at it first."
    )


# --------------------------------------------------------------------- every part of a written application
@rule("lot", cite="Tisbury 09.0.3(3)", waivable=False)
def lot(facts: WaiverFacts, on: date) -> Finding:
    """The application names the assessor's lot."""
    return holds(True, says=f"It names the assessor's lot: {facts.lots}.") if facts.lots else holds(False)


@rule("locus", cite="Tisbury 09.0.3(3)", waivable=False)
def locus(facts: WaiverFacts, on: date) -> Finding:
    """The application describes the place fully."""
    return holds(bool(facts.locus))


@rule("owner", cite="Tisbury 09.0.3(3)", waivable=False)
def owner(facts: WaiverFacts, on: date) -> Finding:
    """The application gives the owner's name and address."""
    return holds(bool(facts.owner_name and facts.owner_address))


@rule("exact-rule", cite="Tisbury 09.0.3(3)", waivable=False)
def exact_rule(facts: WaiverFacts, on: date) -> Finding:
    """The application pins down the rule: page, section and paragraph, the sentence and its very words."""
    if not (facts.page_no and facts.section and facts.sentence and facts.words and facts.cite):
        return holds(False)
    if not facts.operative:
        return for_the_board(
            f"{_book(facts.cite)} is a heading in the catalogue and asks nothing by itself. Name the rule "
            "under it, or let the Board say what it asks."
        )
    says = f"It pins down the rule: {_book(facts.cite)}, page {facts.page_no}, “{facts.words}”."
    return holds(True, says=says)


@rule("wanted", cite="Tisbury 09.0.3(3)", waivable=False)
def wanted(facts: WaiverFacts, on: date) -> Finding:
    """The application states the waiver that is wanted."""
    return holds(bool(facts.wanted))


@rule("reason", cite="Tisbury 09.0.3(3)", waivable=False)
def reason(facts: WaiverFacts, on: date) -> Finding:
    """The application says why the waiver is wanted."""
    return holds(bool(facts.why))


# ------------------------------------------------------------------------------------ what the Board does
@rule("majority", cite="Tisbury 09.0.3(3)", waivable=False)
def majority(facts: WaiverFacts, on: date) -> Finding:
    """A majority of the Board finds it appropriate and consistent with the intent of the rule."""
    return holds(bool(facts.vote), says=f"The Board found it appropriate by vote: {facts.vote}.")


@rule("signed", cite="Tisbury 09.0.3", waivable=False)
def signed(facts: WaiverFacts, on: date) -> Finding:
    """It has no effect until it is in writing with the signatures of two or more members."""
    if facts.signatures >= SIGNATURES:
        return holds(True, says=f"It is in writing, and {facts.signatures} members have signed it.")
    return for_the_board(
        f"It has no effect until it is in writing with the signatures of two or more members; "
        f"{facts.signatures} of them so far."
    )


FORBIDS = (no_statute, state_code, barrier_beach)
PARTS = (lot, locus, owner, exact_rule, wanted, reason)
RULES = (*FORBIDS, beach_warning, *PARTS, majority, signed)
