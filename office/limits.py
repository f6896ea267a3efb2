"""How often something may be done from one address within a while. The address itself is kept nowhere."""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.core.cache import cache
from django.utils.crypto import salted_hmac


def has_room(what: str, address: str, *, most: int, within: timedelta, now: datetime) -> bool:
    """Whether `what` was done fewer than `most` times from this address in the running span of time."""
    return int(cache.get(_key(what, address, within, now), 0)) < most


def count(what: str, address: str, *, within: timedelta, now: datetime) -> None:
    """Note that `what` was done once more; forgotten when the span of time is over."""
    key = _key(what, address, within, now)
    cache.add(key, 0, timeout=within.total_seconds())
    cache.incr(key)


def opens_again(within: timedelta, now: datetime) -> datetime:
    """When the running span of time is over."""
    span = within.total_seconds()
    return datetime.fromtimestamp((now.timestamp() // span + 1) * span, tz=now.tzinfo)


def _key(what: str, address: str, within: timedelta, now: datetime) -> str:
    span = int(now.timestamp() // within.total_seconds())
    return f"{what}:{span}:{salted_hmac('office.limits', _network(address)).hexdigest()}"


def _network(address: str) -> str:
    """The address; of version 6 the 64 leading bits, which one household has whole."""
    try:
        found = ip_address(address.strip())
    except ValueError:
        return "unknown"
    return str(int(found) >> 64) if isinstance(found, IPv6Address) else str(found)
