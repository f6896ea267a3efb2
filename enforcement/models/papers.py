"""What the papers of a citation say: its copies, the certificate of service, the court's list, the complaint.

Plain values of one citation, read from the case and its live events. Nothing here is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from django.conf import settings

from enforcement.models.citations import Citation
from enforcement.rules.fines import Rung
from office import codes, paper
from office.models import Board, Case, Event, Notice
from office.pricing import dollars
from office.schedules import named
from office.templatetags.office_tags import clock_time

COPIES = ("Offender’s copy", "Department’s copy", "Court’s copy")
COURTS = COPIES[2]
SERVED = "citation-delivered"


def on_paper(case: Case, row: Citation) -> dict[str, Any]:
    """What each copy of the citation or warning says; plain JSON but for its days."""
    litter = case.clocks.filter(clock="littering-answer").first()
    answer = litter or case.clocks.filter(clock="citation-answer").first()
    order = case.clocks.filter(clock="facility-order").first()
    look_at = f"{settings.SITE_ADDRESS.rstrip('/')}/verify/"
    return {
        "number": case.number,
        "warning": row.rung == Rung.WARNING,
        "name": row.name,
        "address": row.mail_to,
        "offense": row.line.what,
        "printed": row.line.printed,
        "section": row.line.cite,
        "place": row.place,
        "violated_on": row.violated_on,
        "violated_at": _clock(row.violated_at),
        "last_on": row.last_on or "",
        "seen": row.seen,
        "amount": dollars(row.amount),
        "lines": row.lines,
        "dated_on": row.dated_on,
        "answer_by": answer.due_on if answer else "",
        "from_violation": litter is not None,
        "order_says": named(order.due_on) if order else "",
        "receipt": row.get_receipt_display() if row.receipt else "",
        "by_mail": row.served == Citation.Served.BY_MAIL,
        "officer": officer_of(case),
        "code": codes.grouped(case.code) if case.code else "",
        "look_at": look_at.partition("://")[2].rstrip("/"),
        "code_address": f"{look_at}{case.code}/" if case.code else "",
    }


def notice_values(case: Case, on: date) -> Mapping[str, Any]:
    """What the mailed copy says, for the letter of the kind."""
    row = case.details
    return on_paper(case, row) if row is not None else {}


def copies_values(case: Case, row: Citation) -> dict[str, Any]:
    """The citation in three copies, or the warning in two."""
    warning = row.rung == Rung.WARNING
    return {
        "board": paper.board_values(case.board),
        "it": on_paper(case, row),
        "copies": COPIES[:2] if warning else COPIES,
    }


def officer_of(case: Case) -> str:
    """Who issued it, by name."""
    issued = case.events.filter(slug="filed").select_related("by").first()
    return _person(issued)


def _person(event: Event | None) -> str:
    return event.by.get_full_name() or event.by.get_username() if event and event.by else ""


def _clock(at: time | None) -> str:
    return clock_time(at) if at else ""


# ------------------------------------------------------------------------------------------- service
def service_of(case: Case) -> Event | None:
    """The entry that says it was handed over or mailed; None before."""
    return case.events.live().filter(slug=SERVED).select_related("by").last()


def mailed_notice(case: Case) -> Notice | None:
    """The notice of the citation that left by mail first; None for one handed over."""
    sent = case.notices.filter(letter="citation", mailed_on__isnull=False)
    return sent.exclude(channel=Notice.Channel.IN_HAND).order_by("mailed_on", "pk").first()


def certificate_values(case: Case, row: Citation) -> dict[str, Any] | None:
    """The certificate of mailing or of delivery; None while it is not served."""
    served = service_of(case)
    if served is None:
        return None
    notice = mailed_notice(case) if served.served else None
    last = case.clocks.filter(clock="citation-notice").first()
    by_mail = notice is not None or (not served.served and row.served == Citation.Served.BY_MAIL)
    return {
        "number": case.number,
        "name": row.name,
        "by_mail": by_mail,
        "address": ", ".join(notice.address_lines[1:]) if notice else row.mail_to,
        "served_on": served.on,
        "how": notice.get_channel_display() if notice else "",
        "article": notice.article_no if notice else "",
        "receipt": row.get_receipt_display() if row.receipt and not by_mail else "",
        "served_by": _person(served),
        "dated_on": row.dated_on,
        "violated_on": row.violated_on,
        "last_day": last.due_on if last else "",
        "in_time": bool(last and served.on <= last.due_on),
    }


def certificate_page(case: Case, row: Citation) -> dict[str, Any] | None:
    """The certificate as a paper of its own."""
    values = certificate_values(case, row)
    return values and {"board": paper.board_values(case.board), "certificate": values}


# ----------------------------------------------------------------------------------------- the court
def court_values(board: Board, cases: Iterable[Case], on: date) -> dict[str, Any]:
    """The list for the clerk of the district court, and behind it each court copy with its certificate.

    `on` is the day of the list. Cases that are not served are left out: the court has nothing to get yet.
    """
    rows: list[dict[str, Any]] = []
    for case in cases:
        row, certificate = case.details, certificate_values(case, case.details)
        if row is None or certificate is None:
            continue
        due = case.clocks.filter(clock="court-copy").first()
        rows.append(
            {"it": on_paper(case, row), "certificate": certificate, "due_on": due.due_on if due else ""}
        )
    return {"board": paper.board_values(board), "made_on": on, "rows": rows, "copy": COURTS}


def complaint_values(case: Case, row: Citation, on: date) -> dict[str, Any]:
    """The application for a criminal complaint of a ticket nobody answered, or paid after the court found."""
    found = case.events.live().filter(slug="found-responsible").last()
    unanswered = case.events.live().filter(slug="unanswered").last()
    why = case.events.live().filter(slug="complaint-applied").last()
    return {
        "board": paper.board_values(case.board),
        "it": on_paper(case, row),
        "certificate": certificate_values(case, row) or "",
        "unanswered_on": unanswered.on if unanswered else "",
        "found_on": found.on if found else "",
        "why": why.note if why else "",
        "made_on": on,
    }
