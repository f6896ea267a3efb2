"""manage.py seed: the rows an office needs before its first day. Adds what is missing and changes nothing."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.module_loading import module_has_submodule

from office import kinds
from office.admin import ReadOnly
from office.models import AbutterRule, Board, Case, Fee

ABUTTER_RULES = Path(settings.BASE_DIR) / "fixtures" / "abutters" / "rules.yaml"
ADMINISTRATORS = "Office administrators"

# Town and state decide calendar and law. Address, telephone and hours stay blank until the town enters them.
BOARDS = (
    ("tisbury-health", "Board of Health", "Tisbury", Board.State.MASSACHUSETTS),
    ("barnstable-conservation", "Conservation Commission", "Barnstable", Board.State.MASSACHUSETTS),
    ("jamestown-public-works", "Public Works", "Jamestown", Board.State.RHODE_ISLAND),
)


class Command(BaseCommand):
    help = "Add boards, fees without amounts, rows of slices, the administrators' group; fold what is not."

    def handle(self, *args: Any, **options: Any) -> None:
        """Add what is missing, a line for each row; a row that exists stays as it is."""
        self._add_rows()
        if Case.objects.filter(public_search="").exists():
            call_command("refold", stdout=self.stdout)  # in transactions of its own: it may take a while

    @transaction.atomic
    def _add_rows(self) -> None:
        for slug, name, town, state in BOARDS:
            board, new = Board.objects.get_or_create(
                slug=slug, defaults={"name": name, "town": town, "state": state}
            )
            self._say(new, f"board {board}")
        boards = Board.objects.in_bulk(field_name="slug")
        for kind in kinds.registry.values():
            for code in getattr(kind.fees, "codes", ()):
                # No amount: the books name none, the boards vote them.
                _, new = Fee.objects.get_or_create(
                    code=code,
                    defaults={"label": kind.label, "board": boards[kind.boards[0]], "about": kind.about},
                )
                self._say(new, f"fee {code}")
        self._add_abutter_rules(boards)
        self._add_rows_of_slices()
        known = Group.objects.filter(name=ADMINISTRATORS).exists()
        administrators()
        self._say(not known, f"group {ADMINISTRATORS}")

    def _add_abutter_rules(self, boards: dict[str, Board]) -> None:
        """Whom each board tells of a hearing, as far as the books say it; none of it is confirmed."""
        for row in yaml.safe_load(ABUTTER_RULES.read_text(encoding="utf-8")):
            board = boards[row.pop("board")]
            _, new = AbutterRule.objects.get_or_create(board=board, slug=row.pop("slug"), defaults=row)
            self._say(new, f"abutter rule {row['label']}, {board}")

    def _add_rows_of_slices(self) -> None:
        """What a slice says in its `management/seed.py`: `add(say)` adds its missing rows and names each."""
        for app in apps.get_app_configs():
            name = f"{app.name}.management.seed"
            if module_has_submodule(app.module, "management") and find_spec(name):
                import_module(name).add(lambda what: self._say(True, what))

    def _say(self, new: bool, what: str) -> None:
        self.stdout.write(f"{'added  ' if new else 'present'}  {what}")


def administrators() -> Group:
    """The group whose members keep the reference tables in the admin; made once, then left as it is.

    They may do what the admin offers: see every table, and change those no action writes.
    """
    group, new = Group.objects.get_or_create(name=ADMINISTRATORS)
    if not new:
        return group
    wanted: list[Permission] = []
    for model, shown in admin.site._registry.items():
        if model is Group:
            continue  # who may do what is a superuser's to say
        table = ContentType.objects.get_for_model(model)
        offered = Permission.objects.filter(content_type=table)
        if isinstance(shown, ReadOnly):
            offered = offered.filter(codename=f"view_{model._meta.model_name}")
        wanted += offered
    group.permissions.set(wanted)
    return group
