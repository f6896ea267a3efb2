"""What only enforcement keeps: complaints, the fine schedule, citations and warnings."""

from enforcement.models.citations import Citation
from enforcement.models.complaints import Complaint, lookup
from enforcement.models.fines import FineAmount, FineLine

__all__ = ["Citation", "Complaint", "FineAmount", "FineLine", "lookup"]
