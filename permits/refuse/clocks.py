"""The clocks of solid waste permits: Tisbury 09.2.5."""

from office.clockwork import Clock, Mover


def _renew_by_year_end(cite: str) -> Clock:
    """Permits of owners and of contractors alike run out with the year of issue."""
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
        remind=(30, 10),
        mover=Mover.APPLICANT,
    )


RENEW_DUMPSTER = _renew_by_year_end("Tisbury 09.2.5(1)")
RENEW_CONTRACTOR = _renew_by_year_end("Tisbury 09.2.5(2)")

RENEW_OR_REMOVE = Clock(
    slug="renew-or-remove",
    says="Renew the temporary permit or remove the dumpster",
    cite="Tisbury 09.2.5(3)",
    starts="term-ends",
    stops=("renewal-filed",),
    before=True,
    days=0,
    remind=(5,),
    mover=Mover.APPLICANT,
)
