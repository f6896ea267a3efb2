"""manage.py demo: sample people and cases to try the office with, told once and marked as samples."""

from __future__ import annotations

import io
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.timezone import localdate

from office.demo_applicant import demo_applicant, tell_applicant
from office.demo_copies import multiply
from office.demo_data import Stage, tell_all
from office.demo_meetings import tell_meetings
from office.management.commands.seed import administrators
from office.models import Board, Membership, User

# User name, password, what they may do. The passwords are printed in public: for the demo alone.
DEMO_USERS = [
    ("clerk", "demo-clerk-at-the-counter", "Clerk, Tisbury Board of Health"),
    ("inspector", "demo-inspector-outside", "Inspector, Tisbury Board of Health"),
    ("member", "demo-member-of-the-board", "Member, Tisbury Board of Health"),
    ("admin", "demo-admin-of-tables", "Administrator: fees and other tables at /admin/"),
    ("docks-clerk", "demo-clerk-of-docks", "Clerk, Barnstable Conservation Commission"),
    ("applicant", "demo-applicant-at-home", "Applicant: two sample cases at /my/"),
]
# User name, last name, role, board.
CAST = [
    ("clerk", "Clerk", "clerk", "tisbury-health"),
    ("inspector", "Inspector", "inspector", "tisbury-health"),
    ("member", "Member", "member", "tisbury-health"),
    ("admin", "Administrator", "administrator", "tisbury-health"),
    ("docks-clerk", "Docks Clerk", "clerk", "barnstable-conservation"),
]
HOURS = "Sample hours: Monday to Friday, 9:00 am to 4:00 pm"
PHONE = "508-555-0100"  # 555-0100 to 555-0199 are kept free for fiction


class Command(BaseCommand):
    help = "Add sample people, places, fees and cases. Run again, it adds only what is missing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--cases N` for load; `--force` where DEBUG is off."""
        parser.add_argument("--cases", type=int, default=0, metavar="N", help="N generated cases too, in all")
        parser.add_argument("--force", action="store_true", help="also where DEBUG is off")

    def handle(self, *args: Any, **options: Any) -> None:
        """Tell the demo for today. CommandError where DEBUG is off, unless forced."""
        if not (settings.DEBUG or options["force"]):
            raise CommandError(
                "The demo adds people whose passwords anybody can read, and sample fees. DEBUG is off, so "
                "this may be a town's own database. To add them all the same: manage.py demo --force"
            )
        call_command("seed", stdout=io.StringIO())
        with transaction.atomic():
            mark_boards()
            stage = Stage(localdate(), {row[0]: demo_user(*row) for row in CAST})
            plain = tell_all(stage, self.stdout.write)
            username, password, _ = DEMO_USERS[-1]
            tell_applicant(stage, demo_applicant(username, password))
            tell_meetings(stage)
        if options["cases"] > 0:
            multiply(plain, options["cases"], self.stdout.write)
        self.stdout.write("The demo is in place. Its fees, people and cases are samples.")


def mark_boards() -> None:
    """Say on every board that what it shows is a sample, and give it sample hours and a sample telephone."""
    for board in Board.objects.filter(is_sample=False):
        board.is_sample = True
        board.hours, board.phone = board.hours or HOURS, board.phone or PHONE
        board.save()


def demo_user(username: str, last_name: str, role: str, board: str) -> User:
    """The sample person of this name with their role; made once, then left as they are."""
    if found := User.objects.filter(username=username).first():
        return found
    password = next(row[1] for row in DEMO_USERS if row[0] == username)
    user = User.objects.create_user(username, password=password, first_name="Sample", last_name=last_name)
    Membership.objects.create(user=user, board=Board.objects.get(slug=board), role=role)
    if role == Membership.Role.ADMINISTRATOR:
        user.is_staff = True
        user.save()
        user.groups.add(administrators())
    return user
