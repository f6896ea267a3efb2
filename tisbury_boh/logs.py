"""What the log may say: what happened and where, never who.

Query strings (a clerk searches by name), browsers and the values a database quotes in its errors are
personal data; they are cut before a line is written.
"""

import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

# PostgreSQL adds the offending row or statement, "DETAIL:  Key (email)=(ada@example.org) already exists.",
# and what it quotes may run over several lines: all of it goes, up to the next exception of the chain.
_QUOTED = re.compile(
    r"^(DETAIL|LINE \d+|CONTEXT|QUERY):.*?(?=\n\n(?:The above exception|During handling)|\Z)",
    re.MULTILINE | re.DOTALL,
)

# The address of a private calendar feed is a key: who has it reads the feed. So are those of a draft
# and of a renewal.
_KEYED = re.compile(r"(/calendar/private/|/drafts/|/renew/[^\s/?\"']+/)[^\s/?\"']+")


def without_personal_data(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Cut the query string from addresses, secret addresses, the browser's name, and values quoted by the
    database.
    """
    event.pop("user_agent", None)
    event.pop("ip", None)
    if isinstance(event.get("request"), str):
        event["request"] = event["request"].partition("?")[0]
    if isinstance(event.get("exception"), str):
        event["exception"] = _QUOTED.sub(r"\1: cut from the log", event["exception"])
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = _KEYED.sub(r"\1…", value)
    return event


def processors() -> list[Processor]:
    """Every step between a log call and the renderer, ours and other libraries' alike."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        without_personal_data,
    ]


def logging_config(*, level: str, readable: bool) -> dict[str, Any]:
    """The LOGGING setting: one line an event on stderr, readable for a person or JSON for a machine."""
    steps = processors()
    renderer: Processor = structlog.processors.JSONRenderer()
    if readable:
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *steps,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
                "foreign_pre_chain": steps,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # django-structlog already writes one line per request; these would repeat it.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"handlers": ["stderr"], "level": level, "propagate": False},
            # A PDF logs each font it subsets.
            "fontTools": {"level": "WARNING"},
            "weasyprint": {"level": "ERROR"},
        },
    }
