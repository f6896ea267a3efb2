"""manage.py bench_dock: what findings and drawings of a very large dock cost, and its page."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.timezone import localdate

from docks.drawings import drawn
from docks.management.samples import RIVER, Answers, part
from docks.rules import RULES, DockFacts
from office import kinds
from office.intake import Intake
from office.law import judge

PARTS, SOUNDINGS = 20, 500
LOOKED_UP = {
    "high_value_habitat": True, "beam_in_channel_margin": False, "cca_note_in_force": True,
    "dock_permitted": False,
}  # fmt: skip


class Command(BaseCommand):
    help = "Time the findings and drawings of a dock of 20 parts and 500 soundings. Reads no database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=9, help="measure each step this often (9)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the best time of each step in milliseconds, and the sum."""
        rounds, day, answers = max(1, options["rounds"]), localdate(), RIVER.raw | large()
        facts = DockFacts.build(answers | LOOKED_UP)
        kind = kinds.get("dock")
        steps: dict[str, Callable[[], Any]] = {
            "answers read": lambda: Intake(kind, answers).answers(),
            "facts built": lambda: DockFacts.build(answers | LOOKED_UP),
            "findings": lambda: judge(RULES, facts, day),
            "drawings": lambda: [drawing.svg() for drawing in drawn(facts, day).drawings],
        }
        total = 0.0
        for name, step in steps.items():
            took = best(step, rounds)
            total += took
            self.stdout.write(f"{name:<14}{took:8.1f} ms")
        self.stdout.write(f"{'together':<14}{total:8.1f} ms, {PARTS} parts and {SOUNDINGS} soundings")


def best(step: Callable[[], Any], rounds: int) -> float:
    """The quickest of so many rounds, in milliseconds."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        step()
        times.append(time.perf_counter() - began)
    return min(times) * 1000


def large() -> Answers:
    """The answers of a dock of 20 parts and 500 soundings, as a form takes them."""
    return {
        "parts": [
            part("pier" if n % 2 else "float", str(n * 4), "4", depth_under_in="40") for n in range(PARTS)
        ],
        "overall_length_ft": str(PARTS * 4),
        "soundings": [
            {
                "distance_ft": str(Decimal(n) / 2), "depth_ft": f"{2 + Decimal(n) / 60:.2f}",
                "tide_ft": "0.5", "datum": "navd88",
                "place": "line" if n < 130 else "berth" if n < 180 else "way-out",
            }
            for n in range(SOUNDINGS)
        ],
    }  # fmt: skip
