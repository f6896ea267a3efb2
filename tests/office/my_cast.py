"""Somebody who signs in, and a dumpster case of theirs: what the tests of one's own cases share."""

from __future__ import annotations

import re
from datetime import date, datetime
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

from office import kinds
from office.actions import cases
from office.intake import Intake
from office.models import Case, Party, User
from tests import people

DAY = date(2026, 6, 1)
NOON = datetime(2026, 6, 1, 12, tzinfo=ZoneInfo("America/New_York"))
SKETCH = "location-sketch"
ASKED = "The sketch does not show the lot line."


def known(name: str, email: str = "", **columns: Any) -> tuple[User, Party]:
    """A person who signs in as `name`, and as whom they are on file."""
    user = people.user(name)
    party, _ = Party.objects.get_or_create(
        user=user, defaults={"name": f"Sample {name.capitalize()}", "email": email, **columns}
    )
    return user, party


def filed(*parts: tuple[Party, str], on: date = DAY, **answers: Any) -> Case:
    """A dumpster application with these people, filed by the clerk; its sketch is missing."""
    bin_ = people.dumpster_bin(holder=parts[0][0])
    given = {**people.DUMPSTER_ANSWERS, **answers}
    assert bin_.parcel is not None
    return cases.open_case(
        kind="dumpster", on=on, by=people.clerk(), facility=bin_, parcels=[bin_.parcel], people=parts,
        intake=Intake(kinds.get("dumpster"), given),
    )  # fmt: skip


def words(response: Any) -> str:
    """What the main part of a page says, without its markup."""
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())
    return re.sub(r" ([,.:;)])", r"\1", said)


def field(response: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    assert found, name
    return unescape(found[1])
