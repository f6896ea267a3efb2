"""The rows of a dock: its notice of intent, and what happens to it."""

from docks.models.life import (
    Evidence,
    Findings,
    OwnItemAnswer,
    PlanRevision,
    Service,
    Staking,
    TownOffice,
    ValueFinding,
    VesselChange,
    Visit,
    VisitItem,
)
from docks.models.notice import Datum, DockNotice
from docks.models.rows import DockLight, DockPart, DockSounding, DockVessel

__all__ = [
    "Datum", "DockLight", "DockNotice", "DockPart", "DockSounding", "DockVessel", "Evidence", "Findings",
    "OwnItemAnswer", "PlanRevision", "Service", "Staking", "TownOffice", "ValueFinding", "VesselChange",
    "Visit", "VisitItem",
]  # fmt: skip
