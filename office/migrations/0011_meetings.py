import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("office", "0010_search"),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoricalVotingRule",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("since", models.DateField(verbose_name="from")),
                ("seats", models.PositiveSmallIntegerField(help_text="Filled or not.")),
                (
                    "quorum",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many members must sit. Left open, more than half of the seats.",
                        null=True,
                    ),
                ),
                (
                    "majority",
                    models.CharField(
                        choices=[
                            ("seats", "Of all seats of the board"),
                            ("voting", "Of the members present and voting"),
                        ],
                        default="seats",
                        max_length=10,
                        verbose_name="majority",
                    ),
                ),
                ("section", models.CharField(blank=True, help_text="What it rests on.", max_length=80)),
                (
                    "confirmed",
                    models.BooleanField(
                        default=False,
                        help_text="The town has looked at it. Until then pages say that it is not confirmed.",
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
                "verbose_name": "historical voting rule",
                "verbose_name_plural": "historical voting rules",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("on", models.DateField()),
                ("at", models.TimeField(help_text="Local time.")),
                ("place", models.CharField(blank=True, max_length=200)),
                ("link", models.URLField(blank=True, max_length=300)),
                (
                    "sort",
                    models.CharField(
                        choices=[("regular", "Regular"), ("special", "Special"), ("emergency", "Emergency")],
                        default="regular",
                        max_length=10,
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, max_length=300, verbose_name="why it is an emergency"),
                ),
                ("posted_at", models.DateTimeField(null=True)),
                ("attended_on", models.DateField(null=True, verbose_name="attendance taken on")),
                ("cancelled_on", models.DateField(null=True)),
                ("cancelled_why", models.CharField(blank=True, max_length=300)),
                ("key", models.CharField(max_length=80, null=True, unique=True)),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="meetings",
                        to="office.board",
                    ),
                ),
                (
                    "present",
                    models.ManyToManyField(blank=True, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ["on", "at", "id"],
            },
        ),
        migrations.CreateModel(
            name="AgendaItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sort",
                    models.CharField(
                        choices=[
                            ("hearing", "Hearing"),
                            ("show-cause", "Show-cause hearing"),
                            ("waiver", "Waiver"),
                            ("variance", "Variance"),
                            ("decision", "Decision"),
                            ("discussion", "Discussion"),
                        ],
                        max_length=12,
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=300)),
                ("position", models.PositiveSmallIntegerField()),
                ("added_on", models.DateField()),
                ("after_posting", models.BooleanField(default=False)),
                ("removed_on", models.DateField(null=True)),
                (
                    "case",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="agenda_items",
                        to="office.case",
                    ),
                ),
                (
                    "continued_from",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="continued_to",
                        to="office.agendaitem",
                    ),
                ),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="items", to="office.meeting"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="MeetingEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
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
                        ],
                        max_length=20,
                    ),
                ),
                ("on", models.DateField()),
                ("note", models.TextField(blank=True)),
                ("address", models.SlugField(blank=True, max_length=80)),
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
                        related_name="entries",
                        to="office.meeting",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("motion", models.TextField()),
                ("step", models.SlugField(blank=True, max_length=40)),
                ("carries", models.BooleanField()),
                ("says", models.CharField(max_length=200)),
                ("comes_to", models.CharField(blank=True, max_length=200)),
                ("section", models.CharField(blank=True, max_length=80)),
                ("working", models.JSONField()),
                ("on", models.DateField()),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=100, null=True, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("conditions", models.ManyToManyField(related_name="+", to="office.condition")),
                (
                    "event",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="board_vote",
                        to="office.event",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="votes",
                        to="office.agendaitem",
                    ),
                ),
                (
                    "mover",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
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
            name="VoteOfMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=160)),
                (
                    "ballot",
                    models.CharField(
                        choices=[
                            ("yes", "Yes"),
                            ("no", "No"),
                            ("abstain", "Abstain"),
                            ("recused", "Recused"),
                            ("absent", "Absent"),
                        ],
                        max_length=10,
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
                (
                    "vote",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ballots", to="office.vote"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="VoteTakenBack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("on", models.DateField()),
                ("why", models.CharField(max_length=300)),
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
                    "vote",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="taken_back",
                        to="office.vote",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="VotingRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateField(verbose_name="from")),
                ("seats", models.PositiveSmallIntegerField(help_text="Filled or not.")),
                (
                    "quorum",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many members must sit. Left open, more than half of the seats.",
                        null=True,
                    ),
                ),
                (
                    "majority",
                    models.CharField(
                        choices=[
                            ("seats", "Of all seats of the board"),
                            ("voting", "Of the members present and voting"),
                        ],
                        default="seats",
                        max_length=10,
                        verbose_name="majority",
                    ),
                ),
                ("section", models.CharField(blank=True, help_text="What it rests on.", max_length=80)),
                (
                    "confirmed",
                    models.BooleanField(
                        default=False,
                        help_text="The town has looked at it. Until then pages say that it is not confirmed.",
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voting_rules",
                        to="office.board",
                    ),
                ),
            ],
            options={
                "ordering": ["board", "-since"],
            },
        ),
        migrations.AddIndex(
            model_name="meeting",
            index=models.Index(fields=["board", "on"], name="meeting_of_board"),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.UniqueConstraint(
                condition=models.Q(("cancelled_on__isnull", True)),
                fields=("board", "on", "at"),
                name="meeting_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("sort", "emergency"), _negated=True),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="meeting_emergency_has_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="agendaitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("case__isnull", False), models.Q(("text", ""), _negated=True), _connector="OR"
                ),
                name="agenda_item_has_topic",
            ),
        ),
        migrations.AddConstraint(
            model_name="voteofmember",
            constraint=models.UniqueConstraint(fields=("vote", "member"), name="one_ballot_a_member"),
        ),
        migrations.AddConstraint(
            model_name="votingrule",
            constraint=models.UniqueConstraint(fields=("board", "since"), name="voting_rule_once"),
        ),
        migrations.AddConstraint(
            model_name="votingrule",
            constraint=models.CheckConstraint(
                condition=models.Q(("seats__gte", 1)), name="voting_rule_has_seats"
            ),
        ),
        migrations.AddConstraint(
            model_name="votingrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("quorum__isnull", True),
                    models.Q(("quorum__gte", 1), ("quorum__lte", models.F("seats"))),
                    _connector="OR",
                ),
                name="voting_rule_quorum_within_seats",
            ),
        ),
    ]
