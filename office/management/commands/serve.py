"""`manage.py serve`: the whole office on one machine, as one command that leaves nothing behind.

Starts the web server, the worker and the scheduler, starts again whichever dies, and ends all three on
Ctrl-C, on SIGTERM, and (Linux) when this command itself is killed.
"""

import contextlib
import ctypes
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0  # seconds before a dead child is started again; doubles each time
STEADY = 30.0  # seconds alive after which a child counts as well again
GRACE = 10.0  # seconds to finish a request or a task before the child is killed
AS_ROOT = "You're running the worker with superuser"  # a danger with pickled messages; ours are JSON
PR_SET_PDEATHSIG = 1  # linux/prctl.h: the signal a process gets when its parent dies


def tied_to(parent: int) -> Callable[[], None] | None:
    """What a child runs before it becomes its program: end when `parent` (a process id) ends.

    Linux only; elsewhere None, and a killed parent leaves its children to be ended by hand.
    """
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)

    def tie() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent died before the tie was made
            os._exit(1)

    return tie


class Child:
    """One of the processes: its name, how it is started, and when it may be started again."""

    def __init__(self, name: str, command: list[str], say: Callable[[str], None]) -> None:
        self.name, self.command, self.say = name, command, say
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.wait = FIRST_WAIT
        self.not_before = 0.0

    def keep_alive(self, environment: dict[str, str]) -> None:
        """Start the process unless it runs; after a death, only once its wait is over."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            if now - self.started > STEADY:
                self.wait = FIRST_WAIT
            code = self.process.returncode
            self.say(f"The {self.name} stopped ({code}). Starting it again in {self.wait:.0f} s.")
            self.not_before = now + self.wait
            self.wait = min(self.wait * 2, LONGEST_WAIT)
            self.process = None
        if self.process is None and now >= self.not_before:
            # A session of its own: Ctrl-C reaches this command alone, which then ends the children in order.
            self.process = subprocess.Popen(
                self.command,
                env=environment,
                cwd=settings.BASE_DIR,
                start_new_session=True,
                preexec_fn=tied_to(os.getpid()),
            )
            self.started = now

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and to what it started; nothing if it is gone."""
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it may end between the two lines
                os.killpg(self.process.pid, number)


class Command(BaseCommand):
    help = "Run the web server, the worker and the scheduler until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--host` and `--port`: where the web server listens."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Run until a signal asks to stop. Raises CommandError when the port is taken."""
        refuse_taken_port(host, port)
        stop = threading.Event()

        def ask_to_stop(number: int, frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, ask_to_stop)

        # Unless the environment says otherwise: QR codes lead here, and only what is wrong is logged.
        environment = {"SITE_ADDRESS": f"http://localhost:{port}", "LOG_LEVEL": "WARNING"} | dict(os.environ)
        children = [Child(name, command, self.say) for name, command in programs(host, port).items()]
        announced = False
        try:
            while not stop.is_set():
                for child in children:
                    child.keep_alive(environment)
                if not announced and answers(host, port):
                    announced = True
                    self.announce(port)
                stop.wait(0.25)
        finally:
            end_all(children)
        self.say("Stopped.")

    def announce(self, port: int) -> None:
        """Print the address, and the demo sign-ins if this database has the demo people."""
        self.say(f"\nThe permit office is open at http://localhost:{port}/   (Ctrl-C stops it)")
        rows = demo_sign_ins()
        name_width, word_width = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
        for username, password, what in rows:
            self.say(f"  {username:<{name_width}}  {password:<{word_width}}  {what}")
        self.say("")

    def say(self, line: str) -> None:
        """Print at once: output may be a pipe."""
        self.stdout.write(line)
        self.stdout.flush()


def programs(host: str, port: int) -> dict[str, list[str]]:
    """The three command lines, by the name they are called in messages."""
    python, celery = sys.executable, ["-m", "celery", "--app", "tisbury_boh", "--quiet"]
    web = ["--bind", f"{host}:{port}", "--worker-class", "gthread", "--workers", "1", "--threads", "4"]
    web += ["--graceful-timeout", "5", "--no-control-socket", "--log-level", "warning"]
    worker = ["worker", "--pool", "solo"]
    # With one worker there is nobody to gossip with; on the file broker such messages only pile up.
    worker += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return {
        "web server": [python, "-m", "gunicorn", "tisbury_boh.wsgi", *web],
        "worker": [python, "-W", f"ignore:{AS_ROOT}", *celery, *worker],
        # Its own process: a scheduler inside the worker outlives a worker that is killed.
        "scheduler": [python, *celery, "beat", "--pidfile", ""],
    }


def refuse_taken_port(host: str, port: int) -> None:
    """Raise CommandError, with what to type, when the web server could not listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as taken:
            raise CommandError(
                f"Cannot listen on port {port}: {taken}. If another program uses it, choose another port: "
                f"make run PORT={port + 1}"
            ) from taken


def answers(host: str, port: int) -> bool:
    """True once the web server accepts connections."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def demo_sign_ins() -> list[tuple[str, str, str]]:
    """(user name, password, what they may do) of the demo people in this database; none in production."""
    if not settings.DEBUG or importlib.util.find_spec("office.management.commands.demo") is None:
        return []
    from django.contrib.auth import get_user_model

    from office.management.commands.demo import DEMO_USERS

    present = set(get_user_model().objects.values_list("username", flat=True))
    return [row for row in DEMO_USERS if row[0] in present]


def end_all(children: list[Child]) -> None:
    """Ask every child to finish, wait up to GRACE seconds in all, kill what is left."""
    for child in children:
        child.signal(signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    for child in children:
        if child.process is not None:
            try:
                child.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.signal(signal.SIGKILL)
                child.process.wait()
