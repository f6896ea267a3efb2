"""What every test may ask for: a browser page on a live server, and axe-core over what it shows."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client, TransactionTestCase
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import databases

# Playwright keeps an event loop in the test's thread, where Django would refuse to query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# A slow machine is no failure: no deadline per example. Under CI Hypothesis itself repeats the same examples.
hypothesis.settings.register_profile("office", hypothesis.settings(), deadline=None)
hypothesis.settings.load_profile("office")

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
]
ASKS_A_DATABASE = {"db", "transactional_db", "live_server"}
STARTED = pytest.StashKey[bool]()  # whether this process started the run, or is one of its workers
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `browser` what drives one and as `database` what asks one, so that `-m` may choose them."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "chromium" in fixtures:
            item.add_marker(pytest.mark.browser)
        case = getattr(item, "cls", None)
        of_django = isinstance(case, type) and issubclass(case, TransactionTestCase)
        if of_django or fixtures & ASKS_A_DATABASE or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)
    items.sort(key=_place)


# What takes long in one piece, or waits for much of its time.
LONG = ("test_pages.py", "test_kills.py", "test_permission_table.py", "test_security.py", "test_setup.py",
        "test_life.py")  # fmt: skip


def _place(item: pytest.Item) -> int:
    """The long ones first, so that no process waits at the end for another; then the browser's."""
    if item.path.name in LONG:
        return LONG.index(item.path.name)
    return len(LONG) + (item.get_closest_marker("browser") is None)


def pytest_configure(config: pytest.Config) -> None:
    """The folder of this run, for the processes that share it."""
    config.stash[STARTED] = databases.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder that settings made for this process: uploads, broker, keys; and that of the run."""
    shutil.rmtree(settings.VAR, ignore_errors=True)
    if config.stash.get(STARTED, False):
        databases.end()


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None, django_db_blocker: Any
) -> None:
    """The database of this process: pytest-django's, migrated once in a run and copied after that."""
    with django_db_blocker.unblock(), databases.or_migrated():
        request.getfixturevalue("django_db_setup")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, started once. Missing: the test is skipped, and under CI it fails."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        say = "No Chromium here, so no page was tested in a browser. Type: bin/system-packages test"
        if os.environ.get("CI"):
            pytest.fail(say)
        pytest.skip(say)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


def answered(within: float = 10) -> None:
    """Wait until the live server works on no request: on SQLite it shares the connection with the tests.

    What a page had still asked for would else meet the rows of the next test, or their deletion.
    """
    deadline = time.monotonic() + within
    while any("process_request_thread" in thread.name for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "The live server is still busy though every page is closed."
        time.sleep(0.01)


@pytest.fixture
def new_page(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """`new_page(**options)`: a page in a browser profile of its own, with the live server as its base.

    Options are those of Playwright's `new_context`; the default is a desk screen. The test fails at its
    end if a page raised a script error or tried something the content security policy forbids.
    """
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def make(**options: Any) -> Page:
        options = {"base_url": live_server.url, "viewport": DESK, "locale": "en-US"} | options
        context = chromium.new_context(**options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda line: trouble.append(line.text) if "Content Security Policy" in line.text else None,
        )
        return page

    yield make
    for context in contexts:
        context.close()
    answered()
    assert not trouble, "The browser complained:\n" + "\n".join(trouble)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page on a desk screen, 1280 px wide."""
    return new_page()


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A page on a phone, 390 px wide, with touch."""
    return new_page(viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def sign_in(live_server: Any) -> Callable[[Page, Any], None]:
    """`sign_in(page, user)`: that person's session in that page's profile, without the sign-in form."""

    def as_user(page: Page, user: Any) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    return as_user


# Only what is broken comes back, for the rest is long; null where the page has no axe-core yet.
ASK_AXE = """() => !("axe" in window) ? null
    : axe.run({resultTypes: ["violations"]}).then(found => found.violations.map(
    broken => [broken.id + ": " + broken.help, ...broken.nodes.map(node => "    " + node.html.slice(0, 200))]
))"""


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """`axe(page)`: fails, naming rule and element, if axe-core finds anything against WCAG 2.2 AA."""

    def look(page: Page) -> None:
        says: list[list[str]] | None = page.evaluate(ASK_AXE)
        if says is None:
            page.evaluate(AXE_SCRIPT)  # once in a document
            says = page.evaluate(ASK_AXE)
        assert says is not None, "axe-core did not start."
        assert not says, f"axe-core on {page.url}:\n" + "\n".join(line for broken in says for line in broken)

    return look
