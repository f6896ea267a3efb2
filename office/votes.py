"""A vote of a board: who may vote, whether a quorum sits, what a majority is, and the sentence that says so.

Pure Python, no Django. The number of seats and what a majority is counted of are the town's to say; the
section that speaks of it goes with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Ballot(StrEnum):
    """What one member said when the roll was called."""

    YES = "yes"
    NO = "no"
    ABSTAIN = "abstain"
    RECUSED = "recused"
    ABSENT = "absent"


SITTING = (Ballot.YES, Ballot.NO, Ballot.ABSTAIN)  # a recused member has left the table


class Majority(StrEnum):
    """What more than half is counted of (two readings of Tisbury 09.0.3(3))."""

    SEATS = "seats"  # of all seats of the board, filled or not
    VOTING = "voting"  # of the members present who vote yes or no, a quorum sitting


@dataclass(frozen=True)
class VotingLaw:
    """How a board votes. `quorum` is how many must sit; None is more than half of the seats."""

    seats: int
    majority: Majority = Majority.SEATS
    quorum: int | None = None
    section: str = ""

    def __post_init__(self) -> None:
        if self.seats < 1:
            raise ValueError("A board has at least one seat.")
        if self.quorum is not None and not 1 <= self.quorum <= self.seats:
            raise ValueError(f"A quorum is between 1 and all {self.seats} seats, not {self.quorum}.")

    @property
    def needed_to_sit(self) -> int:
        return self.quorum if self.quorum is not None else more_than_half(self.seats)

    def needed_to_carry(self, yes: int, no: int) -> int:
        """The fewest yes votes that carry, given how many voted."""
        return more_than_half(self.seats if self.majority is Majority.SEATS else yes + no)


@dataclass(frozen=True)
class Problem:
    """Why a vote cannot be recorded: what it concerns ("ballots", "mover", "second"), and how to fix it."""

    what: str
    says: str


@dataclass(frozen=True)
class Outcome:
    """What a vote came to. `says` is "3–0, one recused: carries"; `working` tells why, a line each."""

    carries: bool
    yes: int
    no: int
    says: str
    working: tuple[str, ...]


def more_than_half(n: int) -> int:
    """The smallest whole number that is more than half of `n`."""
    return n // 2 + 1


def in_words(n: int) -> str:
    """ "one", "nine"; from ten on in figures."""
    return _WORDS[n] if n < len(_WORDS) else str(n)


def sitting(ballots: Mapping[str, Ballot]) -> int:
    """How many sit and so count toward the quorum: neither absent nor recused."""
    return sum(ballot in SITTING for ballot in ballots.values())


def problems(law: VotingLaw, ballots: Mapping[str, Ballot], mover: str, second: str) -> list[Problem]:
    """What keeps this vote from being recorded, each with what to do; nothing when it may be.

    `ballots` are those of all members by name; `mover` and `second` are names among them.
    """
    found = []
    present, quorum = sitting(ballots), law.needed_to_sit
    if len(ballots) > law.seats:
        says = (
            f"{in_words(len(ballots)).capitalize()} members are on the roll, and the board has "
            f"{in_words(law.seats)} seats. Correct who is a member, or the number of seats."
        )
        found.append(Problem("ballots", says))
    elif present < quorum:
        recused = sum(ballot is Ballot.RECUSED for ballot in ballots.values())
        without = f" without {in_words(recused)} recused" if recused else ""
        here = in_words(present).capitalize() if present else "Nobody"
        says = (
            f"{here} present{without}; quorum is {in_words(quorum)}. Continue the matter to a meeting at "
            "which more members sit."
        )
        found.append(Problem("ballots", says))
    for what, name, does in (("mover", mover, "moved"), ("second", second, "seconded")):
        ballot = ballots.get(name)
        if ballot is None:
            found.append(Problem(what, f"Say which member {does} the motion."))
        elif ballot not in SITTING:
            found.append(
                Problem(what, f"{name} is {ballot} and cannot have {does} the motion. Choose another member.")
            )
    if mover and mover == second:
        found.append(Problem("second", f"{mover} made the motion; another member seconds it. Choose who."))
    return found


def outcome(law: VotingLaw, ballots: Mapping[str, Ballot]) -> Outcome:
    """What these ballots come to. ValueError when no quorum sits: then there is no vote.

    A tie is no majority under either reading. Abstaining counts as present and as no vote.
    """
    cast = Counter(ballots.values())
    yes, no, present = cast[Ballot.YES], cast[Ballot.NO], sitting(ballots)
    if present < law.needed_to_sit:
        raise ValueError("Without a quorum there is no vote.")
    needed = law.needed_to_carry(yes, no)
    carries = yes >= needed
    said = [f"{yes}–{no}"]
    said += [
        f"{in_words(cast[ballot])} {word}"
        for ballot, word in (
            (Ballot.ABSTAIN, "abstaining"), (Ballot.RECUSED, "recused"), (Ballot.ABSENT, "absent")
        )
        if cast[ballot]
    ]  # fmt: skip
    return Outcome(
        carries, yes, no, f"{', '.join(said)}: {'carries' if carries else 'fails'}",
        tuple(_working(law, cast, present, needed)),
    )  # fmt: skip


def _working(law: VotingLaw, cast: Counter[Ballot], present: int, needed: int) -> list[str]:
    yes, no = cast[Ballot.YES], cast[Ballot.NO]
    lines = [f"Quorum: {law.needed_to_sit} of {law.seats} seats needed; {present} sat."]
    if cast[Ballot.RECUSED]:
        who = "One recused member" if cast[Ballot.RECUSED] == 1 else f"{cast[Ballot.RECUSED]} recused members"
        lines.append(f"{who} not counted toward the quorum.")
    if law.majority is Majority.SEATS:
        lines.append(f"Majority of all {law.seats} seats: {needed} yes needed; {yes} cast.")
    else:
        lines.append(
            f"Majority of the {yes + no} present and voting: {needed} yes needed; {yes} cast."
            if yes + no
            else "Majority of those present and voting: nobody voted yes or no."
        )
    if yes and yes == no:
        lines.append("A tie is no majority.")
    return lines
