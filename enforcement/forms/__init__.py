"""The questions of enforcement."""

from enforcement.forms.citations import CiteForm, DecidedForm, WhyForm
from enforcement.forms.complaints import ComplaintForm

__all__ = ["CiteForm", "ComplaintForm", "DecidedForm", "WhyForm"]
