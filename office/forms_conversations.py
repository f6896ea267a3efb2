"""The office's forms beside a case's own people: a message to them, and who acts for an owner."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms

from office.actions.conversations import LONGEST
from office.fields import DayField
from office.forms_acts import ActForm
from office.forms_counter import page_key
from office.models import Document, Party


class MessageForm(forms.Form):
    """A message to the people of a case."""

    use_required_attribute = False

    text = forms.CharField(
        label="Message", max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 6}),
        help_text="What the people of this case write counts as read once you answer.",
        error_messages={"required": "Write the message first."},
    )  # fmt: skip
    key = page_key()


class AuthorizationForm(ActForm):
    """Owner and agent among the people of the case, how far it reaches, and what it rests on."""

    day_label = "Day you saw it"
    owner_pk = forms.ChoiceField(label="Owner", error_messages={"required": "Choose the owner."})
    agent_pk = forms.ChoiceField(
        label="Who acts for the owner", error_messages={"required": "Choose who acts for the owner."}
    )
    reach = forms.ChoiceField(
        label="For", choices=[("kind", "This kind of case"), ("every", "Every kind before this board")],
        widget=forms.RadioSelect, initial="kind",
    )  # fmt: skip
    paper = forms.ChoiceField(label="Document on file", required=False)
    rests_on = forms.CharField(
        label="Where the signed paper is", max_length=200, required=False,
        help_text="Such as “Letter of June 1, 2026, in the lot’s folder”. Only if it is not on file here.",
    )  # fmt: skip

    def __init__(
        self, *args: Any, today: date, parties: Sequence[Party], papers: Sequence[Document], **kwargs: Any
    ) -> None:
        super().__init__(*args, today=today, **kwargs)
        self.parties = {str(party.pk): party for party in parties}
        self.papers = {str(paper.pk): paper for paper in papers}
        people = [(key, party.name) for key, party in self.parties.items()]
        for name in ("owner_pk", "agent_pk"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "Not chosen yet"), *people]
        paper = self.fields["paper"]
        assert isinstance(paper, forms.ChoiceField)
        paper.choices = [("", "None of them"), *((key, each.label) for key, each in self.papers.items())]
        self.fields["since"] = DayField(label="Holds from", initial=today)
        self.fields["until"] = DayField(label="Its last day", required=False)
        for name in ("since", "until"):
            self.fields[name].today = today  # type: ignore[attr-defined]
        self.order_fields(
            ["owner_pk", "agent_pk", "reach", "paper", "rests_on", "since", "until", "on"]
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("paper") and not cleaned.get("rests_on", "").strip():
            self.add_error("rests_on", "Say where the signed paper is, or choose the document on file.")
        return cleaned

    @property
    def owner(self) -> Party:
        return self.parties[self.cleaned_data["owner_pk"]]

    @property
    def agent(self) -> Party:
        return self.parties[self.cleaned_data["agent_pk"]]

    @property
    def document(self) -> Document | None:
        return self.papers.get(self.cleaned_data["paper"])
