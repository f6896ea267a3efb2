"""manage.py refold: write by what anybody may find each permit on the register, where that is still open."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from office.actions.people import BATCH, refold_cases
from office.models import Case

SAY_EVERY = 10 * BATCH


class Command(BaseCommand):
    help = "Fold the search columns of cases that have none yet. Stopped and run again, it goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--all` looks at every case, as after the folding itself was changed."""
        parser.add_argument("--all", action="store_true", help="look at every case, not only at new ones")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fold in batches, a line of progress every few thousand cases."""
        cases = Case.objects.all() if options["all"] else Case.objects.filter(public_search="")
        total, done = cases.count(), 0
        for done in refold_cases(every=options["all"]):
            if done % SAY_EVERY == 0:
                self.stdout.write(f"{done:,} of {total:,} cases folded")
        self.stdout.write(f"{done:,} cases folded" if done else "Every case is folded.")
