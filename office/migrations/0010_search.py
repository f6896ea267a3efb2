"""Indexes that tell how long each queue of the worklist is without a look at its rows."""

from django.db import migrations, models
from django.db.models import Q

RUNNING = Q(ended_on__isnull=True, paused_on__isnull=True)


class Migration(migrations.Migration):
    dependencies = [("office", "0009_sign_in")]

    operations = [
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                fields=["board", "mover", "filed_on"],
                condition=Q(is_open=True, assigned_to__isnull=True),
                name="case_unassigned",
            ),
        ),
        migrations.AddIndex(
            model_name="clockrow",
            index=models.Index(fields=["board", "due_on", "due_at"], condition=RUNNING, name="clock_overdue"),
        ),
        migrations.AddIndex(
            model_name="clockrow",
            index=models.Index(
                fields=["board", "mover", "opens_on", "case"], condition=RUNNING, name="clock_move"
            ),
        ),
        migrations.AddIndex(
            model_name="clockrow",
            index=models.Index(
                fields=["board", "case"],
                condition=Q(ended_on__isnull=True, paused_on__isnull=False),
                name="clock_paused",
            ),
        ),
    ]
