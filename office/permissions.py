"""Who may do what: roles on boards, parts in cases. A stranger sees nothing, the wrong role may not act."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from office.models import Authorization, Board, Case, CaseParty, Document, Membership
from office.models.cases import CaseQuerySet
from office.models.documents import DocumentQuerySet

# Whose own affair a case is; who complained and who is complained of are told by the office.
PARTS = (CaseParty.Role.APPLICANT, CaseParty.Role.OWNER, CaseParty.Role.AGENT)
# The role by which a lifecycle lets whoever has such a part record a step.
APPLICANT = "applicant"


def roles_of(user: Any) -> dict[int, set[str]]:
    """The user's roles by board key; read once per user instance."""
    cached = roles_known(user)
    if cached is None:
        cached = {}
        for board, role in Membership.objects.filter(user=user).values_list("board", "role"):
            cached.setdefault(board, set()).add(role)
        user._office_roles = cached
    return cached


def roles_known(user: Any) -> dict[int, set[str]] | None:
    """The user's roles by board key if no query is needed to tell them, else None."""
    if user is None or not user.is_authenticated:
        return {}
    known: dict[int, set[str]] | None = getattr(user, "_office_roles", None)
    return known


def boards_of(user: Any) -> list[int]:
    """Keys of the boards the user serves."""
    return sorted(roles_of(user))


def may(user: Any, where: Case | Board, *roles: str) -> bool:
    """Whether the user holds one of `roles` on the case's board. `None` is the office itself and may."""
    if user is None:
        return True
    board = where.board_id if isinstance(where, Case) else where.pk
    return not roles_of(user).get(board, set()).isdisjoint(roles)


def cases_of(user: Any, day: date) -> CaseQuerySet:
    """The cases in which somebody who signed in has a part, or acts for who has, as it is recorded.

    Keys first, from either side, and never joined: on many cases the joined query is slow by a thousand.
    """
    if user is None or not user.is_authenticated:
        return Case.objects.none()
    own = CaseParty.objects.filter(party__user=user, role__in=PARTS)
    held = Authorization.objects.in_force(day).filter(agent__user=user)
    acting = CaseParty.objects.filter(
        Q(party__authorizations_given__kind="") | Q(party__authorizations_given__kind=F("case__kind")),
        role__in=PARTS, party__authorizations_given__in=held,
        party__authorizations_given__board=F("case__board"),
    )  # fmt: skip
    keys = own.order_by().values("case").union(acting.order_by().values("case"))
    return Case.objects.filter(pk__in=keys)


def has_part(user: Any, case: Case, day: date) -> bool:
    """Whether the case is the user's own affair on `day`, or that of somebody they act for."""
    return cases_of(user, day).filter(pk=case.pk).exists()


def documents_of(user: Any, case: Case) -> DocumentQuerySet:
    """What on file for the case somebody with a part in it may open.

    That is what they added, whatever it is; and of what is not confidential: what came from outside the
    office, the kind's own papers, letters that have left, and what a clerk shares.
    """
    staff = Membership.objects.filter(user=OuterRef("by"), board=case.board_id)
    printed = [letter.slug for letter in case.casekind.letters if not letter.words]
    outside = Q(source=Document.Source.UPLOAD) & ~Exists(staff)
    papers = Q(source=Document.Source.PAPER) & (
        Q(notice__isnull=True, letter__in=printed) | Q(notice__mailed_on__isnull=False)
    )
    open_to_them = Q(confidential=False) & (outside | papers | Q(shared_on__isnull=False))
    own = Q(by=user, source=Document.Source.UPLOAD)
    return Document.objects.filter(case=case).current().filter(open_to_them | own)
