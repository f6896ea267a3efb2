"""Sample data: somebody who signs in and sees their own sample case, and one of an owner they act for."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress

from office.actions import accounts, authorizations, conversations
from office.demo_data import Stage
from office.models import User

OWN, OTHERS = "incomplete", "issued"  # the sample case that becomes theirs, and one they act in for its owner
QUESTION = (
    "This is a sample message. Does the distance on the sketch have to be measured from the fence or from "
    "the lot line?"
)
ANSWER = "This is a sample message. From the lot line. If you are not sure where it runs, call the office."


def demo_applicant(username: str, password: str) -> User:
    """The sample applicant; made once, then left as they are."""
    if found := User.objects.filter(username=username).first():
        return found
    return User.objects.create_user(
        username, password=password, first_name="Sample", last_name="Applicant",
        email="sample-cottages@example.org",
    )  # fmt: skip


def tell_applicant(stage: Stage, user: User) -> None:
    """Give the sample applicant the address under which a sample case is on file, and an owner to act for.

    They read that address's mail, so the office joins its person to the account, as it does for anybody who
    shows that. A question and its answer stand on the case. Told again, it changes nothing.
    """
    own, others = stage.told(OWN), stage.told(OTHERS)
    if own is None or others is None:
        return
    agent, owner = (case.people.select_related("party").earliest("pk").party for case in (own, others))
    EmailAddress.objects.get_or_create(
        user=user, email=agent.email, defaults={"verified": True, "primary": True}
    )
    accounts.link_parties(user, on=stage.today)
    if not agent.authorizations_held.exists():
        authorizations.record_paper(
            others, owner=owner, agent=agent, every_kind=False, since=stage.back(30), until=None,
            rests_on="Sample letter, in the sample folder", on=stage.back(30), by=stage.users["clerk"],
        )  # fmt: skip
    if not own.conversation.exists():
        on = stage.back(1)
        asked = stage.morning(on)
        conversations.write(
            own, text=QUESTION, key="sample-question", on=on, now=asked, by=user, from_office=False
        )
        conversations.write(
            own, text=ANSWER, key="sample-answer", on=on, now=asked + timedelta(hours=2),
            by=stage.users["clerk"], from_office=True,
        )  # fmt: skip
