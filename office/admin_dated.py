"""Dated rows in the Django admin: what the town voted, from a day on. Previewed, then added; never edited.

A row that has begun stands; one whose first day lies ahead may be withdrawn. The table of such rows says what
its action is called and what a preview shows; the templates are in `templates/admin/dated/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.http import urlencode
from django.utils.timezone import localdate

from office.actions.errors import NotAllowed
from office.actions.recorded import set_by
from office.admin_boards import OfMyBoards, administered, superuser
from office.models import Vote
from office.schedules import Problem

CONFIRMED = "_confirmed"
VOTES_BACK = timedelta(days=3 * 366)  # older votes are told in words
BUTTONS = {"csrfmiddlewaretoken", "_preview", "_save", "_addanother", "_continue", CONFIRMED}


def said_plainly(form: forms.BaseForm) -> None:
    """Missing and unreadable answers, in the office's words."""
    for field in form.fields.values():
        field.error_messages["required"] = f"{field.label} is missing. Enter it."
        field.error_messages["invalid"] = f"{field.label} cannot be read. Write it as the hint shows."


def votes_to_choose(boards: list[int] | None, today: date) -> QuerySet[Any]:
    """The votes of these boards, or of all, that may stand behind a dated row, the newest first."""
    rows = Vote.objects.standing().filter(carries=True, item__meeting__on__gte=today - VOTES_BACK)
    if boards is not None:
        rows = rows.filter(item__meeting__board__in=boards)
    return rows.select_related("item__meeting__board", "item__case").order_by("-item__meeting__on", "-pk")


class VoteChoice(forms.ModelChoiceField):
    """A recorded vote, by its board, day and topic."""

    def label_from_instance(self, obj: Any) -> str:
        return str(obj.named)


class DatedForm(forms.ModelForm):
    """A dated row. What is wrong with its days or figures is said at the field."""

    words_of_vote = "vote"  # where it says in words who set it; needless beside a recorded vote

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)
        if "recorded_vote" in self.fields:
            self.fields[self.words_of_vote].required = False

    def row_problems(self, given: dict[str, Any], today: date) -> Iterable[Problem]:
        """What keeps the row with these answers from joining the others; asked when each can be read."""
        raise LookupError(f"{type(self).__name__} asks nothing of its row.")

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        """Whether enough can be read to ask for problems."""
        return bool(given.get("since")) and not self.errors

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if "recorded_vote" in self.fields:
            self._say_who_set_it(given)
        if self.may_be_judged(given):
            for problem in self.row_problems(given, localdate()):
                if problem.field in self.fields and problem.field not in self.errors:
                    self.add_error(problem.field, problem.says)
        return given


    def _say_who_set_it(self, given: dict[str, Any]) -> None:
        name = self.words_of_vote
        if name in self.errors or "recorded_vote" in self.errors:
            return
        given[name] = set_by(given.get("recorded_vote"), given.get(name, ""))
        if not given[name]:
            label = self.fields[name].label
            says = "Enter it. If it is on record here, choose the recorded vote."
            self.add_error(name, f"{label} is missing. {says}")


class DatedRows(OfMyBoards, admin.ModelAdmin):
    """Add a row, see what it changes, save it. A row that has begun stands; one that lies ahead may go."""

    withdraw: Callable[..., None]  # the action that takes a row back: (row, *, on, by)
    belongs_to = ""  # the field that says what the rows are of; the form offers no way to change that
    add_form_template = change_form_template = "admin/dated/change_form.html"
    delete_confirmation_template = "admin/dated/withdraw.html"
    preview_template = "admin/dated/preview.html"
    lead = ""  # what the form asks, before "You see what changes before anything is saved."
    nobody = "Nobody was charged by it."
    actions = None

    def preview_of(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """What the preview shows beside the row: at least a `title`."""
        raise LookupError(f"{type(self).__name__} shows no preview.")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and obj.since > localdate() and super().has_delete_permission(request, obj)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == self.belongs_to:
            widget: Any = field.widget
            widget.can_add_related = widget.can_change_related = False
            widget.can_delete_related = widget.can_view_related = False
        return field

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "recorded_vote":
            rows = votes_to_choose(None if superuser(request) else administered(request), localdate())
            kwargs |= {
                "form_class": VoteChoice, "queryset": rows, "empty_label": "None; it is written in words",
                "error_messages": {"invalid_choice": "Choose a vote that is listed: it carried and stands."},
            }  # fmt: skip
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        # Stock admin says "please" and not what; our form names every problem at its top.
        context["problems"] = [says for group in context["errors"] for says in group]
        context["errors"] = None
        context["lead"] = self.lead
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.added_by, obj.added_on = request.user, localdate()
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        """First the preview: the row was saved to see what it changes, and is taken back. Then for good."""
        if CONFIRMED in request.POST:
            return super().response_add(request, obj, post_url_continue)
        page = self._preview_page(request, obj)
        transaction.set_rollback(True)
        return page

    def _preview_page(self, request: HttpRequest, row: Any) -> HttpResponse:
        posted = [
            (name, value)
            for name in request.POST
            if name not in BUTTONS
            for value in request.POST.getlist(name)
        ]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row": row,
            "posted": posted,
            "back": urlencode(posted),
            **self.preview_of(request, row),
        }
        # Rendered at once: outside the transaction the row is gone.
        return TemplateResponse(request, self.preview_template, context).render()

    # ---- withdrawing is deleting, while the first day lies ahead
    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        type(self).withdraw(obj, on=localdate(), by=request.user)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        self.message_user(request, f"Withdrawn: {obj_display}.", messages.SUCCESS)
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        said = {"title": "Withdraw this row?", "nobody": self.nobody, **(extra_context or {})}
        try:
            return super().delete_view(request, object_id, said)
        except NotAllowed as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", object_id)
