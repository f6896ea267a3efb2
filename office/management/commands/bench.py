"""manage.py bench: what each page costs beside an empty view, measured in one run."""

from __future__ import annotations

import io
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from office import bench
from office.demo_copies import generated
from office.models import Case

SIZES = (1_000, 100_000)
FEWEST = 90  # the sample cases and enough copies that every page has something to show


class Told(io.StringIO):
    """Where the demo writes: of its lines, only how far the generated cases have come is passed on."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say

    def write(self, text: str) -> int:
        if "generated cases" in text:
            self._say(text.strip())
        return len(text)


class Command(BaseCommand):
    help = "Print each page's time ÷ an empty view's, and a permit PDF ÷ a bare page. Touches no real data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--cases", type=int, nargs="+", default=SIZES, metavar="N", help="measure at N cases"
        )
        parser.add_argument("--rounds", type=int, default=40, help="measure each page this often (40)")
        parser.add_argument(
            "--seconds", type=float, default=60.0, help="stop measuring a size after so many seconds (60)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Build, measure, print. CommandError for sizes that cannot be measured."""
        sizes = sorted(set(options["cases"]))
        if sizes[0] < FEWEST or options["rounds"] < 1:
            raise CommandError(f"Measure at {FEWEST} cases or more, and in one round or more.")
        self.began = time.monotonic()
        # Told to stop, it still removes its database.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        with bench.apart() as vendor:
            self._say(f"a database of its own on {vendor}")
            measured = {}
            for size in sizes:
                self._grow(size)
                measured[size] = bench.measure_pages(options["rounds"], options["seconds"])
                self._say(f"measured at {size:,} cases")
            rounds = min(options["rounds"], 10)
            papers = bench.measure_paper(localdate(), rounds, options["seconds"] / 2)
        self.stdout.write("\n" + "\n".join(bench.table(measured, papers, vendor)))

    def _grow(self, size: int) -> None:
        """Sample cases until there are `size`: those of the demo, then copies of them."""
        if not Case.objects.exists():
            call_command("demo", force=True, stdout=io.StringIO())
        missing = size - Case.objects.count()
        call_command("demo", force=True, cases=generated() + missing, stdout=Told(self._say))
        bench.know_the_rows()
        self._say(f"{Case.objects.count():,} sample cases")

    def _say(self, what: str) -> None:
        self.stdout.write(f"{time.monotonic() - self.began:5.0f} s  {what}")
        self.stdout.flush()
