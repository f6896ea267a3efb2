"""How the town reads what its books leave open, in the Django admin: a question is chosen, then answered."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.timezone import localdate

from office import kinds
from office.actions.readings import reading_problems, recount, withdraw_reading
from office.admin_boards import ShownFilter, administered, superuser
from office.admin_dated import DatedForm, DatedRows
from office.law import Reading
from office.models import Board, ReadingRow, Vote, readings_on
from office.reading_preview import preview
from office.schedules import Problem, named


class VoteField(forms.ModelChoiceField):
    """A choice among recorded votes, each by its day and motion."""

    def label_from_instance(self, vote: Any) -> str:
        motion = f"{vote.motion[:80]}…" if len(vote.motion) > 80 else vote.motion
        return f"{named(vote.item.meeting.on)}: {motion}"


class ReadingRowForm(DatedForm):
    """An answer. Which ones there are follows from the question; what is wrong is said at the field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "slug" not in self.fields:
            return  # a row that is only shown
        asked = self._asked()
        self.fields["slug"] = forms.ChoiceField(
            label="Question",
            choices=[(reading.slug, reading.asks) for reading in asked.values()],
            error_messages={"invalid_choice": "That question is not asked here. Choose one that is listed."},
        )
        reading = asked.get(str(self.data.get("slug") or self.initial.get("slug") or ""))
        if reading is None:
            return
        value: forms.Field
        if reading.options:
            value = forms.ChoiceField(choices=[("", "Not chosen yet"), *reading.options])
            value.error_messages["invalid_choice"] = "That is none of the answers. Choose one that is listed."
        else:
            value = forms.CharField(max_length=60, widget=forms.TextInput(attrs={"inputmode": "decimal"}))
        value.label = (
            "Answer" if reading.options else f"Answer in {reading.unit}" if reading.unit else "Answer"
        )
        value.help_text = f"{reading.cite}. Until the town decides: {reading.says(reading.default)}."
        value.error_messages["required"] = "The answer is missing. Give it."
        self.fields["value"] = value

    def _asked(self) -> dict[str, Reading]:
        """The questions of the boards that may be chosen."""
        boards: Any = self.fields["board"].queryset  # type: ignore[attr-defined]
        return {slug: reading for board in boards for slug, reading in kinds.readings_of(board.slug).items()}

    def clean_value(self) -> str:
        value: str = self.cleaned_data["value"]
        reading = self._asked().get(str(self.data.get("slug") or ""))
        return reading.plain(value) if reading else value

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        return bool(given.get("board") and given.get("slug")) and super().may_be_judged(given)

    def row_problems(self, given: dict[str, Any], today: date) -> list[Problem]:
        return reading_problems(ReadingRow(**{name: given[name] for name in self.fields}), today=today)


@admin.register(ReadingRow)
class ReadingRowAdmin(DatedRows):
    """A board's answer to a question that the law leaves open, from a day on."""

    withdraw = staticmethod(withdraw_reading)
    belongs_to = "board"
    form = ReadingRowForm
    preview_template = "admin/office/readingrow/preview.html"
    lead = "Say how the board reads this from a day on, and who decided it."
    nobody = "Nothing was found by it."
    fields = ("board", "slug", "value", "since", "until", "source", "vote", "doubt")
    list_display = ("question", "answer", "board", "since", "until", "is_confirmed")
    list_display_links = ("question",)
    list_filter = (("board", ShownFilter),)
    list_select_related = ("board",)
    search_fields = ("slug", "source")
    ordering = ("board", "slug", "-since")

    @admin.display(description="question", ordering="slug")
    def question(self, row: ReadingRow) -> str:
        reading = kinds.readings_of(row.board.slug).get(row.slug)
        return reading.asks if reading else row.slug

    @admin.display(description="answer")
    def answer(self, row: ReadingRow) -> str:
        reading = kinds.readings_of(row.board.slug).get(row.slug)
        return reading.says(row.value) if reading and not reading.problem(row.value) else row.value

    @admin.display(description="confirmed", boolean=True)
    def is_confirmed(self, row: ReadingRow) -> bool:
        return not row.doubt

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name != "vote":
            return super().formfield_for_foreignkey(db_field, request, **kwargs)
        votes = Vote.objects.standing().filter(carries=True).select_related("item__meeting")
        if not superuser(request):
            votes = votes.filter(item__meeting__board__in=administered(request))
        return VoteField(votes.order_by("-pk"), required=False, help_text=db_field.help_text)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """First which question: each with what counts today. Then its answer."""
        if request.method != "GET" or request.GET.get("slug") or not self.has_add_permission(request):
            return super().add_view(request, form_url, extra_context)
        boards = (
            Board.objects.all() if superuser(request) else Board.objects.filter(pk__in=administered(request))
        )
        today = localdate()
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Which question does the town answer?",
            "boards": [(board, list(readings_on(board, None, today).values())) for board in boards],
        }
        return TemplateResponse(request, "admin/office/readingrow/choose.html", context)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        recount(obj, on=localdate())

    def preview_of(self, request: HttpRequest, row: ReadingRow) -> dict[str, Any]:
        shown = preview(row)
        return {"title": f"{shown.asks} What changes", "preview": shown}
