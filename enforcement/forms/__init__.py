"""The questions of enforcement."""

from enforcement.forms.citations import CiteForm, DecidedForm, WhyForm
from enforcement.forms.complaints import ComplaintForm
from enforcement.forms.court_copies import CourtCopiesForm

__all__ = ["CiteForm", "ComplaintForm", "CourtCopiesForm", "DecidedForm", "WhyForm"]
