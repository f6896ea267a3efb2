"""Whose rows an administrator sees in the Django admin.

An administrator keeps the tables of the boards they administer; what belongs to another board answers as if
it did not exist. A superuser sees all.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.utils import unquote
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from simple_history.admin import SimpleHistoryAdmin

from office.models import Board, Membership
from office.permissions import roles_of


def superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))


def administered(request: HttpRequest) -> list[int]:
    """Keys of the boards the person administers; another role on a board opens nothing here."""
    return [
        board for board, roles in roles_of(request.user).items() if Membership.Role.ADMINISTRATOR in roles
    ]


def towns_of(boards: list[int]) -> list[str]:
    """The towns of these boards, each once."""
    return sorted(set(Board.objects.filter(pk__in=boards).values_list("town", flat=True)))


def shown(model: type[Model], request: HttpRequest) -> QuerySet[Any]:
    """The rows of a registered table that its own list shows to the person."""
    return admin.site.get_model_admin(model).get_queryset(request)


class ShownFilter(admin.RelatedFieldListFilter):
    """Offers the rows that the person sees, and no others."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        return [(row.pk, str(row)) for row in shown(field.remote_field.model, request)]


class OfMyBoards(BaseModelAdmin):
    """A table, or rows inside a form, of which an administrator has those of the boards they administer.

    What a form lets them choose is what they see: a row that the list of its own table shows, a town of
    their boards. Anything else that is posted is refused.
    """

    board_path = "board"  # leads from a row to its board, or is "town"; empty: all boards share the table

    def of_boards(self, boards: list[int]) -> Q:
        """Which rows belong to these boards."""
        if not self.board_path:
            return Q()
        return Q(**{f"{self.board_path}__in": towns_of(boards) if self.board_path == "town" else boards})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows if superuser(request) else rows.filter(self.of_boards(administered(request)))

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        model = db_field.remote_field.model
        if admin.site.is_registered(model):
            name = db_field.verbose_name
            refusal = f"No such {name} is among those of your boards. Choose one that is listed."
            kwargs |= {"queryset": shown(model, request), "error_messages": {"invalid_choice": refusal}}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "town" and not superuser(request):
            towns = towns_of(administered(request))
            refusal = "You administer no board of %(value)s. Choose a town that is listed."
            return forms.ChoiceField(
                choices=[(town, town) for town in towns], error_messages={"invalid_choice": refusal}
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class Shared(OfMyBoards, SimpleHistoryAdmin):
    """A table all boards share. What a row names already may stay, whosever it is."""

    board_path = ""

    def get_form(self, request: Any, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        for name, field in form.base_fields.items():
            if obj is not None and isinstance(field, forms.ModelChoiceField):
                listed: Any = field.queryset
                chosen = Q(pk__in=listed.values("pk")) | Q(pk=getattr(obj, f"{name}_id"))
                field.queryset = listed.model._default_manager.filter(chosen)
        return form


class Kept(OfMyBoards, SimpleHistoryAdmin):
    """A table with its history, of which an administrator sees only that of the rows they see."""

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        self._seen_or_404(request, object_id)
        return super().history_view(request, object_id, extra_context)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        self._seen_or_404(request, object_id)
        return super().history_form_view(request, object_id, version_id, extra_context)

    def _seen_or_404(self, request: HttpRequest, object_id: str) -> None:
        if not superuser(request) and self.get_object(request, unquote(object_id)) is None:
            raise Http404
