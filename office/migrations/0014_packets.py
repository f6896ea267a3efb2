import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0013_abutters")]

    operations = [
        migrations.AddField(
            model_name="feeamount",
            name="recorded_vote",
            field=models.ForeignKey(
                blank=True,
                help_text="The vote that set it, if it is on record here. Then its words may stay empty.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="office.vote",
            ),
        ),
        migrations.AddField(
            model_name="meeting",
            name="packet_sent_at",
            field=models.DateTimeField(help_text="When the members were sent the packet.", null=True),
        ),
        migrations.AlterField(
            model_name="meetingentry",
            name="what",
            field=models.CharField(
                choices=[
                    ("set", "Meeting set"),
                    ("moved", "Meeting moved"),
                    ("posted", "Meeting posted"),
                    ("cancelled", "Meeting cancelled"),
                    ("item-added", "Put on the agenda"),
                    ("item-removed", "Taken off the agenda"),
                    ("item-continued", "Continued"),
                    ("attendance", "Attendance taken"),
                    ("vote", "Vote recorded"),
                    ("taken-back", "Vote taken back"),
                    ("coming", "Who will come"),
                    ("hearing-closed", "Hearing closed"),
                    ("hearing-reopened", "Hearing open again"),
                    ("drafted", "Draft motion written"),
                    ("packet-sent", "Packet sent"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="ProposedCondition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField()),
                ("due_on", models.DateField(null=True)),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposed",
                        to="office.agendaitem",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="DraftMotion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step", models.SlugField(blank=True, max_length=40)),
                ("text", models.TextField()),
                ("on", models.DateField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="office.agendaitem",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [models.UniqueConstraint(fields=("item", "step"), name="draft_motion_once")],
            },
        ),
        migrations.CreateModel(
            name="MeetingClock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("clock", models.SlugField(max_length=40)),
                ("subject", models.CharField(blank=True, max_length=80)),
                ("mover", models.CharField(max_length=10)),
                ("label", models.CharField(max_length=200)),
                ("cite", models.CharField(max_length=100)),
                ("started_on", models.DateField()),
                ("opens_on", models.DateField(null=True)),
                ("due_on", models.DateField()),
                ("due_at", models.DateTimeField(help_text="Of a clock of hours: the moment.", null=True)),
                ("paused_on", models.DateField(null=True)),
                ("ended_on", models.DateField(null=True)),
                ("says", models.TextField()),
                ("working", models.JSONField(default=dict)),
                ("next_on", models.DateField(null=True)),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="office.board"
                    ),
                ),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clocks",
                        to="office.meeting",
                    ),
                ),
            ],
            options={
                "ordering": ["due_on", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_on__isnull", True)),
                        fields=["board", "due_on"],
                        name="meeting_clock_due",
                    ),
                    models.Index(
                        condition=models.Q(("next_on__isnull", False)),
                        fields=["next_on"],
                        name="meeting_clock_sweep",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("meeting", "clock"), name="meeting_clock_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="MeetingReminder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("clock", models.SlugField(max_length=40)),
                ("due_on", models.DateField()),
                ("days_before", models.SmallIntegerField()),
                ("sent_on", models.DateField()),
                ("passed_over", models.BooleanField(default=False)),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reminders",
                        to="office.meeting",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("meeting", "clock", "due_on", "days_before"), name="meeting_reminder_once"
                    )
                ],
            },
        ),
    ]
