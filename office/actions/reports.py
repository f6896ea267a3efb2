"""What anybody reports online, with no account and, if they like, no name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from office.actions import documents, people
from office.actions.cases import open_case
from office.actions.errors import NotAllowed
from office.intake import Intake
from office.kinds import CaseKind
from office.models import Board, Case, Parcel
from office.search import fold
from office.spoken import ENGLISH

NO_NAME = "Somebody who gave no name"
FILE = "Sent with the report"


@transaction.atomic
def report(
    *,
    kind: CaseKind,
    board: Board,
    answers: Mapping[str, Any],
    key: str,
    on: date,
    place: str = "",
    name: str = "",
    email: str = "",
    phone: str = "",
    file: Any = None,
    language: str = ENGLISH,
) -> Case:
    """Open a case of a kind that anybody may report: all or nothing, and once for each `key`.

    `answers` are raw, and of them only those the kind asks the public are taken. Who gave a name, e-mail or
    telephone is put on file anew, never taken for somebody known. The file is confidential. Raises
    NotAllowed, and UploadRefused for a file the office does not take.
    """
    if kind.report is None:
        raise NotAllowed(f"A {kind.label.lower()} is not reported online. Call the office.")
    # One report at a time: of two presses at once the second waits here, then finds the first one's case.
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)
    if earlier := Case.objects.filter(filing_key=key).first():
        return earlier
    given = {asked: answers.get(asked, "") for asked in kind.report.asks}
    if kind.report.unnamed:
        given[kind.report.unnamed] = "false" if name.strip() else "true"
    party = None
    if name.strip() or email.strip() or phone.strip():
        party = people.add_party(
            name=name.strip() or NO_NAME, email=email, phone=phone, on=on, by=None, language=language
        )
    lot = lot_called(place, board.town)
    case = open_case(
        kind=kind.slug, on=on, by=None, board=board, intake=Intake(kind, given), key=key,
        parcels=[lot] if lot else [], people=[(party, kind.roles[0])] if party else [],
        note=f"Reported online. Where: {place.strip()}" if place.strip() else "Reported online.",
    )  # fmt: skip
    if file is not None:
        documents.attach(case, file=file, label=FILE, confidential=True, on=on, by=None)
    return case


def lot_called(place: str, town: str) -> Parcel | None:
    """The one lot of the town with exactly this address or number, however it is written; or None."""
    told = fold(place)
    if not told:
        return None
    alike = Parcel.objects.filter(town=town, search__contains=told.split()[0])
    found = [lot for lot in alike if told in (fold(lot.address), fold(lot.label))]
    return found[0] if len(found) == 1 else None
