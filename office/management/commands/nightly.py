"""manage.py nightly: what came due is reminded of or lapses; for today, or for any day."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from office.actions.nightly import night, rebuild
from office.models import NightRun
from office.schedules import named
from office.templatetags.office_tags import clock_time


class Command(BaseCommand):
    help = "Look at every date that came due: remind, record what lapsed. Run again, it does nothing twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--on", metavar="DAY", help="as of this day, such as 2026-06-01; else today")
        parser.add_argument("--last", action="store_true", help="only say what the last run did")
        parser.add_argument(
            "--rebuild", action="store_true",
            help="first compute all clocks anew, after clocks were declared otherwise",
        )  # fmt: skip
        parser.add_argument("--after", metavar="NUMBER", default="", help="rebuild only past this case")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the night and say what it did. Ends with code 1 when something could not be dealt with."""
        if options["after"] and not options["rebuild"]:
            raise CommandError("--after goes with --rebuild.")
        if options["last"]:
            self._say_last()
            return
        now = timezone.now()
        on = _day(options["on"]) if options["on"] else timezone.localdate(now)
        left = self._rebuild(on, options["after"]) if options["rebuild"] else []
        run = night(on=on, now=now, say=self.stdout.write)
        self._say(run)
        if left or run.failed:
            sys.exit(1)

    def _rebuild(self, on: date, after: str) -> list[dict[str, str]]:
        try:
            left = rebuild(on=on, after=after, say=self.stdout.write)
        except LookupError as unknown:
            raise CommandError(str(unknown)) from None
        except KeyboardInterrupt:
            raise CommandError(
                "Stopped. To go on: manage.py nightly --rebuild --after, with the last number above."
            ) from None
        for case in left:
            self.stderr.write(f"{case['case']}: {case['why']}")
        return left

    def _say_last(self) -> None:
        run = NightRun.objects.first()
        if run is None:
            self.stdout.write("The dates were never looked at yet. Type: manage.py nightly")
        else:
            self._say(run)

    def _say(self, run: NightRun) -> None:
        started = timezone.localtime(run.started_at)
        self.stdout.write(f"Dates of {named(run.on)}")
        self.stdout.write(f"  Started   {named(started.date())}, {clock_time(run.started_at)}")
        if run.finished_at:
            seconds = (run.finished_at - run.started_at).total_seconds()
            self.stdout.write(f"  Took      {seconds:,.0f} s")
        else:
            self.stdout.write(
                "  Took      not finished: it still runs, or was cut short; the next takes it up"
            )
        self.stdout.write(f"  Looked at {run.looked_at:,}")
        self.stdout.write(f"  Reminded  {run.reminded:,}")
        self.stdout.write(f"  Passed    {run.lapsed:,}")
        self.stdout.write(f"  Failed    {len(run.failed):,}")
        for row in run.failed:
            of = row["case"] or row.get("title", "")
            self.stderr.write(f"{of}, {row['label']} (due {row['due_on']}): {row['why']}")


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise CommandError(f"“{word}” is no day. Write it like 2026-06-01.") from None
