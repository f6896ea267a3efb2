"""What a notice of intent and its plan contain: 703-3(D) and (E), item by item, and the office's own list."""

from __future__ import annotations

from docks.models.life import OFFICE_LIST
from office.kinds import Item


def _item(slug: str, part: str, label: str, hint: str = "") -> Item:
    return Item(slug, label, f"Barnstable 703-3{part}", hint)


NOTICE = (
    _item(
        "n1-guidelines",
        "(D)(1)",
        "Comments on each guideline",
        "Each rule of 703-4, in brief, where it fits.",
    ),
    _item("n2-boats", "(D)(2)", "Boats: length, draft and type"),
    _item("n3-propulsion", "(D)(2)", "Horsepower and type of propulsion"),
    _item("n4-drive-depth", "(D)(2)", "How deep the drive reaches, fully lowered"),
    _item("n5-map-parcel", "(D)(3)", "Assessor's map and parcel number"),
    _item("n6-street", "(D)(3)", "Street number, street and village"),
    _item("n7-locus-map", "(D)(4)", "The place marked on the assessor's map"),
    _item("n8-telephone", "(D)(5)", "Daytime telephone of the applicant, or of the agent"),
    _item("n9-shellfish-survey", "(D)(6)", "Shellfish survey with habitat and sediment analysis"),
    _item("n10-survey-radius", "(D)(6)", "Survey of at least 50 feet around every part of the project"),
    _item("n11-samples", "(D)(6)", "Samples of at least 0.5 percent of that area"),
    _item("n12-surveyor", "(D)(7)(a)", "Survey report: résumé and qualifications of the surveyors"),
    _item("n13-survey-time", "(D)(7)(b)", "Survey report: date, time of day and tide"),
    _item(
        "n14-survey-method", "(D)(7)(c)", "Survey report: method, transects or quadrats, results, conclusions"
    ),
)

PLAN = (
    _item("p1-materials", "(E)(1)", "All materials and how it is built, piles included"),
    _item("p2-precautions", "(E)(1)", "Near shellfish habitat: care taken with barge and equipment"),
    _item("p3-storage", "(E)(2)", "Seasonal parts: where they are stored in winter and how they are hauled"),
    _item(
        "p4-soundings",
        "(E)(3)",
        "Soundings within 100 feet of the dock and out to the closest marked channel",
    ),
    _item("p5-soft-sediment", "(E)(3)", "Depths measured to the top of soft sediments"),
    _item("p6-spacing", "(E)(3)", "Soundings close enough to fix depths round pier, floats and way out"),
    _item("p7-mlw-at-berth", "(E)(3)", "Mean low water shown where the boat lies"),
    _item("p8-depth-data", "(E)(4)", "Depth survey: time, date, weather, tide, depths as measured"),
    _item("p9-datum", "(E)(4)", "How mean low and high water were found; the calculation from another datum"),
    _item("p10-eelgrass", "(E)(5)", "Eelgrass within 200 feet"),
    _item("p11-channels", "(E)(6)", "Navigation channels within 200 feet"),
    _item("p12-moorings", "(E)(7)", "Moorings within 200 feet and what is written on them"),
    _item("p13-neighbors", "(E)(8)", "Within 300 feet: piers, landings, beaches, shellfish areas"),
    _item("p14-mooring-areas", "(E)(9)", "Shoreward edge of mooring areas within 200 feet"),
    _item(
        "p15-docks-around", "(E)(10)", "Within 300 feet: town landings, docks and piers, whoever owns them"
    ),
    _item("p16-stamp", "(E)(11)", "Plan stamped by a registered civil engineer or land surveyor"),
)

OWN = Item(
    OFFICE_LIST, "The office's own submission checklist", "Barnstable 703-3(F)",
    hint="Supplied once no item of the office's own list is missing.",
)  # fmt: skip

CHECKLIST = (*NOTICE, *PLAN, OWN)
