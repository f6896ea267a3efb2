"""A made-up kind with a clock of every sort, for the tests of what people do to clocks and read of them."""

from __future__ import annotations

from office.calendar import Roll
from office.clockwork import Clock, Ended, Mover
from office.kinds import CaseKind, Letter, Lifecycle, Step

LIFE = Lifecycle(
    first="open",
    steps=(
        Step("asked", "Ask", "Asked", to="waiting"),
        Step("answered", "Answer", "Answered", to="open"),
        Step("held", "Hold back", "Held back"),
        Step("freed", "Let go", "Let go"),
        Step("ordered", "Order", "Ordered", timed=True),
        Step("obeyed", "Obey", "Obeyed"),
        Step("hearing", "Set the hearing", "Hearing set", appointed=True),
        Step("posted", "Post the notice", "Notice posted"),
        Step("shut", "Shut", "Shut", to="shut"),
    ),
    closed=("shut",),
    movers={"waiting": Mover.APPLICANT},
)
CLOCKS = (
    Clock(slug="answer", says="Answer", cite="Toys 1", starts="asked", stops=("answered",), working_days=7,
          roll=Roll.NEXT_WORKING_DAY, mover=Mover.APPLICANT),
    Clock(slug="wait", says="Decide", cite="Tisbury 09.2.5(4)", starts="asked", stops=("answered",), days=30,
          roll=Roll.STATUTE, pauses=("held",), resumes=("freed",)),
    Clock(slug="reply", says="Reply", cite="Toys 3", starts="plea-received", stops=("answered",), days=5),
    Clock(slug="obey", says="Obey", cite="Toys 4", starts="ordered", stops=("obeyed",), hours=24),
    Clock(slug="notice", says="Post the notice", cite="Toys 5", starts="hearing", stops=("posted",),
          before=True, days=14, opens=7),
    Clock(slug="meter", says="Read the meter", cite="Toys 6", starts="posted", each=((5, 15), (11, 15)),
          opens=14),
    Clock(slug="year", says="Report", cite="Toys 7", starts=Ended("answer"), months=1),
)  # fmt: skip
TRIAL = CaseKind(
    slug="trial", label="Trial permit", series="TR", boards=("tisbury-health",), lifecycle=LIFE,
    section="Toys 1", about="A trial.", clocks=CLOCKS,
    letters=(Letter("plea", "Plea", "letters/plea.html", words="Answer us.", channel="certified"),),
)  # fmt: skip
