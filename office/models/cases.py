"""The case: everything the office works on is one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from office import kinds
from office.clockwork import Mover
from office.models.boards import Board, Membership
from office.models.facilities import Facility
from office.models.parcels import Parcel
from office.models.people import Party
from office.search import numbers_meant, terms


def _numbers(query: str) -> list[str]:
    return numbers_meant(query, {kind.series for kind in kinds.registry.values()})


class CaseQuerySet(models.QuerySet["Case"]):
    def open(self) -> CaseQuerySet:
        return self.filter(is_open=True)

    def of_kind(self, *slugs: str) -> CaseQuerySet:
        return self.filter(kind__in=slugs)

    def visible_to(self, user: Any) -> CaseQuerySet:
        """What a user may see: by the boards they serve, or else as a person of the case.

        One path or the other, never both joined: on many cases the joined query is slow by a thousand.
        """
        if not user.is_authenticated:
            return self.none()
        boards = list(Membership.objects.filter(user=user).values_list("board", flat=True).distinct())
        if boards:
            referred = Referral.objects.filter(case=OuterRef("pk"), board__in=boards)
            return self.filter(Q(board__in=boards) | Exists(referred))
        return self.filter(Exists(CaseParty.objects.filter(case=OuterRef("pk"), party__user=user)))

    def in_force(self, day: date) -> CaseQuerySet:
        """Permits valid on `day`: within their term and not suspended that day. Right for any past day."""
        suspended = Suspension.objects.filter(
            Q(until_on__isnull=True) | Q(until_on__gte=day), case=OuterRef("pk"), from_on__lte=day
        )
        lasting = Q(ends_on__isnull=True) | Q(ends_on__gte=day)
        return self.filter(lasting, starts_on__lte=day).exclude(Exists(suspended))

    def matching(self, query: str) -> CaseQuerySet:
        """Cases whose number, people, place or facility match every word of the query; no word matches all.

        A case number finds its case alone: DU-2026-14 not DU-2026-140 with it, and "du 14" that of each year
        when there is any. Asks the database at once whether there is.
        """
        return self._matching(query, "search")

    def publicly_matching(self, query: str) -> CaseQuerySet:
        """The same for everybody, by the column that holds nothing of a private person."""
        return self._matching(query, "public_search")

    def numbered(self, query: str) -> CaseQuerySet:
        """Cases whose number is all that the query says, in any form; of any year when it names none."""
        return self.filter(number__in=_numbers(query))

    def _matching(self, query: str, column: str) -> CaseQuerySet:
        numbered = self.numbered(query)
        if len(_numbers(query)) == 1 or numbered.exists():
            return numbered
        found = self
        for term in terms(query):
            found = found.filter(**{f"{column}__contains": term})
        return found


class Case(models.Model):
    """One matter before a board, from filing to its end."""

    number = models.CharField(max_length=20, unique=True)
    kind = models.SlugField(max_length=40)
    board = models.ForeignKey(Board, models.PROTECT, related_name="cases")
    parcels = models.ManyToManyField(Parcel, related_name="cases", blank=True)
    facility = models.ForeignKey(Facility, models.PROTECT, null=True, related_name="cases")
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="children")
    renews = models.OneToOneField("self", models.PROTECT, null=True, related_name="renewed_by")
    renewal_no = models.PositiveIntegerField("times renewed", default=0)
    assigned_to = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    filed_on = models.DateField()
    filing_key = models.CharField(max_length=80, unique=True, null=True)
    # Projections of the events, written by rewind alone.
    status = models.CharField(max_length=20)
    is_open = models.BooleanField(default=True)
    mover = models.CharField(max_length=10, default=Mover.OFFICE)
    starts_on = models.DateField(null=True)
    ends_on = models.DateField(null=True)
    slot = models.CharField(max_length=80, unique=True, null=True)
    code = models.CharField("verification code", max_length=12, unique=True, null=True)
    version = models.PositiveIntegerField(default=1)
    search = models.CharField(max_length=600, default="")
    # What anybody may find it by on the register: nothing of a private person. Empty: not folded yet.
    public_search = models.CharField(max_length=600, default="")

    objects = CaseQuerySet.as_manager()

    class Meta:
        indexes = [
            # The worklist's queues: whose move, oldest first.
            models.Index(fields=["board", "mover", "filed_on"], condition=Q(is_open=True), name="case_move"),
            # Those that nobody has taken yet.
            models.Index(
                fields=["board", "mover", "filed_on"],
                condition=Q(is_open=True, assigned_to__isnull=True),
                name="case_unassigned",
            ),
            # The register: newest first within a board, and permits of a kind valid on a day.
            models.Index(fields=["board", "-id"], name="case_newest"),
            models.Index(fields=["kind", "ends_on"], name="case_term"),
            models.Index(fields=["facility", "kind"], name="case_facility"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(starts_on__isnull=False), name="case_term_has_start"
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def casekind(self) -> kinds.CaseKind:
        return kinds.get(self.kind)

    @property
    def details(self) -> Any:
        """The kind's own row, or None; read once per instance."""
        if not hasattr(self, "_details"):
            model = self.casekind.details
            self._details = model.objects.filter(case=self).first() if model else None
        return self._details

    @staticmethod
    def read_details(cases: Iterable[Case]) -> None:
        """Read the kinds' own rows of many cases; one query a kind."""
        by_kind: dict[str, list[Case]] = {}
        for case in cases:
            by_kind.setdefault(case.kind, []).append(case)
        for kind, of_kind in by_kind.items():
            model = kinds.get(kind).details
            found = {row.case_id: row for row in model.objects.filter(case__in=of_kind)} if model else {}
            for case in of_kind:
                case._details = found.get(case.pk)

    def forget_details(self) -> None:
        """Read the details anew next time."""
        self.__dict__.pop("_details", None)

    @property
    def place(self) -> str:
        """The address of the first parcel, or the facility's name."""
        parcel = next(iter(self.parcels.all()), None)
        if parcel:
            return parcel.address or parcel.label
        return self.facility.name if self.facility else ""

    def valid_on(self, day: date) -> bool:
        """Whether the permit is in force on `day`."""
        return type(self).objects.in_force(day).filter(pk=self.pk).exists()


class CaseParty(models.Model):
    """A person's part in a case."""

    class Role(models.TextChoices):
        APPLICANT = "applicant", "Applicant"
        OWNER = "owner", "Owner"
        AGENT = "agent", "Agent"
        COMPLAINANT = "complainant", "Complainant"
        SUBJECT = "subject", "Complained of"

    case = models.ForeignKey(Case, models.CASCADE, related_name="people")
    party = models.ForeignKey(Party, models.PROTECT, related_name="part_in")
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["case", "party", "role"], name="case_party_once")]

    def __str__(self) -> str:
        return f"{self.party} ({self.get_role_display()})"


class Referral(models.Model):
    """Another board that must see or answer the case."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="referrals")
    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    referred_on = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "board"], name="referral_once")]


class Suspension(models.Model):
    """Days on which a permit was suspended; `until_on` is the last of them, or None while it lasts."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="suspensions")
    from_on = models.DateField()
    until_on = models.DateField(null=True)


class ChecklistRow(models.Model):
    """Where one item of the kind's checklist stands for a case."""

    class State(models.TextChoices):
        MISSING = "missing", "Missing"
        SUPPLIED = "supplied", "Supplied"
        DOES_NOT_APPLY = "n/a", "Does not apply"

    case = models.ForeignKey(Case, models.CASCADE, related_name="checklist")
    item = models.SlugField(max_length=40)
    state = models.CharField(max_length=10, choices=State, default=State.MISSING)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["case", "item"], name="checklist_once"),
            models.CheckConstraint(
                condition=~Q(state="n/a") | ~Q(reason=""), name="checklist_n_a_needs_reason"
            ),
        ]

    @property
    def label(self) -> str:
        return next((i.label for i in self.case.casekind.checklist if i.slug == self.item), self.item)


class Condition(models.Model):
    """What the holder must do: printed on the permit, with its section or the vote it comes from."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="conditions")
    text = models.TextField()
    cite = models.CharField(max_length=100, blank=True)
    due_on = models.DateField(null=True)
    met_on = models.DateField(null=True)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "id"]


class Counter(models.Model):
    """The last number given in a series; locked while the next is taken."""

    series = models.CharField(max_length=20, unique=True)
    last = models.PositiveIntegerField(default=0)
