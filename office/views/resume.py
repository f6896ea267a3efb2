"""An application was begun and its link is lost: new ones go to the address it was begun with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext as _

from office import limits
from office.actions import drafts
from office.forms_apply import ResumeForm
from office.templatetags.office_tags import clock_time
from office.views.apply import WITHIN, keyed
from office.views.common import get_or_post, posted, today
from office.views.problems import client_address

ASKED, MOST_ASKED = "draft-links", 10


@get_or_post
@keyed
def resume(request: HttpRequest) -> HttpResponse:
    """Whatever the address, the answer is the same: it tells nobody who has begun what."""
    form, full = ResumeForm(posted(request)), False
    if form.is_bound and form.is_valid():
        who, moment = client_address(request), now()
        if limits.has_room(ASKED, who, most=MOST_ASKED, within=WITHIN, now=moment):
            limits.count(ASKED, who, within=WITHIN, now=moment)
            drafts.send_links_to(form.cleaned_data["email"], on=today(), now=moment)
            return render(request, "office/resume_mailed.html", {"kept_days": drafts.KEPT_DAYS})
        full = True
        words = _("Many links were asked for from your connection within an hour. Try again after %(when)s.")
        form.add_error(None, words % {"when": clock_time(limits.opens_again(WITHIN, moment))})
    status = 429 if full else 422 if form.errors else 200
    return render(request, "office/resume.html", {"form": form}, status=status)
