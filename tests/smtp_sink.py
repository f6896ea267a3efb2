"""A mail server that delivers nothing: a process of its own which keeps on disk whatever it accepts.

    with Sink(folder) as sink:
        with override_settings(**sink.settings()): …      # or sink.environment(), for a process of its own
        sink.order(at="rcpt", reply="450 4.2.1 Busy", times=2)
        …
        assert [mail.message_id for mail in sink.mails()] == […]

What a test uses
----------------
`Sink(folder, seconds=600)` starts in `with` (or `start()`, `stop()`) and listens on 127.0.0.1 at `sink.port`.
`sink.stop()` then `sink.start()` is a server that was away: port and mails stay, orders do not.
`sink.settings()`       EMAIL_… settings for Django's `override_settings`.
`sink.environment()`    the variable EMAIL_URL, for a process started with the project's settings.
`sink.mails()`          what was accepted, in order, each a `Mail`: message_id, to, subject, text and so on.
`sink.message_ids()`    the Message-IDs alone, in order, as fast as the disk: for thousands of mails.
`sink.wait_for(n)`      waits until `n` mails are on disk; AssertionError after `within` seconds.
`sink.order(…)`         how it is to behave from now on; the first order that fits is done.
`sink.no_orders()`      takes all orders back.

An order has a stage `at`, in the course of a mail: "connect", "mail", "rcpt", "data", "body" (all received,
nothing kept), "stored" (kept on disk, **the server has accepted**, its answer not yet given). It says what
happens there: `reply="550 5.1.1 No such person"` answers that, `drop=True` closes the connection, `wait=2.5`
waits that many seconds and goes on. `to="part of an address"` limits it, `times=3` ends it after three mails.
A client killed while the server waits at "stored" leaves an accepted mail it knows nothing of.

It ends by itself after `seconds`, and as soon as the process that started it is gone.
As a command: `python tests/smtp_sink.py FOLDER --port 2525 --seconds 600`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import email
import email.policy
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

ORDERS = "orders.json"
PORT = "port"
ENVELOPE = "X-Sink-Envelope-To"


# ------------------------------------------------------------------------------------ what a test uses
@dataclass(frozen=True)
class Mail:
    """A mail the server accepted."""

    message_id: str
    to: list[str]
    subject: str
    text: str
    attachments: dict[str, bytes]
    file: Path

    @classmethod
    def read(cls, file: Path) -> Mail:
        mail: Any = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        body = mail.get_body(preferencelist=("plain",))
        return cls(
            message_id=str(mail["Message-ID"]).strip(),
            to=str(mail[ENVELOPE]).split(),
            subject=str(mail["Subject"]),
            text="" if body is None else "\n".join(body.get_content().splitlines()) + "\n",
            attachments={part.get_filename(): part.get_content() for part in mail.iter_attachments()},
            file=file,
        )


class Sink:
    """The server as a test holds it."""

    def __init__(self, folder: Path | str, *, seconds: float = 600) -> None:
        self.folder = Path(folder)
        self.seconds = seconds
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._orders: list[dict[str, Any]] = []
        self._ordered = 0

    def start(self) -> Sink:
        """Start the process and wait until it listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / PORT).unlink(missing_ok=True)
        self.no_orders()
        command = [sys.executable, __file__, str(self.folder)]
        command += ["--port", str(self.port), "--seconds", str(self.seconds)]
        self.process = subprocess.Popen(command)
        deadline = time.monotonic() + 20
        while not (self.folder / PORT).exists():
            assert self.process.poll() is None, "The mail server ended before it listened."
            assert time.monotonic() < deadline, "The mail server does not listen after 20 seconds."
            time.sleep(0.02)
        self.port = int((self.folder / PORT).read_text())
        return self

    def stop(self) -> None:
        """End the process; what it kept stays."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None

    def __enter__(self) -> Sink:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def settings(self) -> dict[str, Any]:
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": self.port,
            "EMAIL_HOST_USER": "",
            "EMAIL_HOST_PASSWORD": "",
            "EMAIL_USE_TLS": False,
            "EMAIL_USE_SSL": False,
            "EMAIL_TIMEOUT": 10,
        }

    def environment(self) -> dict[str, str]:
        return {"EMAIL_URL": f"smtp://127.0.0.1:{self.port}"}

    def order(
        self,
        *,
        at: str,
        reply: str = "",
        drop: bool = False,
        wait: float = 0,
        to: str = "",
        times: int | None = None,
    ) -> None:
        assert at in ("connect", "mail", "rcpt", "data", "body", "stored"), at
        self._ordered += 1
        order = {"at": at, "reply": reply, "drop": drop, "wait": wait, "to": to, "times": times}
        self._orders.append({"number": self._ordered, **order})
        self._give_orders()

    def no_orders(self) -> None:
        self._orders = []
        self._give_orders()

    def _give_orders(self) -> None:
        # Written aside and moved into place: the server never reads half of it.
        draft = self.folder / f"{ORDERS}.new"
        draft.write_text(json.dumps(self._orders))
        draft.replace(self.folder / ORDERS)

    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.eml"))

    def mails(self) -> list[Mail]:
        return [Mail.read(file) for file in self.files()]

    def message_ids(self) -> list[str]:
        return [_message_id(file.read_bytes()) for file in self.files()]

    def wait_for(self, number: int, *, within: float = 30) -> list[Path]:
        deadline = time.monotonic() + within
        while len(found := self.files()) < number:
            assert time.monotonic() < deadline, f"{len(found)} of {number} mails after {within} seconds."
            time.sleep(0.02)
        return found


def _message_id(content: bytes) -> str:
    for line in content.splitlines():
        if line.lower().startswith(b"message-id:"):
            return line.partition(b":")[2].strip().decode()
    return ""


# ------------------------------------------------------------------------------------------ the server
class Hangup(Exception):
    """The conversation ends here."""


class Server:
    """One folder, and however many conversations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = max((int(file.stem) for file in folder.glob("*.eml")), default=0)
        self.used: dict[int, int] = {}  # by the order's number

    def order_for(self, stage: str, to: list[str]) -> dict[str, Any] | None:
        """The first standing order for this stage, counted as used."""
        orders: list[dict[str, Any]] = json.loads((self.folder / ORDERS).read_bytes())
        for order in orders:
            used = self.used.get(order["number"], 0)
            spent = order["times"] is not None and used >= order["times"]
            meant = not order["to"] or any(order["to"] in address for address in to)
            if order["at"] == stage and meant and not spent:
                self.used[order["number"]] = used + 1
                return order
        return None

    def keep(self, content: bytes, to: list[str]) -> None:
        """Put a mail on disk under the next number, whole or not at all."""
        self.kept += 1
        draft = self.folder / f"{self.kept:06}.part"
        draft.write_bytes(f"{ENVELOPE}: {' '.join(to)}\r\n".encode() + content)
        draft.replace(self.folder / f"{self.kept:06}.eml")

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(Hangup, ConnectionError, asyncio.IncompleteReadError, ValueError):
            await Conversation(self, reader, writer).hold()
        writer.close()


class Conversation:
    """One client, from its greeting to QUIT; several mails may pass."""

    def __init__(self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.server, self.reader, self.writer = server, reader, writer
        self.to: list[str] = []

    async def say(self, line: str) -> None:
        self.writer.write(f"{line}\r\n".encode())
        await self.writer.drain()

    async def line(self) -> bytes:
        line = await self.reader.readline()
        if not line.endswith(b"\n"):
            raise Hangup
        return line

    async def stage(self, stage: str, usual: str, *, to: list[str] | None = None) -> bool:
        """Answer as ordered, or as usual. Whether the mail may go on."""
        order = self.server.order_for(stage, self.to if to is None else to)
        if order is not None and order["wait"]:
            await asyncio.sleep(order["wait"])
        if order is not None and order["drop"]:
            raise Hangup
        answer = (order["reply"] if order is not None else "") or usual
        await self.say(answer)
        return answer == usual

    async def hold(self) -> None:
        if not await self.stage("connect", "220 sink.example ready"):
            raise Hangup
        while True:
            line = (await self.line()).strip().decode(errors="replace")
            word = line.partition(" ")[0].upper()
            if word in ("EHLO", "HELO"):
                await self.say("250 sink.example")
            elif word == "MAIL":
                self.to = []
                await self.stage("mail", "250 2.1.0 Sender noted")
            elif word == "RCPT":
                address = line.partition(":")[2].strip().partition(">")[0].lstrip("<")
                if await self.stage("rcpt", "250 2.1.5 Recipient noted", to=[address]):
                    self.to.append(address)
            elif word == "DATA":
                if not self.to:
                    await self.say("503 5.5.1 Nobody to send it to")
                elif await self.stage("data", "354 End with a line of one dot"):
                    await self.take()
            elif word == "QUIT":
                await self.say("221 2.0.0 Goodbye")
                raise Hangup
            elif word in ("RSET", "NOOP"):
                await self.say("250 2.0.0 Fine")
            else:
                await self.say("502 5.5.1 Unknown command")

    async def take(self) -> None:
        lines = []
        while (line := await self.line()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        order = self.server.order_for("body", self.to)
        if order is not None:
            await asyncio.sleep(order["wait"])
            if order["drop"]:
                raise Hangup
            if order["reply"]:
                await self.say(order["reply"])
                return
        self.server.keep(b"".join(lines), self.to)
        await self.stage("stored", "250 2.0.0 Accepted")


async def serve(folder: Path, port: int, seconds: float) -> None:
    """Listen until the time is over or the parent is gone."""
    parent = os.getppid()
    server = await asyncio.start_server(Server(folder).talk, "127.0.0.1", port, limit=2**22)
    draft = folder / f"{PORT}.new"
    draft.write_text(str(server.sockets[0].getsockname()[1]))
    draft.replace(folder / PORT)
    end = time.monotonic() + seconds
    while time.monotonic() < end and os.getppid() == parent:
        await asyncio.sleep(0.25)
    # Conversations still open end with the process.


def main() -> None:
    parser = argparse.ArgumentParser(description="Accept mail and keep it in FOLDER.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if not (given.folder / ORDERS).exists():
        (given.folder / ORDERS).write_text("[]")
    asyncio.run(serve(given.folder, given.port, given.seconds))


if __name__ == "__main__":
    main()
