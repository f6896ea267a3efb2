"""Drafts: begun by anybody, kept until their last day, filed once.

A draft is reached by a link alone. Its token is told to whoever holds it and never stored: only a hash is.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from office import kinds, uploads
from office.actions import people
from office.actions.cases import open_case
from office.actions.clocks import raise_task
from office.actions.documents import attach_stored, written
from office.actions.errors import NotAllowed
from office.actions.events import record
from office.actions.messages import tell
from office.calendar import days_after
from office.intake import Intake
from office.kinds import CaseKind
from office.models import (
    Board,
    Case,
    CaseParty,
    ChecklistRow,
    Draft,
    DraftFile,
    DraftLink,
    Facility,
    Parcel,
    Party,
)
from office.schedules import named

KEPT_DAYS = 60  # after the last save; a setting of ours, not law
WARNED_DAYS = 7  # before the last day, to whoever left an address
MOST_FILES = 20
MOST_MEGABYTES = 150  # of all files of one draft
MOST_MAILED = 5  # links a day for one draft
MOST_MAILED_TO = 10  # links a day to one address, whatever the draft
LONGEST = 10_000  # characters kept of one answer


class StaleDraft(NotAllowed):
    """Another tab or device saved this section first; both versions are shown, by question."""

    def __init__(self, yours: Mapping[str, list[str]], theirs: Mapping[str, list[str]], version: int) -> None:
        self.version = version
        self.differing = sorted(
            name for name in {*yours, *theirs} if yours.get(name, [""]) != theirs.get(name, [""])
        )
        self.yours, self.theirs = dict(yours), dict(theirs)
        super().__init__(
            "These answers were saved elsewhere while you had them open. Look at both, then save again."
        )


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def of_token(token: str) -> Draft | None:
    """The draft this link leads to, filed or not; None for a link nobody made."""
    links = DraftLink.objects.select_related("draft__board", "draft__case")
    found = links.filter(token_sha256=hashed(token)).first()
    return found.draft if found else None


# --------------------------------------------------------------------------------------------- beginning
@transaction.atomic
def begin(
    *,
    kind: CaseKind,
    board: Board,
    on: date,
    now: datetime,
    user: Any = None,
    renews: Case | None = None,
    answers: Mapping[str, Mapping[str, list[str]]] | None = None,
    language: str = "en-us",
) -> tuple[Draft, str]:
    """Begin an application; the draft, and the token of its first link.

    `answers` fill it (last year's, for a renewal); `user` is who signed in. Raises NotAllowed for a kind
    that is not applied for online, or a board that does not decide it.
    """
    if not kind.online:
        raise NotAllowed(f"{kind.label} is not applied for online yet. Apply at the counter or by mail.")
    if board.slug not in kind.boards:
        raise NotAllowed(f"{kind.label} is not a matter of the {board}. Choose the board that decides it.")
    draft = Draft.objects.create(
        kind=kind.slug, board=board, user=user, renews=renews, language=language, answers=answers or {},
        begun_on=on, saved_at=now, expires_on=days_after(on, KEPT_DAYS),
    )  # fmt: skip
    return draft, link(draft, now=now)


@transaction.atomic
def link(draft: Draft, *, now: datetime, sent_to: str = "") -> str:
    """Make one more link to the draft; the earlier ones go on working. The token is told only here."""
    token = secrets.token_urlsafe(24)
    DraftLink.objects.create(draft=draft, token_sha256=hashed(token), sent_to=sent_to, made_at=now)
    return token


@transaction.atomic
def send_link(draft: Draft, *, email: str, on: date, now: datetime) -> None:
    """Mail a new link, to go on later or elsewhere. So many a day go out for one draft and to one address.

    Raises NotAllowed past that, or when the draft was filed or is over.
    """
    locked = _unfiled(draft, on)
    lately = DraftLink.objects.filter(made_at__gte=now - timedelta(days=1)).exclude(sent_to="")
    if lately.filter(draft=locked).count() >= MOST_MAILED:
        raise NotAllowed(f"{MOST_MAILED} links were mailed today. Each of them works; open the newest one.")
    if lately.filter(sent_to__iexact=email).count() >= MOST_MAILED_TO:
        raise NotAllowed("That address was sent many links today. Open one of them, or go on tomorrow.")
    token = link(locked, now=now, sent_to=email)
    tell(
        key=f"draft-link:{hashed(token)[:32]}", to_email=email, to_name="", board=locked.board, now=now,
        subject="Your application, to finish later", about=f"draft-{locked.pk}", hold=timedelta(0),
        text=f"Go on with your application for a {kinds.get(locked.kind).label.lower()} here: "
        f"{address(token)}\n\n"
        f"We keep it through {named(locked.expires_on)}. Whoever has this link can read and change it.",
    )  # fmt: skip


def address(token: str) -> str:
    """Where a link leads."""
    return f"{settings.SITE_ADDRESS}/drafts/{token}/"


def _lock(draft: Draft) -> Draft:
    """The draft's row, fresh and locked until the transaction ends.

    The case is not joined: PostgreSQL, having waited for the row, would join what was there before.
    """
    return Draft.objects.select_for_update().get(pk=draft.pk)


def _unfiled(draft: Draft, on: date) -> Draft:
    """The draft's row, fresh and locked; NotAllowed when it was filed or its last day has passed."""
    locked = _lock(draft)
    if locked.case is not None:
        raise NotAllowed(f"This application was filed as {locked.case.number}; it cannot be changed here.")
    if locked.expires_on < on:
        raise NotAllowed(f"This draft was kept through {named(locked.expires_on)}. Begin a new one.")
    return locked


# ------------------------------------------------------------------------------------------------ saving
@transaction.atomic
def save_section(
    draft: Draft, *, section: str, raw: Mapping[str, list[str]], version: int, on: date, now: datetime
) -> Draft:
    """Keep the answers of one section as they were typed; `version` is the section as the person saw it.

    Raises StaleDraft with both versions when another tab saved different ones first, and NotAllowed. The
    same answers again are no conflict: a button pressed twice changes nothing but the last day, which moves.
    """
    locked = _unfiled(draft, on)
    kept = as_kept(raw)
    if kept == locked.raw(section):
        if locked.expires_on == days_after(on, KEPT_DAYS):
            return locked
    elif version != locked.version_of(section):
        raise StaleDraft(kept, locked.raw(section), locked.version_of(section))
    else:
        locked.answers = {**locked.answers, section: kept}
        locked.versions = {**locked.versions, section: version + 1}
    _touch(locked, on, now)
    locked.save(update_fields=["answers", "versions"])
    return locked


def as_kept(raw: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Answers as they are kept: without the one character no database takes, and none endless."""
    return {name: [value.replace("\0", "")[:LONGEST] for value in values] for name, values in raw.items()}


def _touch(draft: Draft, on: date, now: datetime) -> None:
    """Count the days it is kept anew."""
    draft.saved_at, draft.expires_on, draft.warned_on = now, days_after(on, KEPT_DAYS), None
    draft.save(update_fields=["saved_at", "expires_on", "warned_on"])


def attach(draft: Draft, *, file: Any, item: str, label: str, on: date, now: datetime) -> DraftFile:
    """Keep a file with the draft. The same bytes for the same item are one file.

    Raises UploadRefused for a file the office does not take, NotAllowed past the limits of one draft.
    """
    found = uploads.inspect(file, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
    with written(file) as name, transaction.atomic():
        locked = _unfiled(draft, on)
        current = list(locked.files.filter(removed_at__isnull=True))
        same = next((f for f in current if (f.sha256, f.item) == (found.sha256, item)), None)
        if same is not None:
            return same
        if len(current) >= MOST_FILES:
            raise NotAllowed(f"An application takes {MOST_FILES} files. Put several pages into one PDF.")
        if sum(f.size for f in current) + found.size > MOST_MEGABYTES * uploads.MEGABYTE:
            raise NotAllowed(
                f"The files of one application may have {MOST_MEGABYTES} MB together. Scan at 200 dots per "
                "inch, or bring the largest to the office."
            )
        _touch(locked, on, now)
        return DraftFile.objects.create(
            draft=locked, item=item, label=label[:120], file=name, added_at=now, size=found.size,
            sha256=found.sha256, content_type=found.content_type, safe_name=found.safe_name,
            shown_name=found.shown_name,
        )  # fmt: skip


@transaction.atomic
def remove_file(draft: Draft, *, file: DraftFile, on: date, now: datetime) -> None:
    """Take a file off the draft; its bytes stay until the draft is filed or its days are over."""
    locked = _unfiled(draft, on)
    if locked.files.filter(pk=file.pk, removed_at__isnull=True).update(removed_at=now):
        _touch(locked, on, now)


def _drop(files: Iterable[DraftFile]) -> None:
    """Forget files that no case has, with their bytes once that is certain."""
    for kept in files:
        transaction.on_commit(partial(kept.file.storage.delete, str(kept.file.name)), robust=True)
        kept.delete()


# ------------------------------------------------------------------------------------------------ filing
@dataclass(frozen=True, kw_only=True)
class OnlineApplication:
    """What a draft says when it is filed: read from its raw answers, every part readable.

    `applicant` are the columns of a person to add; `party` one on file, of somebody who signed in. `owner`
    is who they act for, when they are no owner, with `authorization`: what they declared about it. `place`
    is how they wrote the place when no lot on file was chosen. `not_applying` gives the reason for each
    checklist item that does not apply.
    """

    intake: Intake
    applicant: Mapping[str, str]
    party: Party | None = None
    owner: str = ""
    authorization: str = ""
    parcel: Parcel | None = None
    place: str = ""
    facility: Facility | None = None
    new_facility: str = ""
    not_applying: Mapping[str, str] = field(default_factory=dict)


@transaction.atomic
def file(draft: Draft, *, said: OnlineApplication, on: date, now: datetime, by: Any) -> Case:
    """File the draft: one transaction, one case, whatever the number of clicks.

    Filed before: the same case again. `by` is the applicant who signed in, or None. Raises NotAllowed.
    """
    if (case := _lock(draft).case) is not None:
        return case
    locked = _unfiled(draft, on)
    kind = said.intake.kind
    party = said.party or people.add_party(**said.applicant, user=by, on=on, by=None)
    owner = people.add_party(name=said.owner, on=on, by=None) if said.owner.strip() else None
    parcels = [said.parcel] if said.parcel else []
    if locked.renews is not None:
        facility, parcels = locked.renews.facility, list(locked.renews.parcels.all())
    else:
        facility = _facility(kind, said, owner or party, on=on)
    case = open_case(
        kind=kind.slug, on=on, by=by, board=locked.board, intake=said.intake, parcels=parcels,
        facility=facility, people=_parts(kind, party, owner), renews=locked.renews,
        key=f"draft-{locked.pk}", online=True, note=_where(said),
    )  # fmt: skip
    _hand_to_the_office(case, said, party, on=on)
    for item, reason in said.not_applying.items():
        case.checklist.filter(item=item).update(state=ChecklistRow.State.DOES_NOT_APPLY, reason=reason[:300])
        record(case, "checklist", on=on, by=by, subject=item, note=f"Does not apply: {reason[:300]}")
    for kept in locked.files.filter(removed_at__isnull=True):
        attach_stored(case, columns=kept.as_columns(), label=kept.label, item=kept.item, on=on, by=by)
    _drop(locked.files.filter(removed_at__isnull=False))
    locked.case, locked.filed_at = case, now
    locked.save(update_fields=["case", "filed_at"])
    _confirm(locked, case, party, now=now)
    return case


def _facility(kind: CaseKind, said: OnlineApplication, holder: Party, *, on: date) -> Facility | None:
    if said.facility is not None or not kind.facility:
        return said.facility
    name = (said.new_facility or said.place).strip() or holder.name
    return people.add_facility(
        kind=kind.facility, name=name[:200], parcel=said.parcel, holder=holder, on=on, by=None
    )


def _parts(kind: CaseKind, party: Party, owner: Party | None) -> list[tuple[Party, str]]:
    """Who has which part: who files is the applicant, and the owner too unless they act for one."""
    roles = CaseParty.Role
    parts = [(party, roles.APPLICANT), (party, roles.AGENT if owner else roles.OWNER)]
    if owner is not None:
        parts.append((owner, roles.OWNER))
    return [(who, role.value) for who, role in parts if role in kind.roles]


def _where(said: OnlineApplication) -> str:
    wrote = "" if said.parcel else " ".join(said.place.split())
    return f"Filed online. Where: {wrote[:300]}" if wrote else "Filed online."


def _hand_to_the_office(case: Case, said: OnlineApplication, party: Party, *, on: date) -> None:
    """What the office must know or look at of an application that came without a clerk."""
    if said.authorization.strip():
        record(case, "note", on=on, by=None, note=f"{party.name} declared: {said.authorization.strip()}")
    if said.parcel is None and said.place.strip():
        what = f"Match the place to a lot: {' '.join(said.place.split())[:150]}"
        raise_task(case, what=what, due_on=on, on=on, by=None, key="match-lot")


def _confirm(draft: Draft, case: Case, party: Party, *, now: datetime) -> None:
    """Mail whoever filed the number, and a link to the page that says so."""
    if party.email:
        token = link(draft, now=now, sent_to=party.email)
        tell(
            key=f"draft-filed:{draft.pk}", to_email=party.email, to_name=party.name, board=case.board,
            subject=f"[Filed] {case.number}", about=f"draft-{draft.pk}-filed", case=case, now=now,
            hold=timedelta(0),
            text=f"We have your application for a {case.casekind.label.lower()}. Its number is {case.number}."
            f"\n\nWhat happens next, what we still need, and your copy: {address(token)}",
        )  # fmt: skip


# ---------------------------------------------------------------------------------------------- by night
def warn(*, on: date, now: datetime) -> int:
    """Mail those who left an address that their draft will soon be gone; once for each last day."""
    warned = 0
    soon = Draft.objects.open(on).filter(expires_on__lte=days_after(on, WARNED_DAYS), warned_on__isnull=True)
    for draft in soon.order_by("pk").select_related("board"):
        with transaction.atomic():
            # Claimed first: of two workers one finds nothing to do.
            if not Draft.objects.open(on).filter(pk=draft.pk, warned_on__isnull=True).update(warned_on=on):
                continue
            sent_to = (
                draft.links.exclude(sent_to="").order_by("-pk").values_list("sent_to", flat=True).first()
            )
            if not sent_to:
                continue
            token = link(draft, now=now, sent_to=sent_to)
            tell(
                key=f"draft-ends:{draft.pk}:{draft.expires_on}", to_email=sent_to, to_name="", now=now,
                board=draft.board, subject=f"Your draft is kept through {named(draft.expires_on)}",
                about=f"draft-{draft.pk}", hold=timedelta(0),
                text=f"Finish your application for a {kinds.get(draft.kind).label.lower()} here: "
                f"{address(token)}\n\nIf you do nothing, it is deleted after {named(draft.expires_on)}.",
            )  # fmt: skip
            warned += 1
    return warned


def expire(*, on: date) -> int:
    """Delete what was written and attached in drafts whose last day has passed; how many they were.

    The row and the hashes of its links stay, so that a link can say what became of it.
    """
    gone = 0
    for draft in Draft.objects.to_empty(on).order_by("pk"):
        with transaction.atomic():
            row = Draft.objects.to_empty(on).select_for_update().filter(pk=draft.pk).first()
            if row is None:
                continue
            _drop(row.files.all())
            row.links.update(sent_to="")
            row.answers, row.versions, row.user, row.emptied_on = {}, {}, None, on
            row.save(update_fields=["answers", "versions", "user", "emptied_on"])
        gone += 1
    return gone
