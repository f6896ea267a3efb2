"""The rows of food permits."""

from permits.food.models.establishment import CertifiedRow, FoodEstablishment, FoodPlan
from permits.food.models.illness import IllnessInvestigation
from permits.food.models.kitchens import ResidentialKitchen
from permits.food.models.temporary import ESTABLISHMENT, TemporaryFood

__all__ = [
    "ESTABLISHMENT",
    "CertifiedRow",
    "FoodEstablishment",
    "FoodPlan",
    "IllnessInvestigation",
    "ResidentialKitchen",
    "TemporaryFood",
]
