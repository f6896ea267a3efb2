"""What the frame of a page knows: whose office, how to reach it, which links, in one query."""

from dataclasses import replace
from datetime import date
from typing import Any

import time_machine
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory, TestCase

from office.context_processors import frame
from office.kinds import NavLink
from office.models import Board, Membership, User
from tests.office import toys


class FrameTests(TestCase):
    def setUp(self) -> None:
        Board.objects.all().delete()
        self.health = Board.objects.create(
            slug="t-health", name="Board of Health", town="Tisbury", state="MA"
        )
        self.user = User.objects.create(username="jo", is_staff=False)

    def shown(self, user: Any = None, path: str = "/worklist/") -> dict[str, Any]:
        request = RequestFactory().get(path)
        request.user = user or AnonymousUser()
        return frame(request)

    def second_board(self) -> Board:
        return Board.objects.create(
            slug="b-con", name="Conservation Commission", town="Barnstable", state="MA"
        )

    def test_one_query_however_often_it_is_shown_and_none_when_it_is_not(self) -> None:
        with self.assertNumQueries(0):
            context = self.shown(self.user)
        with self.assertNumQueries(1):
            for _ in range(2):
                (
                    str(context["office_name"]),
                    str(context["office"]),
                    list(context["nav"]),
                    list(context["my_boards"]),
                )

    def test_two_renderings_of_one_request_share_it(self) -> None:
        request = RequestFactory().get("/")
        request.user = AnonymousUser()
        with self.assertNumQueries(1):
            str(frame(request)["office"]), str(frame(request)["office"])

    def test_a_member_sees_their_own_board_first(self) -> None:
        other = self.second_board()
        Membership.objects.create(user=self.user, board=other, role="clerk")
        Membership.objects.create(user=self.user, board=other, role="administrator")
        context = self.shown(self.user)
        assert context["office"] == other
        assert context["office_name"] == "Barnstable Conservation Commission"
        assert list(context["my_boards"]) == [other]

    def test_the_public_reads_the_town_while_there_is_only_one(self) -> None:
        assert self.shown()["office_name"] == "Town of Tisbury permits"
        self.second_board()
        assert self.shown()["office_name"] == "Permit office"
        assert self.shown()["office"] == self.health

    def test_an_empty_database_still_has_a_frame(self) -> None:
        Board.objects.all().delete()
        context = self.shown()
        assert not context["office"]
        assert context["office_name"] == "Permit office"

    def test_links_of_staff_public_and_administrators(self) -> None:
        labels = [item.label for item in self.shown()["nav"]]
        assert labels == ["Permits", "Register", "Check a permit", "Meetings", "Calendar"]
        labels = [item.label for item in self.shown(self.user)["nav"]]
        signed_in = ["My cases", "Permits", "Register", "Check a permit", "Meetings", "Calendar"]
        assert labels == signed_in, "signed in, and on no board"
        Membership.objects.create(user=self.user, board=self.health, role="inspector")
        labels = [item.label for item in self.shown(self.user)["nav"]]
        assert labels == ["Worklist", "Meetings", "Calendar", "Register"]
        Membership.objects.create(user=self.user, board=self.health, role="clerk")
        labels = [item.label for item in self.shown(self.user)["nav"]]
        assert labels == ["Worklist", "Counter", "Mail", "Meetings", "Calendar", "Register"]
        self.user.is_staff = True
        labels = [item.label for item in self.shown(self.user)["nav"]]
        assert labels == ["Worklist", "Counter", "Mail", "Meetings", "Calendar", "Register", "Admin"]

    def test_a_slices_page_is_linked_for_its_roles_on_its_boards(self) -> None:
        link = NavLink("New toy", "closures", "ticket", ("clerk", "inspector"))
        kind = replace(toys.TOY, boards=("t-health",), nav=(link,))
        # Declared by two kinds it is shown once.
        with toys.registered(kind), toys.registered(replace(kind, slug="other-toy")):
            other = Membership.objects.create(user=self.user, board=self.second_board(), role="inspector")
            member = Membership.objects.create(user=self.user, board=self.health, role="member")
            labels = ["Worklist", "Meetings", "Calendar", "Register"]
            assert [item.label for item in self.shown(self.user)["nav"]] == labels, "of another board"
            member.role = "inspector"
            member.save()
            nav = self.shown(self.user, "/closures/")["nav"]
            assert [(item.label, item.href, item.current) for item in nav] == [
                ("Worklist", "/worklist/", ""),
                ("New toy", "/closures/", "page"),
                ("Meetings", "/meetings/", ""),
                ("Calendar", "/calendar/", ""),
                ("Register", "/register/", ""),
            ]
            other.delete()
            Membership.objects.create(user=self.user, board=self.health, role="clerk")
            labels = ["Worklist", "Counter", "Mail", "New toy", "Meetings", "Calendar", "Register"]
            with self.assertNumQueries(1):
                assert [item.label for item in self.shown(self.user)["nav"]] == labels

    def test_the_current_page_is_marked(self) -> None:
        Membership.objects.create(user=self.user, board=self.health, role="clerk")
        for path, marks in {
            "/worklist/": ["page", "", "", "", "", ""],
            "/worklist/overdue/": ["true", "", "", "", "", ""],
            "/cases/DU-2026-001/": ["", "", "", "", "", ""],
        }.items():
            assert [item.current for item in self.shown(self.user, path)["nav"]] == marks

    def test_today_is_the_day_in_new_york(self) -> None:
        with time_machine.travel("2026-06-02T03:30:00+00:00", tick=False):
            assert self.shown()["today"] == date(2026, 6, 1)
