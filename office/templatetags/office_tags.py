"""What pages say and how: dates, money, measures, colored words, findings in order, and form controls."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

import segno
from django import template
from django.forms import BaseForm, BaseFormSet, BoundField, CheckboxInput, Select
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import is_aware, localtime
from django.utils.translation import get_language, ngettext

from office import postal, pricing, spoken
from office.forms_rows import BoundRows
from office.kinds import Picture
from office.law import Finding, State
from office.models import Read

register = template.Library()


# ---------------------------------------------------------------- the reader's language
@register.filter
def say(value: object) -> object:
    """What one of our own modules says in English, in the reader's language: labels, rules, workings."""
    return spoken.say(value)


@register.filter
def word(value: object) -> object:
    """A choice, a status or a day in the reader's language; what somebody typed stays as it is."""
    return day(value) if isinstance(value, date) else spoken.word(value)


@register.simple_tag
def page_language() -> str:
    """The language of the page as HTML writes it: "pt-BR", "en-US"."""
    return spoken.written(get_language() or spoken.ENGLISH)


# ---------------------------------------------------------------- dates
def _date(value: object) -> date | None:
    """The local day of a date, a datetime or an ISO text; None when it is none of these."""
    if isinstance(value, datetime):
        return localtime(value).date() if is_aware(value) else value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str) and len(value) == 10:
        try:
            return date.fromisoformat(value)
        except ValueError:
            return None
    return None


@register.filter
def day(value: object) -> str:
    """ "Monday, June 1, 2026": the way running text names a day. Nothing for None."""
    on = _date(value)
    return spoken.day(on) if on else ""


@register.filter
def month(value: object) -> str:
    """ "June 2026"."""
    on = _date(value)
    return spoken.month_and_year(on) if on else ""


@register.filter
def week_and_month(value: object) -> str:
    """ "Mon Jun", to stand before the day of the month."""
    on = _date(value)
    return spoken.week_and_month(on) if on else ""


@register.filter
def day_short(value: object, this_year: object = None) -> str:
    """ "Mon Jun 1" for tables. The year is left out only when `this_year` (a day or a year) is the same."""
    on = _date(value)
    if on is None:
        return ""
    today = _date(this_year)
    known = today.year if today else this_year
    return spoken.day_short(on, year=on.year != known)


@register.filter
def clock_time(value: object) -> str:
    """ "2:30 pm", "9 am", "noon": the local time of a datetime or a time. Nothing for None."""
    if isinstance(value, datetime):
        value = (localtime(value) if is_aware(value) else value).time()
    if not isinstance(value, time):
        return ""
    return spoken.time_of_day(value.hour, value.minute)


# ---------------------------------------------------------------- money and measures
@register.filter
def dollars(value: object) -> str:
    """ "$1,250.00" from a Decimal or whole dollars; None is a fee nobody has set, below zero a refund."""
    if value is None or value == "":
        return str(say("The office will confirm the fee"))
    return str(say(pricing.dollars(value if isinstance(value, Decimal) else Decimal(str(value)))))


_UNITS = {"in": "in.", "sqft": "sq ft", "sq_ft": "sq ft", "gpd": "gallons a day"}
_ONE = {"days", "months", "years", "hours", "acres", "bedrooms", "gallons", "seats", "times"}


@register.filter
def measure(value: object, unit: str = "") -> str:
    """ "72 ft", "34 in.", "200 sq ft", "80%": a measured value or a limit; None is "not given"."""
    if value is None or value == "":
        return str(say("not given"))
    if isinstance(value, bool):
        return str(say("Yes" if value else "No"))
    if on := _date(value):
        return day_short(on)
    said = _number(value)
    unit = _UNITS.get(unit or "", unit or "")
    if unit == "$":
        return dollars(said.replace(",", ""))
    if said == "1" and unit in _ONE:
        unit = unit[:-1]
    return f"{said}%" if unit == "%" else f"{said} {say(unit)}".rstrip()


def _number(value: object) -> str:
    """A number with its thousands marked and no idle zeros; any other value as it is."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return str(value)
    if not number.is_finite():
        return str(value)
    said = f"{number:,f}"
    return said.rstrip("0").rstrip(".") if "." in said else said


# ---------------------------------------------------------------- words with a color
_STATE_WORDS = {
    State.MET: "Met",
    State.UNMET: "Not met",
    State.UNKNOWN: "Not known yet",
    State.VARIED: "Variance granted",
    State.NOT_APPLICABLE: "Does not apply",
}
# fog: at rest; tide: with the town; sand: waiting on someone; marsh: good; cranberry: trouble only.
_COLORS = {
    "fog": "draft, expired, withdrawn, closed, does not apply, paused, done, waived, refunded, void, voided, "
    "reversed, ended, not yet, past",
    "tide": "filed, in review, hearing set, running, open, at court, hearing asked, mailed, posted, "
    "under investigation, our move, received",
    "sand": "incomplete, with reviewers, not known yet, due, due soon, part paid, missing, unserved, "
    "to mail, waiting, conditions open, soft hold, warning, granted, to be signed, endorsed, with the state",
    "marsh": "approved, issued, met, variance granted, paid, supplied, card back, released, valid today, "
    "in force, in effect, resolved",
    "cranberry": "denied, suspended, revoked, not met, overdue, unanswered, returned, in default, hard hold, "
    "not valid today, refused by the state",
}
_COLOR_OF = {word: color for color, words in _COLORS.items() for word in words.split(", ")}


def _words(value: object) -> str:
    text = str(value)
    if text in _STATE_WORDS:
        return _STATE_WORDS[State(text)]
    text = text.replace("-", " ").replace("_", " ").strip()
    return text[:1].upper() + text[1:]


@register.filter
def tag(value: object, color: str = "") -> SafeString | str:
    """A status as a colored word, from its slug or label; `color` is for words outside the house list."""
    if value is None or value == "":
        return ""
    words = _words(value)
    return format_html(
        '<span class="tag {}">{}</span>', color or _COLOR_OF.get(words.lower(), "fog"), say(words)
    )


_MOVES = {
    "office": "The office's move",
    "applicant": "The applicant's move",
    "board": "The board's move",
    "reviewer": "A reviewer's move",
    "nobody": "Nobody's move",
}


@register.filter
def whose_move(mover: object) -> str:
    """ "The office's move" from a mover's slug; words that are no slug stay as they are."""
    return str(say(_MOVES.get(str(mover or ""), str(mover or ""))))


@register.filter
def in_fours(number: object) -> str:
    """ "9407 1000 0000 0000 0000 09": a number of the mail as it is printed."""
    return postal.spaced(str(number))


# ---------------------------------------------------------------- findings
# What needs an act comes first.
_ORDER = (State.UNMET, State.UNKNOWN, State.VARIED, State.MET, State.NOT_APPLICABLE)


@register.filter
def by_state(findings: Iterable[Finding]) -> list[tuple[str, list[Finding]]]:
    """Findings in groups (words of the state, its findings): not met first, does not apply last."""
    found = list(findings)
    groups = [(_STATE_WORDS[state], [f for f in found if f.state == state]) for state in _ORDER]
    return [(words, group) for words, group in groups if group]


@register.filter
def going_by(findings: Iterable[Finding] | None, read: Read) -> list[Finding]:
    """The findings that rest on the fact this reading gives."""
    return [found for found in findings or () if read.reading.fact in found.reads]


@register.filter
def in_sum(findings: Iterable[Finding]) -> str:
    """ "3 met, 1 not met, 2 not known yet"; nothing for no findings."""
    counts = {words: len(group) for words, group in by_state(findings)}
    order = (State.MET, State.UNMET, State.UNKNOWN, State.VARIED, State.NOT_APPLICABLE)
    many = ((state, counts.get(_STATE_WORDS[state], 0)) for state in order)
    return ", ".join(_counted(state, n) for state, n in many if n)


def _counted(state: State, n: int) -> str:
    said = {
        State.MET: ngettext("%(n)s met", "%(n)s met", n),
        State.UNMET: ngettext("%(n)s not met", "%(n)s not met", n),
        State.UNKNOWN: ngettext("%(n)s not known yet", "%(n)s not known yet", n),
        State.VARIED: ngettext("%(n)s variance granted", "%(n)s variance granted", n),
        State.NOT_APPLICABLE: ngettext("%(n)s does not apply", "%(n)s do not apply", n),
    }
    return said[state] % {"n": n}


@register.filter
def drawn(picture: Picture) -> SafeString:
    """A picture's SVG as part of the page. It is our own code's, which escaped what somebody entered."""
    return mark_safe(picture.svg)


# ---------------------------------------------------------------- answers
@register.filter
def in_parts(facts: Iterable[Any]) -> list[tuple[bool, Any]]:
    """Facts for display, in order: (False, labels with their values) and (True, one label with its table)."""
    parts: list[tuple[bool, Any]] = []
    for fact in facts:
        if getattr(fact[1], "is_table", False):
            parts.append((True, fact))
        elif parts and not parts[-1][0]:
            parts[-1][1].append(fact)
        else:
            parts.append((False, [fact]))
    return parts


@register.filter
def is_table(value: object) -> bool:
    """Whether an answer is rows, to be shown as a table."""
    return bool(getattr(value, "is_table", False))


@register.filter
def beside(labels: Iterable[Any], cells: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Pairs of what stands at the same place in both."""
    return list(zip(labels, cells, strict=False))


# ---------------------------------------------------------------- forms
class ErrorLink(NamedTuple):
    """One line of the error summary: the id of the control it leads to, the words, the field's label."""

    target: str
    message: str
    label: str


@register.filter
def field_errors(source: Any) -> list[ErrorLink]:
    """Every error of a form, a formset or a list of both, in the order of the page.

    Errors of no single field lead nowhere (`target` is empty). An unbound or absent source has none.
    """
    if isinstance(source, (list, tuple)):
        return [link for part in source for link in field_errors(part)]
    if isinstance(source, BaseFormSet):
        whole = [ErrorLink("", str(message), "") for message in source.non_form_errors()]
        return whole + [link for form in source.forms for link in field_errors(form)]
    if not isinstance(source, BaseForm) or not source.is_bound:
        return []
    links = [ErrorLink("", str(message), "") for message in source.non_field_errors()]
    return links + [link for field in source for link in errors_of(field)]


def errors_of(field: BoundField) -> list[ErrorLink]:
    """Every error of one field; of rows, each leads to its cell."""
    if isinstance(field, BoundRows):
        return [ErrorLink(target, says, str(field.label)) for target, says in field.error_links]
    return [ErrorLink(_first_control(field), str(message), str(field.label)) for message in field.errors]


def _first_control(field: BoundField) -> str:
    """The id of the control a person must reach: of a group, its first answer."""
    return f"{field.auto_id}_0" if field.field.widget.use_fieldset else field.auto_id


@register.filter
def fields_named(form: BaseForm, names: Iterable[str]) -> list[BoundField]:
    """The bound fields called `names`, in that order."""
    return [form[name] for name in names]


@register.filter
def described_by(field: BoundField, hinted: object = "") -> str:
    """The ids of the hint and the error of a field, for aria-describedby; `hinted`: a hint stands anyway."""
    ids = [f"{field.auto_id}_helptext"] if field.help_text or hinted else []
    return " ".join(ids + ([f"{field.auto_id}_error"] if field.errors else []))


@register.simple_tag
def control(field: BoundField, hinted: object = "") -> SafeString:
    """The bare control of a field with the house look, pointing at its hint and its error."""
    widget = field.field.widget
    look = "form-control"
    if isinstance(widget, Select):
        look = "form-select"
    elif isinstance(widget, CheckboxInput):
        look = "form-check-input"
    classes = (look, widget.attrs.get("class", ""), "is-invalid" if field.errors else "")
    attrs: dict[str, str | bool] = {"class": " ".join(filter(None, classes))}
    if described := described_by(field, hinted):
        attrs["aria-describedby"] = described
    return field.as_widget(attrs=attrs)


@register.filter
def qr_code(address: str) -> str:
    """A QR code for an address, as a picture that needs no fetching."""
    return segno.make(address, error="m", micro=False).svg_data_uri(border=0, dark="#10242e")


@register.filter
def asks_one_tick(field: BoundField) -> bool:
    """Whether the field is a single checkbox, whose words stand after the box."""
    return isinstance(field.field.widget, CheckboxInput)


@register.simple_tag
def either(*values: object) -> object:
    """The first value that is there; unlike `default:`, names that the context lacks count as not there."""
    return next((value for value in values if value), "")
