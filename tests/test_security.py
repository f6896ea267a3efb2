"""What a browser is told, what a download says, what a press needs, and what the log may hold."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from html.parser import HTMLParser
from typing import Any
from unittest import mock

import structlog
from django.conf import settings
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from office.actions import documents
from office.models import Case, Document
from office.uploads import PDF_POLICY, SANDBOX
from tests import people
from tests.test_permission_table import rows
from tests.world import DAY, HOLDER, SECRETS, Answer, InTheWorld, ask, pdf

PAGE_POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:",
    "font-src": "'self'", "connect-src": "'self'", "form-action": "'self'", "base-uri": "'none'",
    "frame-ancestors": "'none'",
}  # fmt: skip
TURNED_OFF = (
    "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "usb",
)  # fmt: skip


# --------------------------------------------------------------------------------------------- headers
def policy_of(header: str) -> dict[str, str]:
    """A content security policy by directive."""
    return {name: words for name, _, words in (part.strip().partition(" ") for part in header.split(";"))}


class TestHeaders(InTheWorld):
    def test_every_page_whoever_asks_and_whatever_comes(self) -> None:
        pages = {
            "/": 200, "/verify/{code}/": 200, "/sign-in/": 200, "/worklist/": 200, "/cases/{open}/": 200,
            "/admin/": 200, "/admin/office/case/": 200, "/nowhere/": 404, "/cases/{open}/pay/": 403,
            "/sign-out/": 405,
        }  # fmt: skip
        for address, status in pages.items():
            role = "visitor" if address == "/sign-in/" else "admin"
            came = ask(self.world, address.format(**self.world.names), role)
            assert came.status == status, str(came)
            assert policy_of(came.headers["Content-Security-Policy"]) == PAGE_POLICY, str(came)
            self.assert_the_rest(came)

    def assert_the_rest(self, came: Answer) -> None:
        assert came.headers["X-Content-Type-Options"] == "nosniff", str(came)
        assert came.headers["X-Frame-Options"] == "DENY", str(came)
        assert came.headers["Referrer-Policy"] == "same-origin", str(came)
        assert came.headers["Cross-Origin-Opener-Policy"] == "same-origin", str(came)
        off = {part.strip() for part in came.headers["Permissions-Policy"].split(",")}
        assert off == {f"{name}=()" for name in TURNED_OFF}, str(came)

    def test_a_page_led_elsewhere_says_the_same(self) -> None:
        came = ask(self.world, "/worklist/", "visitor")
        assert came.status == 302
        assert policy_of(came.headers["Content-Security-Policy"]) == PAGE_POLICY
        self.assert_the_rest(came)

    def test_a_paper_is_shown_alone_and_kept_by_no_cache(self) -> None:
        for address in ("/documents/{file}/", "/receipts/{receipt}/receipt.pdf", "/cases/{done}/permit.pdf"):
            came = ask(self.world, address.format(**self.world.names), "clerk")
            assert came.status == 200
            assert came.headers["Content-Type"] == "application/pdf"
            assert came.headers["Content-Disposition"].startswith("inline; ")
            assert came.headers["Content-Security-Policy"] == PDF_POLICY
            assert came.headers["Cache-Control"] == "private, no-store"
            self.assert_the_rest(came)
        # No script; inline style alone, in which the browser's own PDF reader lays itself out.
        assert policy_of(PDF_POLICY) == {
            "default-src": "'none'", "object-src": "'self'", "style-src": "'unsafe-inline'",
            "frame-ancestors": "'self'",
        }  # fmt: skip

    def test_a_download_may_do_nothing(self) -> None:
        came = ask(self.world, "/documents/{file}/?save".format(**self.world.names), "clerk")
        assert came.headers["Content-Disposition"].startswith("attachment; ")
        assert came.headers["Content-Security-Policy"] == SANDBOX
        assert "unsafe" not in SANDBOX
        self.assert_the_rest(came)

    def test_a_permit_printed_before_a_worker_came_is_the_same_and_writes_nothing(self) -> None:
        address = "/cases/{done}/permit.pdf".format(**self.world.names)
        stored = ask(self.world, address, "clerk")
        paper = Document.objects.get(source="paper")
        Document.objects.filter(pk=paper.pk).delete()
        made = ask(self.world, address, "clerk")
        assert made.body == stored.body
        assert not made.wrote
        for name in ("Content-Type", "Content-Disposition", "Content-Security-Policy", "Cache-Control"):
            assert made.headers[name] == stored.headers[name]

    def test_public_pages_may_be_kept_by_anybody_and_a_signed_in_persons_by_nobody(self) -> None:
        for address in ("/", "/permits/", "/register/"):
            assert "public" in ask(self.world, address, "visitor").headers["Cache-Control"]
            assert ask(self.world, address, "clerk").headers["Cache-Control"] == "private, no-store"

    def test_the_session_cookie_is_out_of_reach_of_script_and_of_other_sites(self) -> None:
        client = Client()
        client.post("/sign-in/", {"username": people.clerk().username, "password": people.PASSWORD})
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["max-age"] == 12 * 60 * 60

    def test_signing_in_leads_nowhere_outside(self) -> None:
        said = {"username": people.clerk().username, "password": people.PASSWORD}
        for next_page in (
            "https://evil.example/",
            "//evil.example/",
            "javascript:alert(1)",
            "/\\evil.example",
        ):
            came = Client().post("/sign-in/", said | {"next": next_page})
            assert came.status_code == 302
            assert came["Location"] == "/worklist/", next_page


# ------------------------------------------------------------------------------------------- downloads
ODD_NAMES = (
    'plan".pdf', "plan;filename=evil.exe.pdf", "plan\r\nSet-Cookie: a=b.pdf", "../../etc/passwd.pdf",
    "C:\\Users\\me\\plan.pdf", "план участка.pdf", "pl\u202efdp.exe.pdf", "a" * 300 + ".pdf", ".pdf",
    "%00%0d%0a.pdf", "o'brien’s plan – 1.pdf", "   .pdf",
)  # fmt: skip


class TestDownloads(InTheWorld):
    def test_an_odd_name_breaks_no_header_and_leaves_its_folder(self) -> None:
        case = Case.objects.get(number=self.world.names["open"])
        for odd in ODD_NAMES:
            file = pdf("plan.pdf")
            file._name = odd  # as a hostile browser sends it; Django would clean the name
            with mock.patch.object(SimpleUploadedFile, "name", odd):
                kept = documents.attach(
                    case, file=file, label=f"Plan {odd[:50]!r}", on=DAY, by=people.clerk()
                )
            for ask_for in ("", "?save"):
                came = ask(self.world, reverse("document", args=[kept.pk]) + ask_for, "clerk")
                assert came.status == 200
                self.assert_plain_name(came.headers["Content-Disposition"])
                assert "Set-Cookie" not in came.headers
            page = ask(self.world, f"/cases/{case.number}/", "clerk").body
            assert "\u202e" not in page

    def assert_plain_name(self, disposition: str) -> None:
        """One header line, with one name: a PDF's, of no folder, at most 120 characters."""
        assert disposition.isprintable(), disposition
        header = Message()
        header["Content-Disposition"] = disposition
        name = header.get_filename("")
        assert name.endswith(".pdf")
        assert not set(name) & set('/\\":\u202e'), name
        assert len(name) <= 120


# ------------------------------------------------------------------------------------------------ CSRF
class TestPresses(InTheWorld):
    def test_every_press_needs_the_token_of_its_page(self) -> None:
        for row in rows():
            # Which language one reads does no harm, and its button stands on pages kept for everybody.
            if row.address == "/language/":
                continue
            for role in ("visitor", "clerk", "admin"):
                client = self.world.client(role, enforce_csrf_checks=True)
                came = client.post(row.at(self.world))
                assert came.status_code == 403, f"{row.address} as {role}: {came.status_code}"
                assert b"Not saved: this page was open too long" in came.content, row.address

    def test_with_the_token_it_is_a_press(self) -> None:
        client = self.world.client("clerk", enforce_csrf_checks=True)
        address = "/cases/{open}/notes/new/".format(**self.world.names)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(address).content.decode())
        assert token is not None
        said = {"text": "Called back.", "on": "2026-06-01", "csrfmiddlewaretoken": token[1]}
        assert client.post(address, said).status_code == 302


# ------------------------------------------------------------------------- nothing inline, nothing foreign
class Inline(HTMLParser):
    """Collects what the policy would block: inline script or style, and what is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        runs = tag == "script" and held.get("type", "") not in ("application/json", "text/plain")
        if tag == "style" or (runs and not held.get("src")):
            self.found.append(f"<{tag}>")
        for name, value in held.items():
            if name == "style" or name.startswith("on") or name in ("hx-on", "srcdoc"):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name in ("href", "src", "action", "formaction") and value.strip().lower().startswith(
                "javascript:"
            ):
                self.found.append(f"<{tag} {name}={value!r}>")
        fetched = held.get("src", "") if tag != "link" else held.get("href", "")
        ours = fetched.startswith("/") and not fetched.startswith("//")
        if fetched and not ours and not fetched.startswith("data:image/"):
            self.found.append(f"<{tag}> from {fetched}")


class TestPages(InTheWorld):
    def test_no_page_of_the_table_holds_inline_script_or_style(self) -> None:
        seen = 0
        for row in rows():
            for role, method in (("visitor", "GET"), ("clerk", "GET"), ("clerk", "POST"), ("admin", "GET")):
                came = ask(self.world, row.at(self.world), role, method)
                if came.headers.get("Content-Type", "").startswith("text/html") and came.body:
                    parser = Inline()
                    parser.feed(came.body)
                    assert not parser.found, f"{came}: {parser.found}"
                    seen += 1
        assert seen > 100

    def test_nor_does_what_is_found_at_the_counter_or_in_the_tables(self) -> None:
        names = self.world.names
        for role, address in (
            ("clerk", "/counter/?q=sample"), ("clerk", "/find/?q=sample"), ("visitor", "/register/?q=zz"),
            ("visitor", "/verify/?code=x"), ("clerk", f"/counter/dumpster/?name={names['open']}"),
            ("admin", "/admin/office/case/"), ("admin", "/admin/office/feeamount/add/"),
            ("admin", "/admin/office/party/add/"), ("admin", "/admin/office/user/"),
        ):  # fmt: skip
            came = ask(self.world, address, role)
            parser = Inline()
            parser.feed(came.body)
            assert not parser.found, f"{came}: {parser.found}"


# ------------------------------------------------------------------------------------------------- the log
class TestLog(InTheWorld):
    """The log says what happened and where, never who."""

    @contextmanager
    def log(self) -> Iterator[io.StringIO]:
        """Everything any logger writes meanwhile, as the office's own formatter writes it."""
        out = io.StringIO()
        handler = logging.StreamHandler(out)
        handler.setFormatter(self.line())
        root = logging.getLogger()
        level = root.level
        root.addHandler(handler)
        root.setLevel(logging.DEBUG)
        try:
            yield out
        finally:
            root.removeHandler(handler)
            root.setLevel(level)

    def line(self) -> logging.Formatter:
        made: dict[str, Any] = dict(settings.LOGGING["formatters"]["line"])
        return structlog.stdlib.ProcessorFormatter(
            processors=made["processors"], foreign_pre_chain=made["foreign_pre_chain"]
        )

    def test_looking_at_a_case_and_searching_by_name_tell_no_names(self) -> None:
        case = self.world.names["open"]
        client = self.world.client("clerk")
        with self.log() as out:
            client.get(f"/cases/{case}/", headers={"User-Agent": "Phone of Zebulon Quahog"})
            client.get("/find/", {"q": HOLDER["name"]}, REMOTE_ADDR="203.0.113.77")
            client.get("/counter/", {"q": HOLDER["email"], "name": HOLDER["name"]})
            client.get("/register/", {"q": HOLDER["phone"]})
            client.post(f"/cases/{case}/notes/new/", {"text": f"{HOLDER['name']} called", "on": "2026-06-01"})
            client.post("/counter/complaint/", {"who-name": HOLDER["name"], "who-email": "no address"})
        written = out.getvalue()
        self.assert_nobody(written)
        assert "203.0.113.77" not in written
        lines = [json.loads(line) for line in written.splitlines() if '"request_finished"' in line]
        assert {line["request"] for line in lines} >= {f"GET /cases/{case}/", "GET /find/", "GET /counter/"}
        assert {line["user_id"] for line in lines} == {people.clerk().pk}

    def test_signing_in_well_or_badly_tells_no_names_and_no_passwords(self) -> None:
        clerk = people.clerk()
        with self.log() as out:
            Client().post("/sign-in/", {"username": clerk.username, "password": people.PASSWORD})
            Client().post("/sign-in/", {"username": HOLDER["email"], "password": "hunter2-in-clear"})
            Client().post("/admin/login/", {"username": HOLDER["email"], "password": "hunter2-in-clear"})
            Client().post("/sign-in/code/", {"email": HOLDER["email"]})
            Client().post("/account/new/", {"email": HOLDER["email"], "first_name": HOLDER["name"]})
        written = out.getvalue()
        self.assert_nobody(written)
        for secret in (people.PASSWORD, "hunter2", clerk.username, clerk.first_name + " " + clerk.last_name):
            assert secret not in written
        assert written.count('"request_finished"') == 5
        mailed = "".join(str(letter.body) for letter in mail.outbox)
        (code,) = re.findall(r"^    ([A-Z]{4}-[A-Z]{4})$", mailed, re.M)
        assert code not in written

    def test_an_error_of_the_database_is_told_without_what_it_quotes(self) -> None:
        quoted = (
            'duplicate key value violates unique constraint "party"\n'
            f"DETAIL:  Key (email)=({HOLDER['email']}) already exists.\n"
            f"two lines of a note: '{HOLDER['name']}'\n"
            f"LINE 1: ...WHERE phone = '{HOLDER['phone']}'\n"
        )
        client = self.world.client("clerk")
        with self.log() as out, mock.patch("office.views.cases.case_or_404", side_effect=ValueError(quoted)):
            assert client.get("/cases/{open}/".format(**self.world.names)).status_code == 500
        written = out.getvalue()
        assert "duplicate key value" in written
        self.assert_nobody(written)

    def assert_nobody(self, written: str) -> None:
        assert written
        told = [secret for secret in SECRETS if secret in written or secret.replace(" ", "+") in written]
        assert not told, written[:2000]
        assert HOLDER["email"].replace("@", "%40") not in written
