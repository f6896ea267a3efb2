"""What rules, kinds and prices say in English, said in the reader's language.

Law is pure Python and speaks English: a rule answers "Seen at 23:30, within the allowed hours." It is said in
another language where it is shown. The catalogue holds every such sentence, with {0}, {1} for what changes in
it; the sentence is found by that, and what stands in the blanks is said likewise. A sentence that the
catalogue does not hold stays as it is; a test sees to it that it holds all that our kinds and rules can say.

What people typed goes through `word` at most, never through `say`: it is not ours to take apart.
"""

from __future__ import annotations

import re
from calendar import month_abbr
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import get_language, gettext, gettext_noop
from django.utils.translation.trans_real import catalog

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise  # said now, or when they are shown
else:
    Words = str

ENGLISH: str = settings.LANGUAGE_CODE
# Sentences that a pure module puts together from pieces, so that no source holds them whole.
PIECED = (
    gettext_noop("{0} calendar day"),
    gettext_noop("{0} calendar days"),
    gettext_noop("{0} working day"),
    gettext_noop("{0} working days"),
    gettext_noop("{0} month"),
    gettext_noop("{0} months"),
    gettext_noop("{0} year"),
    gettext_noop("{0} years"),
    gettext_noop("{0} hour"),
    gettext_noop("{0} hours"),
    gettext_noop("{0} hours of working days"),
    gettext_noop("refund of {0}"),
    gettext_noop("Set by the office at {0}: {1}"),
    gettext_noop("{0} for each {1} after the first {2}"),
    gettext_noop("{0} tiers, from {1}"),
    gettext_noop("offices closed in {0}"),
    gettext_noop("a legal holiday; offices are open in {0}"),
)

_BLANK = re.compile(r"\{\d+\}")
_DAY = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ([A-Z][a-z]+) (\d{1,2}), (\d{4})")
_DAY_SHORT = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]+) (\d{1,2}), (\d{4})")
MONTHS_OF = {name: at for at, name in enumerate(month_abbr) if name}
_TIME = re.compile(r"(\d{1,2})(?::(\d\d))? (am|pm)")


def in_english() -> bool:
    """Whether this is said to somebody who reads English."""
    return (get_language() or ENGLISH) == ENGLISH


def word(value: Any) -> Any:
    """A word or sentence that stands in the catalogue as it is; anything else stays what it was."""
    if not isinstance(value, str) or not value.strip() or in_english():
        return value
    return gettext(value)


def say(value: Any) -> Any:
    """What one of our own modules says, blanks and all; what the catalogue does not hold stays as it is."""
    text = str(value) if value is not None else ""
    if not text.strip() or in_english():
        return value
    found = gettext(text)
    return found if found != text else _with_blanks(text)


def _with_blanks(text: str) -> str:
    if (named := _named(text)) is not None:
        return named
    for pattern, sentence in _sentences(get_language() or ENGLISH):
        if match := pattern.fullmatch(text):
            held = match.groupdict()
            given = [say(held[name]) for name in sorted(held, key=lambda name: int(name[1:]))]
            return gettext(sentence).format(*given)
    end = text[-1]
    return f"{say(text[:-1])}{end}" if end in ".:" and len(text) > 1 else text


def _named(text: str) -> str | None:
    """A day or a time of day that is said in English; None for anything else."""
    for pattern, said in ((_DAY, day), (_DAY_SHORT, day_short)):
        if (match := pattern.fullmatch(text)) and match[1][:3] in MONTHS_OF:
            return said(date(int(match[3]), MONTHS_OF[match[1][:3]], int(match[2])))
    if match := _TIME.fullmatch(text):
        hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0)
        return time_of_day(hour, int(match[2] or 0))
    return None


@cache
def _sentences(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The sentences with blanks of this language's catalogue, the one with most words of its own first."""
    held = catalog()._catalog.keys()  # type: ignore[attr-defined]
    found = [text for text in held if isinstance(text, str) and _BLANK.search(text)]
    found.sort(key=lambda text: (-len(_BLANK.sub("", text)), text))
    return [(_pattern(text), text) for text in found]


def _pattern(sentence: str) -> re.Pattern[str]:
    parts: list[str] = []
    at = 0
    for blank in _BLANK.finditer(sentence):
        parts += [re.escape(sentence[at : blank.start()]), f"(?P<n{blank[0][1:-1]}>.+?)"]
        at = blank.end()
    return re.compile("".join([*parts, re.escape(sentence[at:])]), re.S)


def written(language: str) -> str:
    """A language as HTML writes it: "pt-BR", "en-US"."""
    main, _, region = language.partition("-")
    return f"{main}-{region.upper()}" if region else main


# ---------------------------------------------------------------------------------------- days and times
def day(on: date) -> str:
    """ "Monday, June 1, 2026"; in Portuguese "segunda-feira, 1º de junho de 2026"."""
    if in_english():
        return f"{on:%A, %B} {on.day}, {on.year}"
    return f"{str(WEEKDAYS[on.weekday()]).lower()}, {_of_month(on)} de {month_name(on)} de {on.year}"


def day_short(on: date, *, year: bool = True) -> str:
    """ "Mon Jun 1, 2026"; in Portuguese "seg 1º jun 2026"."""
    if in_english():
        return f"{on:%a %b} {on.day}" + (f", {on.year}" if year else "")
    week, month = str(WEEKDAYS_ABBR[on.weekday()]), str(MONTHS_3[on.month])
    return f"{week} {_of_month(on)} {month}".lower() + (f" {on.year}" if year else "")


def week_and_month(on: date) -> str:
    """ "Mon Jun", "seg jun"."""
    if in_english():
        return f"{on:%a %b}"
    return f"{WEEKDAYS_ABBR[on.weekday()]} {MONTHS_3[on.month]}".lower()


def month_and_year(on: date) -> str:
    """ "June 2026", "junho de 2026"."""
    return f"{on:%B} {on.year}" if in_english() else f"{month_name(on)} de {on.year}"


def month_and_day(on: date) -> str:
    """ "June 8", "8 de junho"."""
    return f"{on:%B} {on.day}" if in_english() else f"{_of_month(on)} de {month_name(on)}"


def month_name(on: date) -> str:
    return str(MONTHS[on.month]).lower()


def weekday(on: date) -> str:
    """ "Monday", "segunda-feira"."""
    return f"{on:%A}" if in_english() else str(WEEKDAYS[on.weekday()]).lower()


def _of_month(on: date) -> str:
    return "1º" if on.day == 1 else str(on.day)


def time_of_day(hour: int, minute: int) -> str:
    """ "2:30 pm", "9 am", "noon"; in Portuguese "14h30", "9h", "meio-dia"."""
    if minute == 0 and hour in (0, 12):
        return gettext("noon") if hour else gettext("midnight")
    if in_english():
        minutes = f":{minute:02}" if minute else ""
        return f"{hour % 12 or 12}{minutes} {'am' if hour < 12 else 'pm'}"
    return f"{hour}h{minute:02}" if minute else f"{hour}h"
