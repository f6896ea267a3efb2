"""The lifecycle most permits share, and the letters that go with it. Pure Python, no Django."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from office.calendar import Roll, year_end
from office.clockwork import Clock, Mover
from office.kinds import APPROVE, DENY, HEARING_NOTICE, OFFICE_PRACTICE, ORDER, Blank, Letter, Lifecycle, Step


def calendar_year(start: date, after: date | None) -> date:
    """The term that runs out with the calendar year in which it began."""
    return year_end(start)


# ------------------------------------------------------------------------- the clocks of a yearly permit
def renew_by_year_end(cite: str) -> Clock:
    """Renew a permit that runs out with the year. It counts back, so it does not roll."""
    return Clock(
        slug="renew",
        says="Renew the permit",
        cite=cite,
        starts="term-ends",
        stops=("renewal-filed",),
        before=True,
        days=0,
        # December is the renewal month: the window opens on December 1, but who renews sooner has renewed.
        opens=30,
        early=True,
        lapses="not-renewed",
        remind=(30, 10),
        mover=Mover.APPLICANT,
    )


def look_whether(says: str, days: int) -> Clock:
    """The office's own look at what ran out; it rolls to the next open day, when somebody is there."""
    return Clock(
        slug="ran-out",
        says=says,
        cite=OFFICE_PRACTICE,
        starts="not-renewed",
        stops=("renewal-filed",),
        days=days,
        roll=Roll.NEXT_OPEN_DAY,
    )


# ---------------------------------------------------------------- the lifecycle most permits share
_UNDECIDED = ("filed", "incomplete", "in review", "approved")

APPLICATION = Lifecycle(
    first="filed",
    steps=(
        Step("issued", "Issue", "Issued", from_=("filed", "in review", "approved"), to="issued",
             gate=True, term="starts", snapshot=True),
        Step("complete", "Accept as complete", "Accepted as complete", from_=("filed", "incomplete"),
             to="in review"),
        Step("incomplete", "Ask for what is missing", "Asked for what is missing",
             from_=("filed", "in review"), to="incomplete", reason=True, letter="incomplete"),
        Step("answered", "Record the answer", "Answer received", ("clerk", "applicant"), ("incomplete",),
             "filed"),
        Step("approved", "Approve", "Approved", ("clerk", "member"), ("filed", "in review"), "approved",
             snapshot=True, vote=APPROVE),
        Step("denied", "Deny", "Denied", ("clerk", "member"), ("filed", "in review", "approved"), "denied",
             reason=True, snapshot=True, letter="decision", vote=DENY),
        Step("withdrawn", "Withdraw", "Withdrawn", ("clerk", "applicant"), _UNDECIDED, "withdrawn",
             reason=True),
        Step("suspended", "Suspend", "Suspended", ("clerk", "member"), ("issued",), "suspended",
             reason=True, term="suspends", letter="suspended", vote=ORDER),
        Step("reinstated", "Reinstate", "Reinstated", ("clerk", "member"), ("suspended",), "issued",
             reason=True, term="resumes", letter="reinstated", vote=ORDER),
        Step("revoked", "Revoke", "Revoked", ("clerk", "member"), ("issued", "suspended"), "revoked",
             reason=True, term="cuts", letter="revoked", vote=ORDER),
        Step("closed", "Close", "Closed", from_=("issued", "suspended"), to="closed", reason=True,
             term="cuts"),
    ),
    closed=("denied", "withdrawn", "revoked", "closed"),
    movers={"incomplete": Mover.APPLICANT, "issued": Mover.NOBODY, "suspended": Mover.APPLICANT},
)  # fmt: skip

# ------------------------------------------------------------- the letters that go with that lifecycle
REPLY_DAYS = 14  # office practice: no book says how long an applicant has
_HOLDERS = ("holder", "applicant", "owner", "agent")
_REASON = Blank("reason", "The reason, as it was recorded", "The lids were open on two visits in May.")
_FROM = Blank("from_on", "The day from which it holds", date(2026, 6, 15))


def _words(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs)


INCOMPLETE = Letter(
    slug="incomplete",
    label="What we still need from you",
    template="letters/incomplete.html",
    words=_words(
        "The office has looked at your application for a {{ kind }}, received on {{ filed_on }}. It cannot "
        "be decided yet, because something is missing.",
        "{{ reason }}",
        "**Send what is missing by {{ reply_by }}.** Bring it, mail it or e-mail it, and name {{ number }}. "
        "If you need more time, call before that day.",
    ),
    blanks=(
        replace(_REASON, example="The sketch does not show how far the dumpster stands from the lot line."),
        Blank("reply_by", "The last good day for the answer", date(2026, 6, 15)),
        Blank("missing", "What is not handed in or not met; listed below the words by itself",
              ({"what": "Location sketch", "stands": "Not handed in", "cite": "Tisbury 09.2.3(1)"},)),
    ),
    asks=Clock(slug="reply", says="Send what is missing", cite=OFFICE_PRACTICE, starts="incomplete",
               stops=("answered", "complete", "approved", "issued"), days=REPLY_DAYS,
               roll=Roll.NEXT_OPEN_DAY, remind=(3,), mover=Mover.APPLICANT),
)  # fmt: skip

DECISION = Letter(
    slug="decision",
    label="Your application is denied",
    template="letters/decision.html",
    words=_words(
        "The {{ board }} **denied your application** for a {{ kind }} on {{ from_on }}. You may not do what "
        "it asked for.",
        "The reason: {{ reason }}",
        "If you change what stood in its way, you may apply again. If something in this letter is wrong or "
        "not clear, call or write to the office.",
    ),
    blanks=(_REASON, _FROM),
)

SUSPENDED = Letter(
    slug="suspended",
    label="Your permit is suspended",
    template="letters/standing.html",
    words=_words(
        "Your {{ kind }} {{ number }} is **suspended from {{ from_on }}**. From that day you may not use it, "
        "until the {{ board }} reinstates it.",
        "The reason: {{ reason }}",
        "**Put this right, then tell the office at once**, so that it can look again. If something in this "
        "letter is wrong or not clear, call or write to the office.",
    ),
    to=_HOLDERS,
    channel="first-class",
    blanks=(_REASON, _FROM),
)

REINSTATED = Letter(
    slug="reinstated",
    label="Your permit is in force again",
    template="letters/standing.html",
    words=_words(
        "Your {{ kind }} {{ number }} is **in force again from {{ from_on }}**. From that day you may use "
        "it, under the same conditions as before.",
        "The reason: {{ reason }}",
    ),
    to=_HOLDERS,
    blanks=(_REASON, _FROM),
)

REVOKED = Letter(
    slug="revoked",
    label="Your permit is revoked",
    template="letters/standing.html",
    words=_words(
        "Your {{ kind }} {{ number }} is **revoked from {{ from_on }}**. From that day it is no longer "
        "valid, and you may not do what it allowed.",
        "The reason: {{ reason }}",
        "To do it again you need a new permit. If something in this letter is wrong or not clear, call or "
        "write to the office.",
    ),
    to=_HOLDERS,
    channel="first-class",
    blanks=(_REASON, _FROM),
)

REMINDER = Letter(
    slug="reminder",
    label="Reminder",
    template="letters/reminder.html",
    words=_words(
        "This is about your {{ kind }}, {{ number }}.",
        "**{{ clock }} {{ by_when }}.**",
        "{{ what_now }}",
    ),
    blanks=(
        Blank("clock", "What is to be done", "Renew the permit"),
        Blank("due_on", "The last good day", date(2026, 12, 31)),
        Blank("by_when", "“by” the last good day, or that it has passed", "by Thursday, December 31, 2026"),
        Blank("what_now", "What to do, before the last good day or after it",
              "If you have done this already, tell the office. If you cannot, call before that day."),
        Blank("says", "How the day was counted", "Renew the permit: Thursday, December 31, 2026"),
        Blank("cite", "The section it rests on", "Tisbury 09.2.5(1)"),
        Blank("renewal_page", "Where a permit is renewed online", "www.example.org/renew/"),
        Blank("renewal_code", "The code to renew it online, or nothing when something else is due",
              "K7QM-2XPD-9F4H"),
    ),
)  # fmt: skip

# For a kind whose neighbors are told of its hearing (`CaseKind.abutters`). Not chased: that it was mailed is
# what the law asks for, and a card that stays out is no task.
NOTICE_OF_HEARING = Letter(
    slug=HEARING_NOTICE,
    label="Notice of a public hearing",
    template="letters/hearing_notice.html",
    words=_words(
        "The {{ board }} of {{ town }} will hold a **public hearing on {{ hearing }}**, at "
        "{{ hearing_place }}, about {{ number }}: {{ kind }}, at {{ place }}.",
        "{{ asked_by }}",
        "You get this letter because the assessors’ list of {{ list_on }} names you as an owner of land "
        "near this place.",
        "**The application and its plans can be seen** at {{ see_at }}, before the hearing.",
        "You may come and speak at the hearing, or write to the {{ board }} before it and name {{ number }}. "
        "You do not have to do anything.",
        "If the hearing is continued, the {{ board }} says the new day at the hearing, and no other letter "
        "is sent.",
    ),
    to=(),
    channel="certified",
    chased=False,
    blanks=(
        Blank("hearing", "Day and time of the hearing", "Tuesday, June 16, 2026, 6 pm"),
        Blank("hearing_place", "Where it is held", "Sample Town Hall, room 2"),
        Blank("list_on", "The date of the assessors’ list", date(2026, 5, 15)),
        Blank("see_at", "Where the file can be seen, and when", "Sample Town Hall, weekdays 9 am to 4 pm"),
        Blank("asked_by", "Who asks for it, or nothing", "It was filed by Sample Harbor Cafe."),
    ),
)  # fmt: skip

# For any permit kind: `letters=(its own, *APPLICATION_LETTERS)`.
APPLICATION_LETTERS = (INCOMPLETE, DECISION, SUSPENDED, REINSTATED, REVOKED, REMINDER)
