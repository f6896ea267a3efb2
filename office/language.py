"""In which language a page answers. Whoever serves a board, and the admin, read English.

For everybody else the first of these counts: what was chosen on this device (a cookie), what was chosen by
whoever signed in, what the browser asks for.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from office.permissions import boards_of
from office.spoken import ENGLISH

OFFERED: dict[str, str] = dict(settings.LANGUAGES)
ENGLISH_ONLY = "/admin/"


def language_of(request: HttpRequest) -> str:
    """The code of the language this request is answered in."""
    if request.path.startswith(ENGLISH_ONLY):
        return ENGLISH
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen not in OFFERED:
        user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        chosen = user.language if user is not None and user.is_authenticated else ""
    if chosen not in OFFERED:
        chosen = translation.get_language_from_request(request)
    return ENGLISH if chosen != ENGLISH and boards_of(request.user) else chosen


class ReadersLanguage:
    """Answer each request in its reader's language. Stands after what tells who signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
            response.headers.setdefault("Content-Language", language)
        return response
