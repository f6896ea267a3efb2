"""Papers: a letter template and plain values in, a tagged PDF (PDF/UA-1, letter size) out.

Three things make a letter strict, so that a wrong one never leaves the house:
- A name the context does not have raises `LetterRefused` wherever it stands: in `{{ }}`, `{% if %}`,
  `{% for %}` or `{% with %}`. Django alone prints nothing, or takes it for false. (One hole is left: an
  attribute asked of a text, `{% if number.x == 1 %}`, is taken for false. Printing it raises.)
- Only plain values go in (text, numbers, days, and lists and dicts of them): a template can neither query
  nor reach past what the letter is about. `None` is refused, so a letter lacking a date is never printed;
  what may be absent is "".
- Nothing is fetched: pictures are `data:` addresses, anything else raises.

The same values give the same bytes: a paper holds no clock and no chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, NoReturn

from django.conf import settings
from django.db.models import Q, Sum
from django.template import Context, Engine, Template
from django.utils import translation
from django.utils.safestring import SafeString

from office import codes
from office.intake import answer
from office.models import Allocation, Case, CaseParty, Charge, Event, Payment
from office.spoken import ENGLISH
from office.templatetags.office_tags import day, measure
from office.templatetags.office_tags import qr_code as qr_code

PERMIT = "permit"
NOT_GIVEN = "Not provided"
HOLDER_ROLES = (CaseParty.Role.APPLICANT, CaseParty.Role.OWNER, CaseParty.Role.AGENT)


class LetterRefused(Exception):
    """The letter lacks something it says; the message names it."""


# ----------------------------------------------------------------------------------------- rendering
class _Unknown(list[str]):
    """The names a letter asked for in vain. Django's comparisons in `{% if %}` swallow what is raised in
    them, so that a name was missed must also be written down."""

    def miss(self, name: str) -> NoReturn:
        self.append(name)
        raise LetterRefused(f"The letter speaks of “{name}”, which it was not given.")


class _Values(dict[str, Any]):
    """Plain values by name. A name it does not hold is an error, not nothing."""

    def __init__(self, held: Mapping[str, Any], unknown: _Unknown) -> None:
        super().__init__(held)
        self.unknown = unknown

    def __missing__(self, name: str) -> NoReturn:
        self.unknown.miss(name)


class _LetterContext(Context):
    """A template context in which an unknown name raises, whichever tag asks for it."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.unknown = _Unknown()
        super().__init__({name: _plain(name, held, self.unknown) for name, held in values.items()})

    def __getitem__(self, name: Any) -> Any:
        if name not in self:
            self.unknown.miss(name)
        return super().__getitem__(name)


class _NeverPrinted(str):
    """What Django prints for what it cannot find further in, such as an attribute of a text."""

    __slots__ = ()

    def __mod__(self, name: Any) -> str:
        raise LetterRefused(f"The letter speaks of “{name}”, which it was not given.")

    def __html__(self) -> str:
        raise LetterRefused("The letter calls something that cannot be printed.")


_engine = Engine(
    dirs=[str(settings.BASE_DIR / "templates")],
    app_dirs=True,
    string_if_invalid=_NeverPrinted("%s"),
    builtins=["office.templatetags.office_tags"],
)


def render(template: str, context: Mapping[str, Any]) -> bytes:
    """The PDF of a letter template with these values. LetterRefused when one is missing or not plain."""
    return pdf_of(page(template, context))


def page(template: str, context: Mapping[str, Any]) -> str:
    """The page of HTML of a letter template with these values; LetterRefused as for `render`."""
    return page_of(_engine.get_template(template), context)


def page_of(template: Template, context: Mapping[str, Any]) -> str:
    """The letter as a page of HTML; LetterRefused as for `render`."""
    letter = _LetterContext(context)
    with translation.override(ENGLISH):  # whoever's page it is made on, the paper is English
        written = str(template.render(letter))
    if letter.unknown:
        letter.unknown.miss(letter.unknown[0])
    return written


def pdf_of(html: str) -> bytes:
    """A page of HTML as a tagged PDF. LetterRefused when it asks for anything it does not itself carry."""
    # Loading it takes as long as half of Django, and most processes print nothing: not at the start.
    from weasyprint import HTML
    from weasyprint.urls import FatalURLFetchingError, URLFetcher

    fetcher = URLFetcher(allowed_protocols=["data"], fail_on_errors=True)
    try:
        # A page without an address of its own skips relative ones in silence; with one they are refused.
        pdf: bytes = HTML(string=html, base_url="outside:/", url_fetcher=fetcher).write_pdf(
            pdf_variant="pdf/ua-1"
        )
    except FatalURLFetchingError as refused:
        raise LetterRefused(f"The letter asks for something from outside: {refused}") from refused
    return pdf


def _plain(name: str, value: Any, unknown: _Unknown) -> Any:
    """`value` as a letter may hold it; LetterRefused names what is absent or not plain."""
    if isinstance(value, Mapping):
        return _Values({key: _plain(key, held, unknown) for key, held in value.items()}, unknown)
    if isinstance(value, list | tuple):
        return tuple(_plain(name, held, unknown) for held in value)
    if value is None:
        raise LetterRefused(f"The letter lacks “{name}”. Enter it on the case, then print again.")
    if isinstance(value, SafeString) or not isinstance(value, str | bool | int | Decimal | date):
        raise LetterRefused(f"“{name}” is no plain value: {type(value).__name__}.")
    return value


# ------------------------------------------------------------------------------------------- permit
def has_permit_paper(case: Case) -> bool:
    """Whether this kind of case prints a permit."""
    return any(letter.slug == PERMIT for letter in case.casekind.letters)


def issue_of(case: Case) -> Event | None:
    """The live event that started the case's term: what its permit is the paper of."""
    starts = [step.slug for step in case.casekind.lifecycle.steps if step.term == "starts"]
    return case.events.live().filter(slug__in=starts).order_by("pk").last()


def permit_pdf(case: Case, on: date) -> bytes:
    """The permit as a PDF; `on` is the day of issue that it prints.

    LookupError when the kind prints no permit; LetterRefused while the case was not issued or has no code.
    """
    letter = case.casekind.letter(PERMIT)
    own = letter.values(case, on) if letter.values else {}
    return render(letter.template, {**permit_values(case, on), **own})


def permit_values(case: Case, on: date) -> dict[str, Any]:
    """What the permit template speaks of."""
    issued = issue_of(case)
    if issued is None:
        raise LetterRefused(f"{case.number} has not been issued. Issue it first, then print it.")
    code = case.code
    address = f"{settings.SITE_ADDRESS.rstrip('/')}/verify/"
    return {
        "board": board_values(case.board),
        "kind": case.casekind.label,
        "section": case.casekind.section,
        "number": case.number,
        "renews": f"{case.renews.number} (renewal {case.renewal_no})" if case.renews else "",
        "holders": _holders(case),
        "facility": case.facility.name if case.facility else "",
        "facility_word": case.casekind.facility.replace("-", " ").capitalize(),
        "places": [{"address": lot.address, "lot": lot.label} for lot in case.parcels.all()],
        "facts": _facts(case),
        "starts_on": issued.from_on or issued.on,  # as issued, whatever cut the term since
        "ends_on": issued.until_on or "",
        "conditions": [
            {"text": row.text, "cite": row.cite, "due_on": row.due_on or ""} for row in case.conditions.all()
        ],
        "issued_on": on,
        "issued_by": issued.by.get_full_name() if issued.by else "",
        "verify_at": address.partition("://")[2].rstrip("/"),
        "code": codes.grouped(code) if code else None,
        "qr": qr_code(f"{address}{code}/") if code else None,
    }


def board_values(board: Any) -> dict[str, Any]:
    """What every paper's head says of the board."""
    return {
        "name": board.name,
        "town": board.town,
        "state": board.get_state_display(),
        "address": board.address,
        "phone": board.phone,
        "email": board.email,
        "hours": board.hours,
        "sample": board.is_sample,
    }


def _holders(case: Case) -> list[dict[str, str]]:
    """Who holds the permit and who owns or acts for it, each once with all their parts."""
    parts: dict[int, tuple[Any, list[str]]] = {}
    if case.facility and case.facility.holder:
        parts[case.facility.holder.pk] = (case.facility.holder, ["Permit holder"])
    for row in case.people.filter(role__in=HOLDER_ROLES).select_related("party"):
        parts.setdefault(row.party.pk, (row.party, []))[1].append(row.get_role_display())
    return [
        {"role": _and(roles), "name": party.name, "address": party.mailing_address}
        for party, roles in parts.values()
    ]


def _and(words: list[str]) -> str:
    """ "Permit holder", "Applicant and owner", "Permit holder, applicant and owner"."""
    said = [words[0], *(word.lower() for word in words[1:])]
    return f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else said[0]


def _facts(case: Case) -> list[dict[str, str]]:
    """Label and value of the details the kind prints: its `PRINTED` fields, or else its `PUBLIC` ones."""
    details = case.details
    if details is None:
        return []
    names = getattr(details, "PRINTED", getattr(details, "PUBLIC", ()))
    answers = [answer(details, name, public=True) for name in names]
    return [{"label": label, "value": _said(value)} for label, value in answers]


def _said(value: Any) -> str:
    """An answer in words; "Not provided" when there is none."""
    if value is None:
        return NOT_GIVEN
    with translation.override(ENGLISH):
        return day(value) if isinstance(value, date) else str(measure(value))


# ------------------------------------------------------------------------------------------ receipt
def receipt_pdf(payment: Payment) -> bytes:
    """The receipt of a payment as a PDF, as things stood with it; a voided one says so across its top."""
    return render("letters/receipt.html", receipt_values(payment))


def receipt_values(payment: Payment) -> dict[str, Any]:
    """What the receipt template speaks of."""
    lines = list(payment.allocations.select_related("charge__case", "charge__source"))
    cases = {line.charge.case_id: line.charge.case for line in lines}
    first = payment.case
    void = payment.void if payment.is_void else None
    board = board_values(payment.board)
    board["sample"] |= any(line.charge.source.sample for line in lines if line.charge.source)
    return {
        "board": board,
        "number": payment.number,
        "paid_on": payment.paid_on,
        "from": _holders(first)[:1],
        "how": payment.how,
        "taken_by": payment.by.get_full_name(),
        "lines": [
            {
                "case": line.charge.case.number,
                "label": line.charge.label,
                "working": line.charge.working,
                "section": line.charge.section,
                "charged": line.charge.amount,
                "paid": line.amount,
            }
            for line in lines
        ],
        "total": payment.amount,
        "given": "" if payment.given is None else payment.given,
        "change": payment.change,
        "cases": [case.number for case in cases.values()],
        "balance": sum((_balance_after(payment, case) for case in cases.values()), Decimal(0)),
        "voided_on": void.voided_on if void else "",
        "void_reason": void.reason if void else "",
    }


def _balance_after(payment: Payment, case: Case) -> Decimal:
    """What was still due on the case with this payment counted: later charges and receipts left out."""
    by_then = Q(charged_on__lte=payment.paid_on)
    charged = Charge.objects.filter(by_then, case=case).aggregate(sum=Sum("amount"))["sum"]
    paid = Allocation.objects.filter(
        charge__case=case, payment__pk__lte=payment.pk, payment__void__isnull=True
    ).aggregate(sum=Sum("amount"))["sum"]
    return (charged or Decimal(0)) - (paid or Decimal(0))
