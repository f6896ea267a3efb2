"""The yearly permit of a food establishment, and the plan of a new or changed one."""

from __future__ import annotations

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from office.models import Case
from office.models.columns import day, line, yes_no
from office.models.rows import AnswerRow
from permits.food.models.columns import WAIVER_CITES, AsksForWaiver
from permits.food.rules import establishment as rules


class FoodEstablishment(AsksForWaiver):
    """A place that prepares food for individual portions, on or off premises (09.5.2)."""

    class Operation(models.TextChoices):
        RESTAURANT = "restaurant", "Restaurant or take-out"
        RETAIL = "retail", "Retail food store"
        CATERER = "caterer", "Caterer"
        MOBILE = "mobile", "Mobile unit"
        INSTITUTION = "institution", "School, hospital or other institution"
        OTHER = "other", "Another sort"

    class Risk(models.TextChoices):
        LOW = "low", "Low: packaged or not hazardous"
        MEDIUM = "medium", "Medium: limited menu, cooked and served at once"
        HIGH = "high", "High: cooked, cooled, held or reheated"

    class Water(models.TextChoices):
        TOWN = "town", "Town water"
        WELL = "well", "Private well"

    class Sewage(models.TextChoices):
        SEWER = "sewer", "Town sewer"
        SEPTIC = "septic", "Septic system"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    operation = models.CharField("sort of establishment", max_length=12, choices=Operation, blank=True)
    seats = models.PositiveIntegerField(
        "seats", null=True, blank=True, help_text="0 where nobody sits down to eat.",
        validators=[MaxValueValidator(5000, "Write the number of seats, at most 5,000. (Tisbury 09.5.2)")],
    )  # fmt: skip
    risk = models.CharField(
        "risk category", max_length=6, choices=Risk, blank=True,
        help_text="The office’s own three; the book names none.",
    )  # fmt: skip
    water = models.CharField("water supply", max_length=4, choices=Water, blank=True)
    sewage = models.CharField("where wastewater goes", max_length=6, choices=Sewage, blank=True)
    hours = line("hours of operation", "Such as Monday to Saturday, 7 am to 9 pm; May to October.")
    ownership_changed = yes_no("did the ownership change within the past year?")
    ownership_changed_on = day(
        "day of the change", "A new owner has 60 days to employ a certified person (09.5.2)."
    )
    has_certified = yes_no("is anybody certified by the Board’s program?")

    CITES = {
        **WAIVER_CITES,
        "operation": "Tisbury 09.5.2",
        "ownership_changed": "Tisbury 09.5.2",
        "ownership_changed_on": "Tisbury 09.5.2",
        "has_certified": "Tisbury 09.5.2",
        "certified": "Tisbury 09.5.2",
    }
    PUBLIC: tuple[str, ...] = ("operation", "seats")


class CertifiedRow(AnswerRow):
    """Somebody the establishment employs who holds the certificate of the Board's program (09.5.2)."""

    class Role(models.TextChoices):
        OWNER = rules.OWNER, "Owner"
        OPERATOR = rules.OPERATOR, "Operator"
        MANAGER = rules.MANAGER, "Manager"
        OTHER = rules.OTHER, "Somebody else"

    establishment = models.ForeignKey(FoodEstablishment, models.CASCADE, related_name="certified")
    name = line("name", most=100)
    role = models.CharField("role", max_length=10, choices=Role, blank=True)
    full_time_share = models.DecimalField(
        "share of full time", max_digits=4, decimal_places=3, null=True, blank=True,
        help_text="1 is full time, 0.5 half of it.",
        validators=[
            MinValueValidator(Decimal(0), "Write the share of full time from 0 to 1. (Tisbury 09.5.2)"),
            MaxValueValidator(Decimal(1), "Write the share of full time from 0 to 1. (Tisbury 09.5.2)"),
        ],
    )  # fmt: skip
    certified_on = day("day of the certificate")
    runs_out = yes_no("does it run out?")
    runs_out_on = day("last good day")

    class Meta(AnswerRow.Meta):
        verbose_name = "certified person"
        verbose_name_plural = "certified people"


class FoodPlan(models.Model):
    """The plan of a kitchen to be built, changed or taken into use: 105 CMR 590.008."""

    class Work(models.TextChoices):
        NEW = "new", "A new establishment"
        CHANGE = "change", "Building work in one that is open"
        CONVERSION = "conversion", "Other rooms made into one"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    work = models.CharField("what is planned", max_length=10, choices=Work, blank=True)
    described = models.TextField("the work in a few sentences", max_length=4000, blank=True)
    starts_on = day("day on which the work is to start")

    CITES = {
        "work": "Massachusetts 105 CMR 590.008",
        "described": "Massachusetts 105 CMR 590.008",
    }
    PUBLIC: tuple[str, ...] = ("work",)
