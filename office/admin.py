"""The Django admin: the tables an administrator keeps, and a look at what the actions wrote.

Reference rows are edited here, with their history. What an action writes can only be read: a mistake there
is put right by another action, never by editing the row. What money costs, and which rows are an
administrator's, is in `office.admin_money`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from office import admin_abutters as admin_abutters  # whom boards tell of hearings
from office import admin_letters as admin_letters  # the words of letters
from office import admin_meetings as admin_meetings  # how boards vote
from office import admin_money as admin_money  # the fees
from office import admin_readings as admin_readings  # how the town reads what its books leave open
from office import kinds
from office.actions.people import refold
from office.admin_boards import Kept, OfMyBoards, Shared, ShownFilter, administered, superuser
from office.admin_sign_in import take_away_second_step
from office.models import (
    Allocation,
    Board,
    Case,
    Charge,
    ClockRow,
    Closure,
    Document,
    Event,
    Facility,
    Hold,
    Membership,
    Parcel,
    Party,
    Payment,
    PaymentVoid,
    Ruling,
    Snapshot,
    SnapshotFinding,
    User,
)
from office.search import terms

admin.site.site_header = admin.site.site_title = "Permit office"
admin.site.index_title = "Tables of the office"


class Folded(admin.ModelAdmin):
    """Finds by the folded `search` column, as every find box of the office does."""

    search_fields: ClassVar[tuple[str, ...]] = ("search",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows whose search column holds every word; no row is found twice."""
        column = self.search_fields[0]
        for word in terms(search_term):
            queryset = queryset.filter(**{f"{column}__contains": word})
        return queryset, False


class Named(Folded):
    """A table whose names are copied into what cases and facilities are found by."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if change:
                refold(obj)


class Untouched:
    """What an action wrote: to be seen, never added, changed or removed here."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnly(OfMyBoards, Untouched, admin.ModelAdmin):
    """A table to look into. No total is counted: it may hold millions of rows."""

    actions = None
    show_full_result_count = False
    list_per_page = 50


class ReadOnlyInline(Untouched, admin.TabularInline):
    """Rows that belong to the one shown."""

    extra = 0
    show_change_link = True


# ------------------------------------------------------------------------------------ people and boards
class MembershipInline(OfMyBoards, admin.TabularInline):
    model = Membership
    autocomplete_fields = ("user", "board")
    extra = 0


@admin.register(User)
class OfficeUserAdmin(OfMyBoards, UserAdmin):
    """Who signs in. Only a superuser makes another one, or says who opens the admin with which rights.

    An administrator sees who serves a board of theirs, and who serves none: applicants, and the colleague
    who gets a first role. Somebody of another board joins theirs by a superuser.
    """

    inlines = (MembershipInline,)
    actions = (take_away_second_step,)

    def of_boards(self, boards: list[int]) -> Q:
        served = Membership.objects.filter(user=OuterRef("pk"))
        return Q(Exists(served.filter(board__in=boards))) | ~Q(Exists(served))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        kept = super().get_readonly_fields(request, obj)
        if superuser(request):
            return kept
        return (*kept, "is_superuser", "is_staff", "groups", "user_permissions", "last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return not self._above(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return not self._above(request, obj) and super().has_delete_permission(request, obj)

    @staticmethod
    def _above(request: HttpRequest, obj: Any) -> bool:
        """A superuser, or somebody who serves another board too: their password opens that one."""
        if obj is None or superuser(request):
            return False
        elsewhere = Membership.objects.filter(user=obj).exclude(board__in=administered(request))
        return obj.is_superuser or elsewhere.exists()


@admin.register(Board)
class BoardAdmin(Kept):
    board_path = "pk"
    list_display = ("name", "town", "state", "phone", "email", "is_sample")
    list_filter = ("town", "state", "is_sample")
    search_fields = ("name", "town", "slug")
    readonly_fields = ("slug",)
    inlines = (MembershipInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # kinds name the boards that decide them, so a board comes with its kinds, by `seed`

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Membership)
class MembershipAdmin(OfMyBoards, admin.ModelAdmin):
    list_display = ("user", "board", "role")
    list_filter = (("board", ShownFilter), "role")
    list_select_related = ("user", "board")
    search_fields = ("user__username", "user__first_name", "user__last_name")
    autocomplete_fields = ("user", "board")


@admin.register(Closure)
class ClosureAdmin(ReadOnly):
    """A clerk closes the office at `/closures/`, where they see first which dates that moves."""

    board_path = "town"
    list_display = ("on", "town", "reason", "by", "reopened_on")
    list_filter = ("town",)
    list_select_related = ("by",)
    date_hierarchy = "on"
    search_fields = ("reason", "town")


# ----------------------------------------------------------------------------------- places and parties
@admin.register(Party)
class PartyAdmin(Named, Shared):
    list_display = ("name", "kind", "email", "phone", "city")
    list_filter = ("kind",)
    autocomplete_fields = ("user",)
    show_full_result_count = False


class ParcelForm(forms.ModelForm):
    """A parcel with its overlay districts as boxes to tick."""

    overlays = forms.MultipleChoiceField(
        choices=Parcel.Overlay.choices, widget=forms.CheckboxSelectMultiple, required=False
    )


@admin.register(Parcel)
class ParcelAdmin(Named, Kept):
    board_path = "town"
    form = ParcelForm
    list_display = ("label", "address", "town", "zoning")
    list_filter = ("town", "zoning")
    ordering = ("town", "map_no", "block", "lot")
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False  # cases name their lots; one that is split or merged stays as it was


@admin.register(Facility)
class FacilityAdmin(Named, Shared):
    list_display = ("name", "kind", "parcel", "holder", "started_on", "ended_on")
    list_filter = (("ended_on", admin.EmptyFieldListFilter),)
    list_select_related = ("parcel", "holder")
    autocomplete_fields = ("parcel", "holder")
    show_full_result_count = False

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        """Only the sorts of facility that some kind of case is about."""
        if db_field.name == "kind":
            names = sorted({kind.facility for kind in kinds.registry.values() if kind.facility})
            return forms.ChoiceField(choices=[(name, name.capitalize()) for name in names])
        return super().formfield_for_dbfield(db_field, request, **kwargs)


# ------------------------------------------------------------------------------- what the actions wrote
class KindFilter(admin.SimpleListFilter):
    """The registered kinds, without asking the table which of them it holds."""

    title, parameter_name = "kind", "kind"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.slug, kind.label) for kind in kinds.registry.values()]

    def queryset(self, request: Any, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class EventInline(ReadOnlyInline):
    model = Event
    fields = readonly_fields = ("on", "slug", "subject", "note", "by", "recorded_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("by")


@admin.register(Case)
class CaseAdmin(Folded, ReadOnly):
    list_display = ("number", "kind", "board", "status", "filed_on", "starts_on", "ends_on")
    list_filter = (KindFilter, ("board", ShownFilter), "is_open")
    list_select_related = ("board",)
    ordering = ("-id",)
    inlines = (EventInline,)

    def view_on_site(self, case: Case) -> str:
        """The case file, where the work is done."""
        return reverse("case", args=[case.number])


class OfCase(Folded, ReadOnly):
    """A table of rows that hang on a case: found by the case's search column."""

    board_path = "case__board"
    search_fields = ("case__search",)
    list_select_related: ClassVar[tuple[str, ...]] = ("case",)
    ordering = ("-id",)


@admin.register(Event)
class EventAdmin(OfCase):
    list_display = ("case", "slug", "on", "subject", "by", "recorded_at", "void")
    list_select_related = ("case", "by")
    list_filter = ("on", "void")


class FindingInline(ReadOnlyInline):
    model = SnapshotFinding
    fields = ("rule", "cite", "state", "weight", "says", "measured", "op", "limit", "unit")
    show_change_link = False


@admin.register(Snapshot)
class SnapshotAdmin(OfCase):
    list_display = ("case", "event")
    list_select_related = ("case", "event")
    inlines = (FindingInline,)


@admin.register(Ruling)
class RulingAdmin(OfCase):
    list_display = ("case", "rule", "says", "limit", "vote", "effective_on")
    list_filter = ("says", "effective_on")


@admin.register(ClockRow)
class ClockRowAdmin(OfCase):
    board_path = "board"
    list_display = ("case", "label", "subject", "mover", "started_on", "due_on", "ended_on")
    list_filter = (("board", ShownFilter), ("ended_on", admin.EmptyFieldListFilter), "due_on")


@admin.register(Document)
class DocumentAdmin(OfCase):
    # The file itself is served only by the office's own view, which asks who may see it.
    exclude = ("file",)
    list_display = ("case", "label", "source", "shown_name", "size", "confidential", "added_on", "removed_on")
    list_filter = ("source", "confidential", "added_on")


@admin.register(Hold)
class HoldAdmin(ReadOnly):
    board_path = "case__board"
    list_display = ("level", "reason", "case", "party", "facility", "placed_on", "lifted_on")
    list_filter = ("level", ("lifted_on", admin.EmptyFieldListFilter))
    list_select_related = ("case", "party", "facility")
    search_fields = ("reason",)
    ordering = ("-id",)

    def of_boards(self, boards: list[int]) -> Q:
        # A hold on a person or a facility stands in the way of every board's permits.
        return super().of_boards(boards) | Q(case__isnull=True)


@admin.register(Charge)
class ChargeAdmin(OfCase):
    list_display = ("case", "label", "amount", "account", "charged_on", "by")
    list_select_related = ("case", "by")
    list_filter = ("account", "charged_on")


class AllocationInline(ReadOnlyInline):
    model = Allocation
    fields = ("charge", "amount")
    show_change_link = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("charge")


class VoidInline(ReadOnlyInline):
    model = PaymentVoid
    show_change_link = False


@admin.register(Payment)
class PaymentAdmin(ReadOnly):
    list_display = ("number", "board", "amount", "tender", "reference", "paid_on", "by")
    list_filter = (("board", ShownFilter), "tender", "paid_on")
    list_select_related = ("board", "by")
    search_fields = ("number", "reference")
    ordering = ("-id",)
    inlines = (AllocationInline, VoidInline)
