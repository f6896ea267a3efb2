"""The forms of letters: which one is written to whom, how it goes, and why it is stopped."""

from __future__ import annotations

from typing import Any

from django import forms

from office.models import Case, Notice, Party


class LetterForm(forms.Form):
    """A letter of the kind, its people, and how it goes."""

    use_required_attribute = False
    letter = forms.ChoiceField(
        label="Letter", widget=forms.RadioSelect, error_messages={"required": "Choose the letter."}
    )
    to = forms.MultipleChoiceField(
        label="To", widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one person.",
            "invalid_choice": "One of these people is no longer in the case. Choose again.",
        },
    )  # fmt: skip
    channel = forms.ChoiceField(
        label="How it goes", widget=forms.RadioSelect, required=False,
        choices=[("", "As this letter goes by itself"), *Notice.Channel.choices],
        help_text="By e-mail to whom has an address, else first class, unless the letter says otherwise.",
    )  # fmt: skip
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)
    mark_optional = False

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        letter, to = self.fields["letter"], self.fields["to"]
        assert isinstance(letter, forms.ChoiceField)
        assert isinstance(to, forms.MultipleChoiceField)
        letter.choices = [(each.slug, each.label) for each in case.casekind.letters if each.words and each.to]
        holder = [case.facility.holder_id] if case.facility and case.facility.holder_id else []
        people = [*case.people.values_list("party", flat=True), *holder]
        self._people = {str(party.pk): party for party in Party.objects.filter(pk__in=people)}
        to.choices = [(key, _with_address(party)) for key, party in self._people.items()]

    def clean_to(self) -> list[Party]:
        return [self._people[key] for key in self.cleaned_data["to"]]


def _with_address(party: Party) -> str:
    where = party.email or party.mailing_address or "no address on file"
    return f"{party.name}, {where}"


class StopForm(forms.Form):
    """Why a letter is stopped."""

    use_required_attribute = False
    why = forms.CharField(
        label="Why", max_length=300, help_text="It stays with the case.",
        error_messages={"required": "Say in a few words why the letter is stopped."},
        widget=forms.TextInput,
    )  # fmt: skip


class ChannelForm(forms.Form):
    """How a letter goes."""

    use_required_attribute = False
    channel = forms.ChoiceField(
        label="How it goes", choices=Notice.Channel.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose how the letter goes."},
    )  # fmt: skip


class AgainForm(forms.Form):
    """Nothing to ask: the case was mended."""
