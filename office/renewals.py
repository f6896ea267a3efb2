"""The renewal code of a permit: whoever has it may begin the renewal online, filled in from the permit.

It is mailed to those who applied and stands on no permit, for the code printed there is read by anybody. It
is never stored: it follows from the case's number and the secret key of this office.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from office import codes
from office.models import Case


def code_of(case: Case) -> str:
    """The renewal code of the permit, as it is typed: "K7QM-2XPD-9F4H"."""
    return codes.grouped(_code(case, settings.SECRET_KEY))


def opens(case: Case, typed: str) -> bool:
    """Whether what was typed is the renewal code of this permit, made with today's or an earlier secret."""
    code = codes.clean(typed, codes.RENEWAL_LENGTH)
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return bool(code) and any(constant_time_compare(code, _code(case, secret)) for secret in secrets)


def _code(case: Case, secret: str) -> str:
    digest = salted_hmac("office.renewals", case.number, secret=secret, algorithm="sha256").digest()
    return codes.of_digest(digest)


def address(case: Case) -> str:
    """Where whoever applied begins the renewal, without signing in."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{reverse('renew-online', args=[case.number, code_of(case)])}"


def page() -> str:
    """Where the number and the renewal code are typed, as a letter prints it."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{reverse('renew-find')}".partition("://")[2]


def offered(case: Case, clock: str) -> bool:
    """Whether that clock waits for a renewal which may be filed online."""
    kind = case.casekind
    if not kind.online or not kind.renewable:
        return False
    try:
        declared = kind.clock(clock)
    except LookupError:
        return False
    return "renewal-filed" in declared.stops
