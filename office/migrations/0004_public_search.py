"""What anybody may find a permit by, in a column of its own, with a trigram index where the database has them.

The column is empty until `manage.py refold` (which `seed` runs too) has written it, in batches.
"""

from django.db import migrations, models


def add(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX office_case_public_search_trgm ON office_case USING gin (public_search gin_trgm_ops)"
        )


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS office_case_public_search_trgm")


class Migration(migrations.Migration):
    dependencies = [("office", "0003_notices")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="public_search",
            field=models.CharField(default="", max_length=600),
        ),
        migrations.RunPython(add, remove),
    ]
