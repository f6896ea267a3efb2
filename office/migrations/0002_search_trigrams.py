"""Trigram indexes on the folded search columns, where the database has them.

SQLite scans the column, which is quick at a town's size; PostgreSQL finds any part of a word by index.
"""

from django.db import migrations

TABLES = ("office_case", "office_party", "office_parcel", "office_facility")


def add(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    for table in TABLES:
        schema_editor.execute(
            f"CREATE INDEX {table}_search_trgm ON {table} USING gin (search gin_trgm_ops)"
        )


def remove(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for table in TABLES:
        schema_editor.execute(f"DROP INDEX IF EXISTS {table}_search_trgm")


class Migration(migrations.Migration):
    dependencies = [("office", "0001_initial")]

    operations = [migrations.RunPython(add, remove)]
