"""What the draft of a renewal takes over from the permit, and which of its answers are others now."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from django.forms import BoundField
from django.utils.translation import gettext as _

from office.actions.renewing import fitting_rulings, standing_papers
from office.actions.renewing_online import applicant_of, owner_of
from office.forms_apply import AGENT, OWN, YouForm
from office.intake import answers_of
from office.kinds import Item
from office.law import Ruling
from office.models import Case, Party
from office.templatetags.office_tags import day as in_full
from office.views.register import address_of
from office.views.sheet import said

if TYPE_CHECKING:
    from office.views.draft_pages import DraftPages


class Changed(NamedTuple):
    """An answer that is not the permit's."""

    label: str
    before: Any
    now: Any


class DraftRenewal:
    """The permit `old`, as the draft that renews it needs it."""

    def __init__(self, old: Case, pages: DraftPages) -> None:
        self.old, self.pages = old, pages

    @cached_property
    def before(self) -> dict[str, Any]:
        """The permit's answers."""
        return answers_of(self.old.details)

    @cached_property
    def party(self) -> Party | None:
        """Who applied for the permit."""
        return applicant_of(self.old)

    @cached_property
    def known(self) -> dict[str, Any]:
        """What the first section comes filled with. Acting for an owner is declared anew each time."""
        if self.party is None:
            return {}
        known = {name: getattr(self.party, name) for name in YouForm.COLUMNS}
        owner = owner_of(self.old)
        return known | {"acts": AGENT if owner else OWN, "owner": owner.name if owner else ""}

    @property
    def facts(self) -> list[tuple[str, Any]]:
        """What the renewal takes over and nobody is asked."""
        old = self.old
        rows: list[tuple[str, Any]] = [(_("Permit"), old.number), (_("Address"), address_of(old))]
        if old.facility is not None:
            rows.append((_("What for"), old.facility.name))
        if old.ends_on:
            rows.append((_("Valid through"), in_full(old.ends_on)))
        rows.append((_("Renewed so far"), old.renewal_no or _("Never")))
        return [(label, value) for label, value in rows if value]

    # ----------------------------------------------------------------------------- what changed, what stands
    @cached_property
    def _changed(self) -> set[str]:
        form = self.pages.intake.form
        return set(form.changed_data) if form is not None and form.is_bound else set()

    def was(self, field: BoundField) -> Any:
        """The permit's own answer to a question that is answered otherwise now; else ""."""
        if field.name not in self._changed or field.form is not self.pages.intake.form:
            return ""
        return said(field, self.before.get(field.name))

    @property
    def changed(self) -> list[Changed]:
        """The answers that are not the permit's, in the order of the pages."""
        form = self.pages.intake.form
        if form is None or not form.is_bound:
            return []
        form.is_valid()
        return [
            Changed(
                str(form[name].label), said(form[name], self.before.get(name)),
                said(form[name], form.cleaned_data.get(name, form[name].value())),
            )
            for name in form.fields
            if name in self._changed
        ]  # fmt: skip

    @cached_property
    def papers(self) -> dict[str, tuple[str, str]]:
        """The items that still stand from the permit: by item, state and why."""
        return standing_papers(self.old, self.pages.filing)

    def paper(self, item: Item) -> str:
        """Why the item need not be handed in again; "" when it must."""
        return self.papers.get(item.slug, ("", ""))[1]

    @cached_property
    def rulings(self) -> list[Ruling]:
        """What the board found met and still stands."""
        return [row.spoken() for row in fitting_rulings(self.old, self.pages.filing, self.pages.day)]
