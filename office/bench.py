"""How long the office's pages take beside an empty one: ratios, which mean the same on any machine.

Everything happens in a database that is made for it and removed after: the real one is never opened. The
module is also the list of addresses while it measures: the project's own, and an empty view.
"""

from __future__ import annotations

import logging
import math
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from celery import current_app
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse
from weasyprint import HTML

from office import paper
from office.demo_copies import BLOCK, KEEPER, MAP, RARE, SELDOM, STREET
from office.models import Case, User
from office.views.worklist import QUEUES

Say = Callable[[str], None]
WARM_UP = 2
BARE = "<!DOCTYPE html><html lang='en'><title>A bare page</title><h1>A bare page</h1><p>One line.</p></html>"


def empty(request: HttpRequest) -> HttpResponse:
    """What every page is measured against: a view that does nothing, behind the same middleware."""
    return HttpResponse()


urlpatterns = [path("empty/", empty, name="empty"), path("", include(settings.ROOT_URLCONF))]


# ------------------------------------------------------------------------------------ a database of its own
@contextmanager
def apart() -> Iterator[str]:
    """Work in a new database and a new folder, both removed at the end; yields what kind of database it is.

    On SQLite the database is a file in that folder, on a server a database beside the real one, which must be
    allowed to the user of DATABASE_URL. Settings are as in production where they bear on speed, and messages
    to the worker stay in this process.
    """
    logging.disable(logging.WARNING)  # a line for each request would bury the table
    with tempfile.TemporaryDirectory(prefix="permit-office-bench-") as folder:
        old = settings.DATABASES["default"]["NAME"]
        ours = f"bench_office_{os.getpid()}"
        on_disk = connection.vendor == "sqlite"
        connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / ours) if on_disk else ours
        with override_settings(
            DEBUG=False,
            ALLOWED_HOSTS=["testserver"],
            ROOT_URLCONF=__name__,
            STAFF_MFA=False,  # the sample clerk has no telephone
            PRIVATE_ROOT=Path(folder),
            PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        ):
            current_app.conf.broker_url = "memory://localhost//"
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            try:
                yield connection.display_name
            finally:
                connection.creation.destroy_test_db(str(old), verbosity=0)
                logging.disable(logging.NOTSET)


def know_the_rows() -> None:
    """Let PostgreSQL count its rows, as it does by itself within a minute of a change."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


# -------------------------------------------------------------------------------------------- the pages
FOUND_ALONE = 302  # a search with a single hit opens it


@dataclass(frozen=True)
class Page:
    """A page to measure, under the name it has in the table, and the status it must answer with."""

    name: str
    address: str
    answers: tuple[int, ...] = (200,)


def pages() -> list[Page]:
    """The pages of the office's day, for a permit that stands among all the others."""
    copies = Case.objects.filter(facility__holder__name__startswith=KEEPER).select_related("facility__holder")
    permit = copies.filter(code__isnull=False).earliest("pk")
    undecided = copies.open().filter(starts_on__isnull=True).latest("pk")
    assert permit.facility is not None
    assert permit.facility.holder is not None
    assert permit.code is not None
    return [
        Page("Worklist", reverse("worklist")),
        *(Page(f"Worklist, {each.label.lower()}", reverse("worklist-queue", args=[each.slug]))
          for each in QUEUES),
        Page("Case file, undecided", reverse("case", args=[undecided.number])),
        Page("Case file, issued", reverse("case", args=[permit.number])),
        Page("Register", reverse("register")),
        *_searches("Register", "register", permit),
        *_searches("Find box", "find", permit),
        Page("Find box, a telephone nobody has", _asking("find", "508-555-0199")),
        Page("Counter", reverse("counter")),
        *_searches("Counter", "counter", permit),
        Page(
            f"Counter, intake: {permit.casekind.label.lower()}", reverse("counter-kind", args=[permit.kind])
        ),
        Page("Verify a code", reverse("verify-code", args=[permit.code])),
    ]  # fmt: skip


def _searches(where: str, view: str, permit: Case) -> list[Page]:
    """What people type into a box, from what nearly every case has to what none has."""
    series, year, serial = permit.number.split("-")
    typed = {
        "a word of all": STREET,
        "a seldom name with an accent": SELDOM,
        "a rare name with an apostrophe": RARE.split()[0],
        "a name in Chinese": RARE.split()[1],
        "a lot": f"{MAP}-{BLOCK}-02",
        "a number": f"{series.lower()}{year} {serial}",
        "a number without its year": f"{series.lower()} {serial}",
        "two letters": "xy",
        "nothing like it": "zyzzyva quay",
    }
    return [
        Page(f"{where}, {name}", _asking(view, words), (200, FOUND_ALONE)) for name, words in typed.items()
    ]


def _asking(view: str, query: str) -> str:
    return f"{reverse(view)}?{urlencode({'q': query})}"


def clerk_of(case: Case) -> User:
    """A clerk of the board that decides the case."""
    return User.objects.filter(memberships__board=case.board_id, memberships__role="clerk").earliest("pk")


# ------------------------------------------------------------------------------------------- measuring
@dataclass(frozen=True)
class Spread:
    """Milliseconds within which half of the runs, and 95 in 100, were done."""

    p50: float
    p95: float

    @classmethod
    def of(cls, taken: Sequence[float]) -> Spread:
        ordered = sorted(taken)
        return cls(statistics.median(ordered), ordered[math.ceil(0.95 * len(ordered)) - 1])


@dataclass(frozen=True)
class Times:
    """How long the base and each act took, over so many rounds."""

    base: Spread
    acts: Mapping[str, Spread]
    rounds: int

    def ratio(self, name: str) -> float:
        return self.acts[name].p50 / self.base.p50


def times_of(
    acts: Mapping[str, Callable[[], Any]], base: Callable[[], Any], rounds: int, seconds: float
) -> Times:
    """Run every act in turn, in another order each round, with `base` before each; at most for `seconds`."""
    order, chance = list(acts), random.Random(0)
    for act in (base, *acts.values()):
        for _ in range(WARM_UP):
            act()
    of_base: list[float] = []
    of_acts: dict[str, list[float]] = {name: [] for name in acts}
    end = time.monotonic() + seconds
    for round_ in range(rounds):
        if round_ and time.monotonic() > end:
            break
        chance.shuffle(order)
        for name in order:
            of_base.append(_taken(base))
            of_acts[name].append(_taken(acts[name]))
    spreads = {name: Spread.of(taken) for name, taken in of_acts.items()}
    return Times(Spread.of(of_base), spreads, len(of_acts[order[0]]))


def _taken(act: Callable[[], Any]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def measure_pages(rounds: int, seconds: float) -> Times:
    """Every page for a signed-in clerk, beside the empty view in the same client."""
    client = Client()
    client.force_login(clerk_of(Case.objects.latest("pk")))

    def getting(page: Page) -> Callable[[], None]:
        def get() -> None:
            answer = client.get(page.address, secure=True).status_code
            if answer not in page.answers:
                raise RuntimeError(f"{page.address} answered {answer}, so its time says nothing.")

        return get

    acts = {page.name: getting(page) for page in pages()}
    return times_of(acts, getting(Page("The empty view", reverse("empty"))), rounds, seconds)


def measure_paper(on: date, rounds: int, seconds: float) -> Times:
    """A permit as PDF beside a bare page of WeasyPrint, both tagged."""
    case = Case.objects.filter(code__isnull=False).latest("pk")
    return times_of(
        {"A permit as PDF": lambda: paper.permit_pdf(case, on)},
        lambda: HTML(string=BARE).write_pdf(pdf_variant="pdf/ua-1"),
        rounds,
        seconds,
    )


# ------------------------------------------------------------------------------------------- the table
SEARCHES = ("Register, ", "Find box, ", "Counter, ")


def table(measured: Mapping[int, Times], paper_times: Times, vendor: str) -> list[str]:
    """The lines to print: each page's median divided by the empty view's, and its milliseconds here."""
    first = next(iter(measured.values()))
    width = max(map(len, first.acts))
    lines = [
        f"{vendor:{width}}" + "".join(f"{f'{size:,} cases':>30}" for size in measured),
        f"{'Page':{width}}" + f"{'÷ empty':>12}{'p50 ms':>9}{'p95 ms':>9}" * len(measured),
    ]
    for name in first.acts:
        cells = (_cells(times.ratio(name), times.acts[name]) for times in measured.values())
        lines.append(f"{name:{width}}" + "".join(cells))
    bases = "".join(_cells(1, times.base) for times in measured.values())
    lines.append(f"{'The empty view':{width}}{bases}")
    rounds = ", ".join(f"{times.rounds} rounds at {size:,}" for size, times in measured.items())
    lines.append(f"p50 is the median, p95 the time within which 95 in 100 were answered: {rounds}.")
    size, last = list(measured.items())[-1]
    slowest = {}
    for where in SEARCHES:
        found = [name for name in last.acts if name.startswith(where)]
        slowest[where] = max(found, key=lambda name: last.acts[name].p95)
    says = "; ".join(f"{name}: {last.acts[name].p95:.0f} ms" for name in slowest.values())
    lines.append(f"The slowest searches of {size:,} cases on {vendor}, p95: {says}.")
    name, taken = next(iter(paper_times.acts.items()))
    return [
        *lines,
        f"{name} ÷ a bare WeasyPrint page: {paper_times.ratio(name):.1f} "
        f"({taken.p50:.0f} ms and {paper_times.base.p50:.0f} ms here, {paper_times.rounds} rounds).",
    ]


def _cells(ratio: float, spread: Spread) -> str:
    return f"{ratio:>12.1f}{spread.p50:>9.1f}{spread.p95:>9.1f}"
