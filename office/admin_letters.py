"""The words of letters in the Django admin: looked at as they will read, then added from a day on."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.timezone import localdate

from office import kinds, letters, paper
from office.actions.wordings import add_wording
from office.admin_boards import OfMyBoards, ShownFilter, shown
from office.kinds import Letter
from office.models import Board, Case, LetterWording
from office.paper import LetterRefused
from office.schedules import named
from office.uploads import show_pdf

CONFIRMED = "_confirmed"
COLUMNS = ("board", "letter", "from_on", "text", "vote")


class WordingForm(forms.ModelForm):
    """Another wording of a letter of a board. What is wrong is said at the field, with its remedy."""

    letter = forms.ChoiceField(
        label="Letter", help_text="The values its words may speak of are listed below."
    )

    class Meta:
        model = LetterWording
        fields = COLUMNS
        widgets = {"text": forms.Textarea(attrs={"rows": 16, "cols": 90})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        board: Any = self.fields["board"]
        sent = {slug: letter for each in board.queryset for slug, letter in letters.sent_by(each).items()}
        choice: Any = self.fields["letter"]
        choice.choices = [("", "Choose a letter"), *((slug, letter.label) for slug, letter in sent.items())]
        for field in self.fields.values():
            field.error_messages["required"] = f"{field.label} is missing. Enter it."
            field.error_messages["invalid"] = f"{field.label} cannot be read. Write it as the hint shows."

    def clean_from_on(self) -> date:
        day: date = self.cleaned_data["from_on"]
        if day < localdate():
            raise forms.ValidationError(
                f"The words would hold from {named(day)}, before today. Choose today or later: letters that "
                "were written stay as they were."
            )
        return day

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        board, slug, text = given.get("board"), given.get("letter"), given.get("text")
        if not board or not slug:
            return given
        known = letters.known_to(board, slug)
        if not known:
            self.add_error("letter", f"{board} sends no such letter. Choose another.")
        elif text:
            for says in letters.problems(text, known):
                self.add_error("text", says)
        day = given.get("from_on")
        if day and LetterWording.objects.filter(board=board, letter=slug, from_on=day).exists():
            self.add_error("from_on", "This letter has words from that day already. Choose another day.")
        return given


@admin.register(LetterWording)
class LetterWordingAdmin(OfMyBoards, admin.ModelAdmin):
    """Add words, see the letter, save them. A row is never edited: another one follows it."""

    form = WordingForm
    fields = COLUMNS
    list_display = ("called", "board", "from_on", "vote", "by")
    list_filter = (("board", ShownFilter), "letter")
    list_select_related = ("board", "by")
    ordering = ("board", "letter", "-from_on")
    actions = None

    @admin.display(description="letter", ordering="letter")
    def called(self, row: LetterWording) -> str:
        letter = letters.sent_by(row.board).get(row.letter)
        return letter.label if letter else row.letter

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field: Any = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "board":
            widget = field.widget
            widget.can_add_related = widget.can_change_related = False
            widget.can_delete_related = widget.can_view_related = False
        return field

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Today, and the words the letter has now when it was chosen."""
        given = super().get_changeform_initial_data(request)
        given.setdefault("from_on", localdate().isoformat())
        board, letter = self._chosen(request, given)
        if board and letter and "text" not in given:
            given["text"] = letters.words_of(letter, board, localdate())
        return given

    def _chosen(self, request: HttpRequest, given: Any) -> tuple[Board | None, Letter | None]:
        key = str(given.get("board") or "")
        board = shown(Board, request).filter(pk=key).first() if key.isdecimal() else None
        return board, letters.sent_by(board).get(str(given.get("letter"))) if board else None

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        context["problems"] = [says for group in context["errors"] for says in group]
        context["errors"] = None
        context["sent"] = [
            {"board": board, "letter": letter, "blanks": letters.known_to(board, slug).values()}
            for board in shown(Board, request)
            for slug, letter in letters.sent_by(board).items()
        ]
        return super().render_change_form(request, context, *args, **kwargs)

    # ---- first the preview, then the row
    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The form; coming back from the preview, as it was filled in."""
        if "_back" in request.POST:
            request.GET, request.method = request.POST, "GET"
        return super().add_view(request, form_url, extra_context)

    def get_urls(self) -> list[Any]:
        preview = self.admin_site.admin_view(self.preview_pdf)
        return [path("preview.pdf", preview, name="office_letterwording_preview"), *super().get_urls()]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if CONFIRMED in request.POST:
            add_wording(obj, by=request.user)

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        return  # a row of words has no rows of its own

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return super().log_addition(request, obj, message) if obj.pk else None

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        if CONFIRMED in request.POST:
            return super().response_add(request, obj, post_url_continue)
        letter, case = letters.sent_by(obj.board)[obj.letter], self._case(obj)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"“{letter.label}” as it will read",
            "row": obj,
            "now": LetterWording.on(obj.board, obj.letter, obj.from_on),
            "posted": [(name, request.POST.get(name, "")) for name in COLUMNS],
            "case": case,
        }
        try:
            context["sample"] = letters.sample(letter, obj.board, obj.text, on=obj.from_on, case=case)
        except LetterRefused as refused:
            context["refused"] = str(refused)
        return TemplateResponse(request, "admin/office/letterwording/preview.html", context)

    def preview_pdf(self, request: HttpRequest) -> HttpResponse:
        """The letter with the posted words as a PDF, marked as a sample; nothing is saved."""
        if request.method != "POST" or not self.has_add_permission(request):
            raise PermissionDenied
        form = self.get_form(request)(request.POST)
        if not form.is_valid():
            raise PermissionDenied  # the preview page posts only what was checked
        row = form.instance
        letter = letters.sent_by(row.board)[row.letter]
        page = letters.sample_page(letter, row.board, row.text, on=row.from_on, case=self._case(row))
        return show_pdf(paper.pdf_of(page), "sample.pdf")

    @staticmethod
    def _case(row: LetterWording) -> Case | None:
        """The newest case of the board whose kind sends the letter."""
        sending = [
            kind.slug
            for kind in kinds.registry.values()
            if any(letter.slug == row.letter and letter.words for letter in kind.letters)
        ]
        return Case.objects.of_kind(*sending).filter(board=row.board).order_by("-pk").first()
