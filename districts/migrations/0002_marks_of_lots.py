"""What was ticked on a lot becomes a determination: one truth, with its reason.

The ticks bore no day, so what they said holds from the day of the book. Flood hazard is no district of the
town's book and stays where it is.
"""

from datetime import date

from django.db import migrations

DISTRICTS = {
    "coastal-district", "barrier-beach", "special-sanitary-control", "district-of-critical-planning-concern",
}
BOOK = date(2006, 4, 11)


def determine(apps, schema_editor):
    Parcel = apps.get_model("office", "Parcel")
    Determination = apps.get_model("districts", "Determination")
    for parcel in Parcel.objects.exclude(overlays=[]).iterator():
        marked = [slug for slug in parcel.overlays if slug in DISTRICTS]
        if not marked:
            continue
        if parcel.town == "Tisbury":
            for slug in marked:
                Determination.objects.create(
                    parcel=parcel, district=slug, extent="in", on=BOOK,
                    reason="Marked on the lot's own record before determinations were kept.",
                    rests_on="The lot's record; not verified",
                )
        parcel.overlays = [slug for slug in parcel.overlays if slug not in DISTRICTS]
        parcel.save(update_fields=["overlays"])


def mark(apps, schema_editor):
    Determination = apps.get_model("districts", "Determination")
    for row in Determination.objects.filter(extent="in").select_related("parcel").order_by("on", "id"):
        if row.district not in row.parcel.overlays:
            row.parcel.overlays = [*row.parcel.overlays, row.district]
            row.parcel.save(update_fields=["overlays"])


class Migration(migrations.Migration):
    dependencies = [("districts", "0001_initial")]

    operations = [migrations.RunPython(determine, mark)]
