"""The lines before a letter for whoever reads another language: what it is, and whom to call about it.

A letter is law and stays English. Its cover says so in the reader's language.
"""

from __future__ import annotations

from typing import Any

from django.utils import translation
from django.utils.translation import gettext

from office.spoken import ENGLISH, say


def cover(language: str, *, title: str, kind: str, number: str, board: Any) -> list[str]:
    """The lines for a paper called `title` about the case `number` of `kind`; none for who reads English."""
    if language == ENGLISH:
        return []
    with translation.override(language):
        lines = [
            gettext("This paper of the %(board)s is in English, for only the English words are law.")
            % {"board": board},
            gettext("What it is: “%(title)s”. What it is about: %(kind)s, number %(number)s.")
            % {"title": say(title), "kind": str(say(kind)).lower(), "number": number},
        ]
        if board.phone:
            ask = gettext("If you do not understand it, call %(phone)s and say the number %(number)s.")
        elif board.email:
            ask = gettext("If you do not understand it, write to %(email)s and name the number %(number)s.")
        else:
            ask = gettext("If you do not understand it, bring it to the office. The number is %(number)s.")
        lines.append(ask % {"phone": board.phone, "email": board.email, "number": number})
        lines.append(gettext("Look for a date in it, and ask before that day has passed."))
    return lines
