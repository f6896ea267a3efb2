"""What an action answers when it will not act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from office.votes import Problem


class NotAllowed(Exception):
    """The act is not open in this state or with this input; the message says why and what to do."""


class WrongRole(NotAllowed):
    """The person holds none of the roles that may do this."""


@dataclass(frozen=True)
class Obstacle:
    """One thing in the way of issuing: what it is, its section, and who can take it away.

    `subject` is the slug of the rule or checklist item, or the key of the hold.
    """

    what: str
    says: str
    who: str
    cite: str = ""
    overridable: bool = False
    subject: str = ""


class CannotVote(NotAllowed):
    """A vote cannot be recorded as it was told; `problems` lists why, each with what it concerns."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(" ".join(problem.says for problem in self.problems))


class CannotIssue(NotAllowed):
    """Something stands in the way; `obstacles` lists all of it."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        self.obstacles = list(obstacles)
        super().__init__("; ".join(obstacle.says for obstacle in self.obstacles))


class StaleSave(NotAllowed):
    """Somebody saved the case first. `theirs` and `yours` hold the differing fields by name."""

    def __init__(self, theirs: Mapping[str, Any], yours: Mapping[str, Any]) -> None:
        self.theirs, self.yours = dict(theirs), dict(yours)
        super().__init__("Somebody saved this case while you had it open. Compare both versions below.")
