"""What is asked of whoever complains."""

from __future__ import annotations

from enforcement.models import Complaint
from office.forms import DetailsForm, answer_field

_WHAT = ("about", "described", "seen_on", "seen_at", "anonymous")


class ComplaintForm(DetailsForm):
    """What the caller tells the clerk."""

    sections = (("what", "What was seen", _WHAT),)

    class Meta:
        model = Complaint
        fields = list(_WHAT)
        formfield_callback = answer_field
