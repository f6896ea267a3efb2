"""Votes: quorum, majority under both readings, ties, recusals, and the sentence that says what came of it."""

from __future__ import annotations

import pytest

from office.votes import Ballot, Majority, VotingLaw, in_words, more_than_half, outcome, problems, sitting

SAID = {
    "y": Ballot.YES, "n": Ballot.NO, "a": Ballot.ABSTAIN, "r": Ballot.RECUSED, "-": Ballot.ABSENT,
}  # fmt: skip
NAMES = "ABCDEFGHIJ"


def roll(letters: str) -> dict[str, Ballot]:
    """Members A, B, C … and what each said, by the letters of SAID."""
    return {NAMES[n]: SAID[letter] for n, letter in enumerate(letters)}


# seats, roll, of all seats, of those voting, the words before the colon
TABLE = [
    (3, "yyy", True, True, "3–0"),
    (3, "yyn", True, True, "2–1"),
    (3, "yy-", True, True, "2–0, one absent"),  # two of three members
    (3, "yn-", False, False, "1–1, one absent"),  # a tie
    (3, "yya", True, True, "2–0, one abstaining"),
    (3, "ya-", False, True, "1–0, one abstaining, one absent"),  # the readings part
    (3, "yyr", True, True, "2–0, one recused"),
    (3, "ynr", False, False, "1–1, one recused"),
    (3, "yar", False, True, "1–0, one abstaining, one recused"),
    (3, "aaa", False, False, "0–0, three abstaining"),
    (3, "nnn", False, False, "0–3"),
    (4, "yynn", False, False, "2–2"),
    (4, "yyyn", True, True, "3–1"),
    (4, "yyn-", False, True, "2–1, one absent"),  # two of four seats are no majority of them
    (5, "yyyr-", True, True, "3–0, one recused, one absent"),  # the bare majority of five
    (5, "yyn--", False, True, "2–1, two absent"),
    (5, "yyyn-", True, True, "3–1, one absent"),
    (5, "yynna", False, False, "2–2, one abstaining"),
    (7, "yyyynnn", True, True, "4–3"),
    (7, "yyynnna", False, False, "3–3, one abstaining"),
    (7, "yyyn---", False, True, "3–1, three absent"),
    (1, "y", True, True, "1–0"),
]


@pytest.mark.parametrize(("seats", "letters", "of_seats", "of_voting", "words"), TABLE)
def test_the_table(seats: int, letters: str, of_seats: bool, of_voting: bool, words: str) -> None:
    for majority, carries in ((Majority.SEATS, of_seats), (Majority.VOTING, of_voting)):
        law, ballots = VotingLaw(seats, majority), roll(letters)
        first, *rest = [name for name, said in ballots.items() if said in (Ballot.YES, Ballot.NO)] or ["A"]
        came = outcome(law, ballots)
        assert came.carries is carries, majority
        assert came.says == f"{words}: {'carries' if carries else 'fails'}"
        if rest:
            assert problems(law, ballots, first, rest[0]) == []


def test_an_empty_seat_counts_under_the_one_reading_alone() -> None:
    """Two members of a board of three seats, the third not filled: 1–0 with an abstention."""
    assert not outcome(VotingLaw(3), roll("ya")).carries
    assert outcome(VotingLaw(3, Majority.VOTING), roll("ya")).carries
    assert outcome(VotingLaw(3), roll("yy")).carries


@pytest.mark.parametrize(
    ("seats", "letters", "says"),
    [
        (5, "yy---", "Two present; quorum is three."),
        (3, "y--", "One present; quorum is two."),
        (3, "---", "Nobody present; quorum is two."),
        (3, "yr-", "One present without one recused; quorum is two."),  # the recused has left the table
        (3, "yrr", "One present without two recused; quorum is two."),
        (4, "yy--", "Two present; quorum is three."),
    ],
)
def test_without_a_quorum_there_is_no_vote(seats: int, letters: str, says: str) -> None:
    law, ballots = VotingLaw(seats), roll(letters)
    (problem, *_) = problems(law, ballots, "A", "B")
    assert problem.what == "ballots"
    assert problem.says.startswith(says)
    assert "Continue the matter" in problem.says
    with pytest.raises(ValueError, match="Without a quorum"):
        outcome(law, ballots)


@pytest.mark.parametrize(("letters", "enough"), [("yy-", True), ("y--", False), ("ya-", True)])
def test_a_quorum_is_more_than_half_of_the_seats(letters: str, enough: bool) -> None:
    assert (sitting(roll(letters)) >= VotingLaw(3).needed_to_sit) is enough


def test_a_quorum_that_the_town_set_is_the_one_that_counts() -> None:
    assert problems(VotingLaw(7, quorum=3), roll("yyy----"), "A", "B") == []
    assert problems(VotingLaw(7), roll("yyy----"), "A", "B")[0].what == "ballots"


def test_who_moves_and_seconds_sits() -> None:
    law, ballots = VotingLaw(5), roll("yyyr-")
    assert problems(law, ballots, "A", "B") == []

    def said(mover: str, second: str) -> list[tuple[str, str]]:
        return [(problem.what, problem.says) for problem in problems(law, ballots, mover, second)]

    assert said("D", "B") == [
        ("mover", "D is recused and cannot have moved the motion. Choose another member.")
    ]
    assert said("A", "E") == [
        ("second", "E is absent and cannot have seconded the motion. Choose another member.")
    ]
    assert said("A", "A") == [("second", "A made the motion; another member seconds it. Choose who.")]
    assert [what for what, _ in said("", "Nobody")] == ["mover", "second"]


def test_a_roll_is_no_longer_than_the_board() -> None:
    (problem,) = problems(VotingLaw(3), roll("yyyy"), "A", "B")
    assert problem.says == (
        "Four members are on the roll, and the board has three seats. Correct who is a member, or the number "
        "of seats."
    )


def test_the_working_says_how_it_was_counted() -> None:
    assert outcome(VotingLaw(5), roll("yyyr-")).working == (
        "Quorum: 3 of 5 seats needed; 3 sat.",
        "One recused member not counted toward the quorum.",
        "Majority of all 5 seats: 3 yes needed; 3 cast.",
    )
    assert outcome(VotingLaw(4, Majority.VOTING), roll("yynn")).working == (
        "Quorum: 3 of 4 seats needed; 4 sat.",
        "Majority of the 4 present and voting: 3 yes needed; 2 cast.",
        "A tie is no majority.",
    )
    assert outcome(VotingLaw(3, Majority.VOTING), roll("aaa")).working[-1] == (
        "Majority of those present and voting: nobody voted yes or no."
    )


@pytest.mark.parametrize(("n", "more"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_more_than_half(n: int, more: int) -> None:
    assert more_than_half(n) == more
    assert more * 2 > n >= (more - 1) * 2


@pytest.mark.parametrize(("seats", "quorum"), [(0, None), (3, 0), (3, 4)])
def test_a_board_that_cannot_be_is_refused(seats: int, quorum: int | None) -> None:
    with pytest.raises(ValueError, match="seat"):
        VotingLaw(seats, quorum=quorum)


def test_small_numbers_are_words() -> None:
    assert [in_words(n) for n in (0, 1, 9, 10)] == ["no", "one", "nine", "10"]
