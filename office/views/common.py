"""What every staff page does first: who is asking, which case, which day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.decorators.http import require_http_methods

from office.actions.errors import NotAllowed, WrongRole
from office.models import Case
from office.permissions import boards_of, may
from office.uploads import UploadRefused
from office.uploads import show_pdf as show_pdf

View = Callable[..., HttpResponseBase]
get_or_post = require_http_methods(["GET", "POST"])


def today() -> date:
    """The office's day. Views, tasks and commands read it; everything else is told."""
    return localdate()


def staff_required(view: View) -> View:
    """Only people who serve a board; a visitor signs in first, a stranger finds nothing here."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not boards_of(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return checked


def case_or_404(request: HttpRequest, number: str) -> Case:
    """The case, if this person may see it at all."""
    cases = Case.objects.visible_to(request.user).select_related("board", "facility__holder", "assigned_to")
    return get_object_or_404(cases, number=number)


def need_role(request: HttpRequest, case: Case, *roles: str) -> None:
    """403 for a colleague who may see the case but not do this."""
    if not may(request.user, case, *roles):
        raise PermissionDenied


def case_url(case: Case, anchor: str = "") -> str:
    return reverse("case", args=[case.number]) + (f"#{anchor}" if anchor else "")


def posted(request: HttpRequest) -> Any:
    """What was sent with the form; None when the form is only opened."""
    return request.POST if request.method == "POST" else None


def act_page(
    request: HttpRequest,
    case: Case,
    form: Form,
    run: Callable[[dict[str, Any]], Any],
    *,
    title: str,
    primary: str,
    done: str,
    anchor: str = "",
    template: str = "office/act.html",
    **context: Any,
) -> HttpResponse:
    """One act on a case: show its form; on POST call `run` with the cleaned data and return to the case.

    What the action refuses is shown as an error of the form, with everything typed still in it.
    """
    if request.method == "POST" and form.is_valid():
        try:
            run(form.cleaned_data)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        except UploadRefused as refused:
            form.add_error("file", str(refused))
        else:
            messages.success(request, done)
            return redirect(case_url(case, anchor))
    page = {"case": case, "form": form, "title": title, "primary": primary, **context}
    return render(request, template, page, status=422 if form.errors else 200)
