"""Choosing the language of the public pages."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from office.actions import people
from office.language import OFFERED
from office.views.common import today


# Public pages are cached for everybody, so they hold no key of their own. Another site can at most turn the
# language over: its POST comes without the session, so nothing is written about anybody.
@csrf_exempt
@never_cache
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Remember the language on this device, and for who signed in with their account; then back."""
    language, back = request.POST.get("language", ""), request.POST.get("next", "")
    if language not in OFFERED:
        return HttpResponseBadRequest("Choose one of these: " + ", ".join(OFFERED), content_type="text/plain")
    if not url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        back = "/"
    if request.user.is_authenticated:
        people.choose_language(user=request.user, language=language, on=today())
    response = redirect(back)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
    )
    return response
