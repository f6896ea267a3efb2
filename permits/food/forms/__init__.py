"""The questions of food permits; they only read answers, the rules judge them."""

from permits.food.forms.establishment import EstablishmentForm, PlanForm
from permits.food.forms.illness import IllnessForm
from permits.food.forms.kitchens import KitchenForm
from permits.food.forms.temporary import TemporaryForm
from permits.food.forms.waiver import WaiverForm

__all__ = ["EstablishmentForm", "IllnessForm", "KitchenForm", "PlanForm", "TemporaryForm", "WaiverForm"]
