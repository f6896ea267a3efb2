"""One cast for all tests of a module: built once, and every test finds it as it was built.

    def _cast() -> Cast: ...
    cast = casts.shared(_cast)

    @pytest.fixture
    def case(cast: Cast) -> Case:
        return Case.objects.get(pk=cast.case.pk)

The module's tests run as savepoints inside one transaction, which is taken back after the last of them. The
cast is there for every test of the module, asked for or not, so the order of the tests makes no difference.
What was built is shared: a test reads its own instance by `pk` and changes that one.

A module with a shared cast holds no test that commits (`django_db(transaction=True)`, a live server, Django's
own TestCase): such a test would see nothing of the cast, or lose it for the others. Put it into a file of its
own; this is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import TransactionTestCase

COMMITS = {"transactional_db", "live_server", "django_db_reset_sequences", "django_db_serialized_rollback"}


def shared(build: Callable[[], Any], at: date | datetime | str | None = None) -> Any:
    """A fixture of the module: what `build` made, at the moment `at` if it matters which."""

    @pytest.fixture(scope="module", autouse=True)
    def cast(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
        if wrong := [item.nodeid for item in request.session.items if _of(item, request) and _commits(item)]:
            pytest.fail(f"Put what commits into a file without a shared cast: {', '.join(wrong)}")
        with django_db_blocker.unblock():
            stage = transaction.atomic()
            stage._from_testcase = True  # type: ignore[attr-defined]  # as TestCase marks its own
            stage.__enter__()
        try:
            with django_db_blocker.unblock():
                if at is None:
                    built = build()
                else:
                    with time_machine.travel(at, tick=False):
                        built = build()
            yield built
        finally:
            with django_db_blocker.unblock():
                transaction.set_rollback(True)
                stage.__exit__(None, None, None)

    return cast


def _of(item: pytest.Item, request: pytest.FixtureRequest) -> bool:
    return getattr(item, "module", None) is request.module


def _commits(item: pytest.Item) -> bool:
    marker, case = item.get_closest_marker("django_db"), getattr(item, "cls", None)
    of_django = isinstance(case, type) and issubclass(case, TransactionTestCase)
    told = marker is not None and (marker.kwargs.get("transaction") or marker.args[:1] == (True,))
    return of_django or bool(told) or not COMMITS.isdisjoint(getattr(item, "fixturenames", ()))
