"""How long the office's pages take beside an empty one: ratios, which mean the same on any machine.

Everything happens in a database that is made for it and removed after: the real one is never opened. The
module is also the list of addresses while it measures: the project's own, and an empty view.
"""

from __future__ import annotations

import logging
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
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
from office.demo_copies import KEEPER
from office.models import Case, User

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
@dataclass(frozen=True)
class Page:
    """A page to measure, under the name it has in the table."""

    name: str
    address: str


def pages() -> list[Page]:
    """The pages of the office's day, for a permit that stands among all the others."""
    copies = Case.objects.filter(facility__holder__name__startswith=KEEPER).select_related("facility__holder")
    permit = copies.filter(code__isnull=False).earliest("pk")
    undecided = copies.open().filter(starts_on__isnull=True).latest("pk")
    assert permit.facility is not None
    assert permit.facility.holder is not None
    assert permit.facility.parcel is not None
    assert permit.code is not None
    name, street = permit.facility.holder.name, permit.facility.parcel.street
    return [
        Page("Worklist", reverse("worklist")),
        Page("Case file, undecided", reverse("case", args=[undecided.number])),
        Page("Case file, issued", reverse("case", args=[permit.number])),
        Page("Register", reverse("register")),
        Page("Register, searched by street", _asking("register", street)),
        Page("Find by name", _asking("find", name)),
        Page("Find what there is not", _asking("find", f"{street} {KEEPER} none")),
        Page("Counter", reverse("counter")),
        Page("Counter, searched by name", _asking("counter", name)),
        Page(
            f"Counter, intake: {permit.casekind.label.lower()}", reverse("counter-kind", args=[permit.kind])
        ),
        Page("Verify a code", reverse("verify-code", args=[permit.code])),
    ]


def _asking(view: str, query: str) -> str:
    return f"{reverse(view)}?{urlencode({'q': query})}"


def clerk_of(case: Case) -> User:
    """A clerk of the board that decides the case."""
    return User.objects.filter(memberships__board=case.board_id, memberships__role="clerk").earliest("pk")


# ------------------------------------------------------------------------------------------- measuring
@dataclass(frozen=True)
class Times:
    """Median milliseconds of the base and of each act, over so many rounds."""

    base: float
    acts: Mapping[str, float]
    rounds: int

    def ratio(self, name: str) -> float:
        return self.acts[name] / self.base


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
    medians = {name: statistics.median(taken) for name, taken in of_acts.items()}
    return Times(statistics.median(of_base), medians, len(of_acts[order[0]]))


def _taken(act: Callable[[], Any]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def measure_pages(rounds: int, seconds: float) -> Times:
    """Every page for a signed-in clerk, beside the empty view in the same client."""
    client = Client()
    client.force_login(clerk_of(Case.objects.latest("pk")))

    def getting(address: str) -> Callable[[], None]:
        def get() -> None:
            response = client.get(address, secure=True)
            if response.status_code != 200:
                raise RuntimeError(f"{address} answered {response.status_code}, so its time says nothing.")

        return get

    acts = {page.name: getting(page.address) for page in pages()}
    return times_of(acts, getting(reverse("empty")), rounds, seconds)


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
def table(measured: Mapping[int, Times], paper_times: Times) -> list[str]:
    """The lines to print: each page's time divided by the empty view's, and its milliseconds here."""
    first = next(iter(measured.values()))
    width = max(map(len, first.acts))
    lines = [
        f"{'':{width}}" + "".join(f"{f'{size:,} cases':>24}" for size in measured),
        f"{'Page':{width}}" + f"{'÷ empty':>14}{'ms here':>10}" * len(measured),
    ]
    for name in first.acts:
        cells = (f"{times.ratio(name):>14.1f}{times.acts[name]:>10.1f}" for times in measured.values())
        lines.append(f"{name:{width}}" + "".join(cells))
    bases = "".join(f"{1:>14.1f}{times.base:>10.1f}" for times in measured.values())
    lines.append(f"{'The empty view':{width}}{bases}")
    rounds = ", ".join(f"{times.rounds} rounds at {size:,}" for size, times in measured.items())
    name, taken = next(iter(paper_times.acts.items()))
    return [
        *lines,
        f"Medians of {rounds}.",
        f"{name} ÷ a bare WeasyPrint page: {paper_times.ratio(name):.1f} "
        f"({taken:.0f} ms and {paper_times.base:.0f} ms here, {paper_times.rounds} rounds).",
    ]
