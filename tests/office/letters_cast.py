"""A made-up kind that sends letters, its cases, and article numbers: what the tests of the mail desk need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any

from django.utils.timezone import get_current_timezone

from office import postal
from office.actions import mailing, notices
from office.actions.cases import open_case
from office.clockwork import Clock
from office.kinds import Blank, CaseKind, Letter, Lifecycle, Step
from office.models import Board, Case, Notice, Party
from tests import people
from tests.office import toys

ORDER = Letter("mend-order", "Order to mend", "letters/letter.html", words="Mend the toy of {{ number }}.",
               channel="certified", section="Toys 7")  # fmt: skip
WORD = Letter("word", "Word of thanks", "letters/letter.html", words="We thank you for {{ number }}.",
              channel="first-class")  # fmt: skip
CALL = Letter("call", "Call to come", "letters/letter.html", words="Come on {{ come_on }}.",
              channel="first-class",
              blanks=(Blank("come_on", "The day to come", date(2026, 6, 9)),))  # fmt: skip
SUMMONS = Letter("summons", "Summons", "letters/letter.html", words="Come about {{ number }}.",
                 channel="in-hand")  # fmt: skip

POSTED = CaseKind(
    slug="posted-toy", label="Posted toy", series="PT", boards=("tisbury-health", "barnstable-conservation"),
    lifecycle=Lifecycle(
        first="open",
        steps=(
            Step("mended", "Mend", "Mended"),
            Step("toy-hearing", "Set the hearing", "Hearing set", appointed=True),
            Step("put-away", "Put away", "Put away", to="put away"),
        ),
        closed=("put away",),
    ),
    section="Toys 1", about="A toy that letters are written about.", letters=(ORDER, WORD, CALL, SUMMONS),
    clocks=(Clock(slug="mend", says="Mend the toy", cite="Toys 7", starts="mend-order-received",
                  stops=("mended",), days=5),),
)  # fmt: skip

MAY_18 = date(2026, 5, 18)
JUNE_1 = date(2026, 6, 1)
# When the letters of JUNE_1 are written, and a time at which they wait no more.
WRITTEN = datetime(2026, 6, 1, 9, tzinfo=get_current_timezone())
NOW = WRITTEN + timedelta(hours=3)
_keys = count(1)


@contextmanager
def posted() -> Iterator[CaseKind]:
    """The kind in the registry for the time being."""
    with toys.registered(POSTED) as kind:
        yield kind


def addressee(name: str = "Sample Harbor Cafe", zip_code: str = "02568", **more: Any) -> Party:
    """Somebody with a whole address."""
    return people.party(
        name, **{"street": "12 Beach Road", "city": "Tisbury", "state": "MA", "zip_code": zip_code} | more
    )


def case(*, board: Board | None = None, on: date = MAY_18) -> Case:
    board = board or people.health()
    return open_case(kind="posted-toy", on=on, by=people.clerk(board), board=board)


def letter(
    of: Case | None = None,
    slug: str = "mend-order",
    to: Party | None = None,
    *,
    on: date = JUNE_1,
    now: datetime = WRITTEN,
    **more: Any,
) -> Notice:
    """A letter of a case, its own or `of`, to somebody; by the clerk of the case's board."""
    of = of or case()
    found = notices.write(
        of, letter=slug, on=on, now=now, by=people.clerk(of.board), parties=[to or addressee()],
        key=f"cast-{next(_keys)}", **more,
    )  # fmt: skip
    return found[0]


def article(n: int) -> str:
    """A made-up article number of 22 digits, the `n`th; its check digit fits."""
    digits = f"94071{n:016d}"
    return f"{digits}{postal.check_digit(digits)}"


def card(n: int) -> str:
    """A made-up code of a return card, the `n`th."""
    return f"9590{n:018d}"


def mailed(n: int, *, on: date = JUNE_1, notice: Notice | None = None, **more: Any) -> Notice:
    """A certified letter that left with the `n`th article number and card."""
    notice = notice or letter(**more)
    return mailing.mail(
        notice, on=on, by=people.clerk(notice.board), article_no=article(n), card_code=card(n)
    )
