"""What only enforcement keeps: complaints, the fine schedule, citations and warnings."""

from enforcement.models.checklists import Checklist, ChecklistItem, ItemWording
from enforcement.models.citations import Citation
from enforcement.models.complaints import Complaint, lookup
from enforcement.models.field import FieldItem, FieldPicture, ReservedNumber
from enforcement.models.figures import LegalFigure
from enforcement.models.fines import FineAmount, FineLine
from enforcement.models.inspections import Inspection, InspectionItem
from enforcement.models.liens import Lien, Prosecution
from enforcement.models.orders import Order, OrderItem
from enforcement.models.surcharges import EventMark, EventUse, SurchargeLevel

__all__ = [
    "Checklist",
    "ChecklistItem",
    "Citation",
    "Complaint",
    "EventMark",
    "EventUse",
    "FieldItem",
    "FieldPicture",
    "FineAmount",
    "FineLine",
    "Inspection",
    "InspectionItem",
    "ItemWording",
    "LegalFigure",
    "Lien",
    "Order",
    "OrderItem",
    "Prosecution",
    "ReservedNumber",
    "SurchargeLevel",
    "lookup",
]
