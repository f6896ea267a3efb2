"""The set-up itself: settings that fail loudly, headers, logs, and `manage.py serve` that leaves nothing."""

import importlib.machinery
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from django.conf import settings

from tisbury_boh.logs import without_personal_data

ROOT = Path(settings.BASE_DIR)
NAMES = (
    "DEBUG", "SECRET_KEY", "SITE_ADDRESS", "ALLOWED_HOSTS", "DATABASE_URL", "VAR_DIR", "BEHIND_PROXY",
    "EMAIL_URL", "DEFAULT_FROM_EMAIL", "STAFF_MFA", "SECRET_KEY_FALLBACKS",
)  # fmt: skip
PRODUCTION = {
    "DEBUG": "0", "SECRET_KEY": "k" * 60, "SITE_ADDRESS": "https://permits.example.gov",
    "EMAIL_URL": "smtp+tls://office:pass-word-xq@mail.example.gov",
    "DEFAULT_FROM_EMAIL": "permits@example.gov",
}  # fmt: skip


def environment(**values: str) -> dict[str, str]:
    """This process's environment with only `values` of our own variables set."""
    return {name: value for name, value in os.environ.items() if name not in NAMES} | values


# ---- Settings


def load_settings(tmp_path: Path, **values: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a fresh process and print what the tests below look at."""
    look = (
        "import environ; environ.Env.read_env = lambda *a, **k: None\n"  # not this machine's own .env
        "from tisbury_boh import settings as s\n"
        "print(s.DATABASES['default']['ENGINE'], s.ALLOWED_HOSTS, s.SESSION_COOKIE_SECURE,"
        " s.STAFF_MFA, s.SECRET_KEY)"
    )
    command = [sys.executable, "-c", look]
    values = {"VAR_DIR": str(tmp_path)} | values
    return subprocess.run(command, env=environment(**values), cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "Set SECRET_KEY"),
        (PRODUCTION | {"SECRET_KEY": ""}, "Set SECRET_KEY"),
        (PRODUCTION | {"SITE_ADDRESS": ""}, "Set SITE_ADDRESS"),
        (PRODUCTION | {"SITE_ADDRESS": "http://permits.example.gov"}, "Begin it with https://"),
        (PRODUCTION | {"DEBUG": "flase"}, 'DEBUG is "flase". Set it to 1 or 0.'),
        (PRODUCTION | {"EMAIL_URL": ""}, "Set EMAIL_URL"),
        (PRODUCTION | {"EMAIL_URL": "http://office:pass-word-xq@mail"}, "Begin it with smtp, smtp+tls"),
        (PRODUCTION | {"EMAIL_URL": "smtp://"}, "EMAIL_URL cannot be used"),
        (PRODUCTION | {"DEFAULT_FROM_EMAIL": ""}, "Set DEFAULT_FROM_EMAIL"),
        (PRODUCTION | {"DEFAULT_FROM_EMAIL": "Permits"}, "Give an e-mail address"),
        (PRODUCTION | {"DATABASE_URL": "office"}, "Use postgresql:// or sqlite:///"),
        (PRODUCTION | {"DATABASE_URL": "mysql://root@127.0.0.1/office"}, "Use postgresql:// or sqlite:///"),
    ],
)
def test_settings_that_cannot_be_used_stop_the_start(
    tmp_path: Path, values: dict[str, str], says: str
) -> None:
    ran = load_settings(tmp_path, **values)
    assert ran.returncode != 0
    assert says in ran.stderr
    assert "pass-word-xq" not in ran.stderr


def test_production_settings(tmp_path: Path) -> None:
    said = {"DATABASE_URL": "postgresql://office@127.0.0.1/office", "STAFF_MFA": "0"}
    ran = load_settings(tmp_path, **PRODUCTION, **said)
    assert ran.stdout.split(maxsplit=1)[0] == "django.db.backends.postgresql", ran.stderr
    # Secure cookies, and the second step of staff whatever STAFF_MFA says.
    assert "['permits.example.gov'] True True kkk" in ran.stdout
    assert not (tmp_path / "secret-key").exists()


def test_one_machine_keeps_the_key_it_made(tmp_path: Path) -> None:
    first, second = (load_settings(tmp_path, DEBUG="1").stdout for _ in range(2))
    assert first == second
    assert first.split()[-1] == (tmp_path / "secret-key").read_text()
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_tests_write_outside_the_checkout() -> None:
    for folder in (settings.VAR, settings.PRIVATE_ROOT, settings.STATIC_ROOT):
        assert ROOT not in Path(folder).parents


# ---- Headers


@pytest.mark.django_db
def test_every_page_forbids_what_is_not_ours(client: Any) -> None:
    headers = client.get("/admin/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]


def test_the_admin_works_under_that_policy(new_page: Callable[..., Any], django_user_model: Any) -> None:
    django_user_model.objects.create_superuser("root", password="counter-and-dock-9")
    page = new_page()
    page.goto("/admin/")
    page.get_by_label("User name or e-mail address").fill("root")
    page.get_by_label("Password", exact=True).fill("counter-and-dock-9")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Add", exact=False).first.click()
    page.get_by_role("button", name="Save", exact=True).wait_for()
    # admin's own style came through: its header is colored
    color = page.locator("#header").evaluate("element => getComputedStyle(element).backgroundColor")
    assert color != "rgba(0, 0, 0, 0)"


# ---- Logs


def test_log_lines_carry_no_personal_data() -> None:
    event = {
        "request": "GET /worklist/?q=Maria+Silva",
        "user_agent": "Phone of Maria",
        "exception": "IntegrityError: duplicate key\nDETAIL:  Key (email)=(maria@example.org) exists.\n\n"
        "The above exception was the direct cause of the following exception:\nmore",
    }
    cut = without_personal_data(None, "info", event)
    assert cut["request"] == "GET /worklist/"
    assert "aria" not in str(cut)
    assert cut["exception"].endswith("exception:\nmore")
    assert "DETAIL: cut from the log\n\nThe above" in cut["exception"]


def test_log_lines_do_not_carry_the_address_of_a_private_feed() -> None:
    event = {
        "request": "GET /calendar/private/k3y-of-Maria.ics",
        "event": '"GET /calendar/private/k3y-of-Maria.ics HTTP/1.1" 200 10',
    }
    cut = without_personal_data(None, "info", event)
    assert cut["request"] == "GET /calendar/private/…"
    assert cut["event"] == '"GET /calendar/private/… HTTP/1.1" 200 10'


# ---- Files of the set-up


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_by_hash_and_name_no_address(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    packages = [line for line in lines if line and not line.startswith((" ", "#"))]
    assert packages
    assert all("==" in line and line.endswith("\\") for line in packages)
    assert not [line for line in lines if "://" in line or "file:" in line or line.startswith("--")]


def test_compose_checks_the_health_of_all_it_starts() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert set(services) == {"web", "worker", "scheduler", "database", "redis"}
    assert all(service["healthcheck"]["test"] for service in services.values())


@pytest.fixture
def system_packages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`bin/system-packages` on a machine with apt-get, where we are not root and Chromium is missing."""
    loader = importlib.machinery.SourceFileLoader("system_packages", str(ROOT / "bin" / "system-packages"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    monkeypatch.setattr(module, "CHROMIUM", module.CHROMIUM._replace(present=lambda: False))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None)
    return module


def test_a_missing_browser_is_named_and_left_out(
    system_packages: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert system_packages.main("test") == 0
    says = capsys.readouterr().out
    assert "Type: sudo apt-get update && sudo apt-get install chromium\n" in says
    assert "Going on without the browser tests." in says


def test_under_ci_a_missing_browser_is_a_failure(
    system_packages: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", "1")
    assert system_packages.main("test") == 1
    assert "Going on" not in capsys.readouterr().out


# ---- manage.py serve


class Office:
    """A running `manage.py serve` with a database and a broker folder of its own.

    The first is migrated by `manage.py migrate`, as by `make run`, and leaves a copy for the next one.
    """

    def __init__(self, folder: Path, migrated: Path) -> None:
        self.mark = uuid.uuid4().hex  # in the environment of all it starts, so that none can hide
        self.port = free_port()
        values = {"DEBUG": "1", "LOG_LEVEL": "INFO", "VAR_DIR": str(folder), "TEST_MARK": self.mark}
        values["CELERY_QUEUE"] = f"{os.environ.get('CELERY_QUEUE', 'test')}-{self.mark}"
        self.environment = environment(**values)
        self.log = folder / "serve.log"
        file = folder / "office.sqlite3"
        if migrated.exists():
            shutil.copyfile(migrated, file)
        else:
            assert self.manage("migrate", "--verbosity", "0").wait(120) == 0, self.log.read_text()
            shutil.copyfile(file, migrated)
        self.process = self.manage("serve", "--port", str(self.port))

    def manage(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command of manage.py that writes to the log."""
        with self.log.open("ab") as log:
            command = [sys.executable, "manage.py", *arguments]
            return subprocess.Popen(command, env=self.environment, cwd=ROOT, stdout=log, stderr=log)

    def wait_for(self, what: str, happened: Callable[[], Any], seconds: float = 60) -> Any:
        """Poll until `happened` gives something; fail with the log after `seconds`."""
        deadline = time.monotonic() + seconds
        while not (found := happened()):
            if time.monotonic() > deadline:
                pytest.fail(f"{what}: not within {seconds} s. The log ends:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.25)
        return found

    def answers(self) -> bool:
        """True when the home page comes."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=10) as answer:
                return answer.status == 200
        except (urllib.error.URLError, ConnectionError):
            return False

    def processes(self) -> dict[int, str]:
        """Process id and command line of everything alive that carries the mark."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # it ended while we looked, or is not ours to read
        return found

    def running(self, part: str) -> list[int]:
        """Ids of the processes whose command line has `part`, oldest first."""
        return sorted(number for number, line in self.processes().items() if part in line)

    def gone(self) -> bool:
        """True when nothing is left."""
        return not self.processes()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first office leaves its migrated database for the next."""
    return tmp_path_factory.mktemp("migrated") / "office.sqlite3"


@pytest.fixture
def office(tmp_path: Path, migrated: Path) -> Iterator[Office]:
    """The office, open: web server answering, worker and scheduler started."""
    if sys.platform != "linux":
        pytest.skip("Counting what is left behind reads /proc, which only Linux has.")
    office = Office(tmp_path, migrated)
    try:
        office.wait_for("The home page", office.answers)
        for part in ("gunicorn", " worker ", " beat "):
            office.wait_for(part, lambda part=part: office.running(part))
        yield office
    finally:
        for number in office.processes():
            os.kill(number, signal.SIGKILL)
        office.process.wait(10)


def test_serve_restarts_what_dies_and_ends_everything_when_told(office: Office) -> None:
    office.wait_for("The address", lambda: f"http://localhost:{office.port}/" in office.log.read_text())

    (worker,) = office.running(" worker ")
    os.kill(worker, signal.SIGKILL)
    office.wait_for("A second worker", lambda: set(office.running(" worker ")) - {worker})

    wake = "import tisbury_boh.celery as c; c.app.send_task('office.tasks.sweep')"
    subprocess.run([sys.executable, "-c", wake], env=office.environment, cwd=ROOT, check=True, timeout=60)
    office.wait_for("The sweep", lambda: "office.tasks.sweep" in office.log.read_text())
    office.wait_for("The end of the sweep", lambda: " succeeded in " in office.log.read_text())

    office.process.send_signal(signal.SIGTERM)
    assert office.process.wait(30) == 0
    assert office.gone(), office.processes()


def test_nothing_is_left_behind_when_serve_is_killed(office: Office) -> None:
    office.process.kill()
    office.process.wait(10)
    office.wait_for("The end of its children", office.gone, seconds=30)


def test_a_taken_port_is_named_with_what_to_type(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        command = [sys.executable, "manage.py", "serve", "--port", port]
        values = environment(DEBUG="1", VAR_DIR=str(tmp_path))
        ran = subprocess.run(command, env=values, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert f"Cannot listen on port {port}" in ran.stderr
    assert f"make run PORT={int(port) + 1}" in ran.stderr
