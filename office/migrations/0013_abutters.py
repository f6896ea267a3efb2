import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("office", "0012_readings"),
    ]

    operations = [
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
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="AbutterList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("assessors_on", models.DateField(verbose_name="date of the assessors’ list")),
                (
                    "certified_by",
                    models.CharField(blank=True, help_text="Who at the assessors’ office.", max_length=120),
                ),
                ("made_on", models.DateField()),
                ("frozen_on", models.DateField(null=True)),
                ("key", models.CharField(max_length=80, null=True, unique=True)),
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
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="abutter_lists",
                        to="office.case",
                    ),
                ),
                (
                    "frozen_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Abutter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("owner", models.CharField(max_length=200)),
                ("street", models.CharField(blank=True, max_length=200, verbose_name="mailing address")),
                ("city", models.CharField(blank=True, max_length=80, verbose_name="town or city")),
                ("state", models.CharField(blank=True, max_length=2)),
                ("zip_code", models.CharField(blank=True, max_length=10, verbose_name="ZIP code")),
                (
                    "lot",
                    models.CharField(blank=True, help_text="Map, block and lot of the land.", max_length=60),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
                ("position", models.PositiveIntegerField()),
                (
                    "parcel",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="office.parcel",
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="abutters",
                        to="office.abutterlist",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Coming",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("meant", models.DateField(verbose_name="for the day")),
                (
                    "will",
                    models.CharField(
                        choices=[("yes", "Will come"), ("no", "Will not come"), ("unknown", "Not known yet")],
                        max_length=10,
                    ),
                ),
                ("on", models.DateField()),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
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
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="coming",
                        to="office.meeting",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("recused", models.ManyToManyField(related_name="+", to="office.agendaitem")),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="HistoricalAbutterRule",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="Kinds of cases call the rule by this name.",
                        max_length=40,
                        verbose_name="rule",
                    ),
                ),
                ("label", models.CharField(help_text="What it is called, in a few words.", max_length=80)),
                ("since", models.DateField(verbose_name="from")),
                (
                    "reach",
                    models.CharField(
                        choices=[
                            ("touching", "Owners whose land touches the place"),
                            ("within", "Owners within a distance of the property line"),
                        ],
                        max_length=10,
                        verbose_name="who counts",
                    ),
                ),
                (
                    "feet",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="From the property line, of owners within it.",
                        null=True,
                        verbose_name="distance in feet",
                    ),
                ),
                (
                    "also",
                    models.CharField(
                        blank=True,
                        help_text="Such as all owners on the shore of a pond.",
                        max_length=200,
                        verbose_name="who counts too",
                    ),
                ),
                (
                    "days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="By when the notices are mailed. Left open when nothing says so.",
                        null=True,
                        verbose_name="days before the hearing",
                    ),
                ),
                (
                    "working",
                    models.BooleanField(
                        default=False, help_text="Calendar days otherwise.", verbose_name="working days"
                    ),
                ),
                (
                    "newspaper_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="By when the newspaper prints the notice. Left open when nothing says so.",
                        null=True,
                        verbose_name="newspaper: days before the hearing",
                    ),
                ),
                (
                    "newspaper_working",
                    models.BooleanField(default=False, verbose_name="newspaper: working days"),
                ),
                (
                    "list_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="An older list is warned about. Left open, none is.",
                        null=True,
                        verbose_name="assessors’ list: days it is good for",
                    ),
                ),
                ("section", models.CharField(help_text="What asks for the notice.", max_length=80)),
                (
                    "confirmed",
                    models.BooleanField(
                        default=False,
                        help_text="The town has looked at it. Until then pages say that it is not confirmed.",
                    ),
                ),
                (
                    "doubt",
                    models.CharField(
                        blank=True,
                        help_text="What of it was not read in the law.",
                        max_length=300,
                        verbose_name="what is doubtful",
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="office.board",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical abutter rule",
                "verbose_name_plural": "historical abutter rules",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="NewspaperNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("paper", models.CharField(max_length=120, verbose_name="newspaper")),
                ("printed_on", models.DateField()),
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
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="newspaper_notices",
                        to="office.case",
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="office.document",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="office.event"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="AbutterNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "abutter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="told", to="office.abutter"
                    ),
                ),
                (
                    "hearing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="office.event"
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="abutters",
                        to="office.notice",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("abutter", "notice"), name="abutter_told_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="AbutterRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="Kinds of cases call the rule by this name.",
                        max_length=40,
                        verbose_name="rule",
                    ),
                ),
                ("label", models.CharField(help_text="What it is called, in a few words.", max_length=80)),
                ("since", models.DateField(verbose_name="from")),
                (
                    "reach",
                    models.CharField(
                        choices=[
                            ("touching", "Owners whose land touches the place"),
                            ("within", "Owners within a distance of the property line"),
                        ],
                        max_length=10,
                        verbose_name="who counts",
                    ),
                ),
                (
                    "feet",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="From the property line, of owners within it.",
                        null=True,
                        verbose_name="distance in feet",
                    ),
                ),
                (
                    "also",
                    models.CharField(
                        blank=True,
                        help_text="Such as all owners on the shore of a pond.",
                        max_length=200,
                        verbose_name="who counts too",
                    ),
                ),
                (
                    "days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="By when the notices are mailed. Left open when nothing says so.",
                        null=True,
                        verbose_name="days before the hearing",
                    ),
                ),
                (
                    "working",
                    models.BooleanField(
                        default=False, help_text="Calendar days otherwise.", verbose_name="working days"
                    ),
                ),
                (
                    "newspaper_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="By when the newspaper prints the notice. Left open when nothing says so.",
                        null=True,
                        verbose_name="newspaper: days before the hearing",
                    ),
                ),
                (
                    "newspaper_working",
                    models.BooleanField(default=False, verbose_name="newspaper: working days"),
                ),
                (
                    "list_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="An older list is warned about. Left open, none is.",
                        null=True,
                        verbose_name="assessors’ list: days it is good for",
                    ),
                ),
                ("section", models.CharField(help_text="What asks for the notice.", max_length=80)),
                (
                    "confirmed",
                    models.BooleanField(
                        default=False,
                        help_text="The town has looked at it. Until then pages say that it is not confirmed.",
                    ),
                ),
                (
                    "doubt",
                    models.CharField(
                        blank=True,
                        help_text="What of it was not read in the law.",
                        max_length=300,
                        verbose_name="what is doubtful",
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="abutter_rules",
                        to="office.board",
                    ),
                ),
            ],
            options={
                "ordering": ["board", "slug", "-since"],
                "constraints": [
                    models.UniqueConstraint(fields=("board", "slug", "since"), name="abutter_rule_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("feet__isnull", True), ("reach", "touching")),
                            models.Q(("feet__gte", 1), ("reach", "within")),
                            _connector="OR",
                        ),
                        name="abutter_rule_has_its_distance",
                    ),
                ],
            },
        ),
    ]
