"""A page that was sent without its key: open too long, or somebody signed in or out elsewhere meanwhile."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

# Where an applicant writes: what they sent comes back with a fresh key. Nothing secret is asked on these.
KEPT = {"apply", "draft-section", "draft-check", "draft-later", "renew-find", "renew-online", "resume"}


def page_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Nothing was saved. What came from a page of ours is shown ready to be sent once more.

    What came from elsewhere is never: that a press needs the key of its page is the guard against it.
    """
    sent = list(_sent(request)) if _from_here(request) and _is_kept(request) else None
    template = "403_csrf.html" if sent is None else "office/send_again.html"
    context = {"sent": sent, "files": bool(sent is not None and request.FILES)}
    return render(request, template, context, status=403)


def _from_here(request: HttpRequest) -> bool:
    """Whether the browser says that the page which sent this is ours."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def _is_kept(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).url_name in KEPT
    except Resolver404:
        return False


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
