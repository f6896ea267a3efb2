import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PROTECT = django.db.models.deletion.PROTECT
ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
USER = settings.AUTH_USER_MODEL


class Migration(migrations.Migration):
    dependencies = [("office", "0005_drafts")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="shared_on",
            field=models.DateField(help_text="Since when the people of the case may open it.", null=True),
        ),
        migrations.CreateModel(
            name="Authorization",
            fields=[
                ("id", ID),
                (
                    "kind",
                    models.SlugField(blank=True, help_text="Left open: every kind of case.", max_length=40),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("paper", "A signed paper"),
                            ("upload", "A document on file"),
                            ("confirmed", "Confirmed by the owner through a mailed link"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "rests_on",
                    models.CharField(
                        blank=True, help_text="Where the paper is, and its day.", max_length=200
                    ),
                ),
                ("since", models.DateField(null=True)),
                ("until", models.DateField(help_text="Its last day.", null=True)),
                ("recorded_on", models.DateField()),
                ("owner_name", models.CharField(blank=True, max_length=200)),
                ("owner_email", models.EmailField(blank=True, max_length=254)),
                ("token_sha256", models.CharField(max_length=64, null=True, unique=True)),
                ("refused_on", models.DateField(null=True)),
                ("revoked_on", models.DateField(null=True)),
                ("revoked_why", models.CharField(blank=True, max_length=300)),
                (
                    "agent",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="authorizations_held", to="office.party"
                    ),
                ),
                ("board", models.ForeignKey(on_delete=PROTECT, related_name="+", to="office.board")),
                ("by", models.ForeignKey(null=True, on_delete=PROTECT, related_name="+", to=USER)),
                (
                    "document",
                    models.ForeignKey(
                        null=True, on_delete=PROTECT, related_name="authorizations", to="office.document"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        null=True, on_delete=PROTECT, related_name="authorizations_given", to="office.party"
                    ),
                ),
                ("revoked_by", models.ForeignKey(null=True, on_delete=PROTECT, related_name="+", to=USER)),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("since__isnull", True), ("owner__isnull", False), _connector="OR"
                        ),
                        name="authorization_has_owner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until__isnull", True),
                            ("since__isnull", True),
                            ("until__gte", models.F("since")),
                            _connector="OR",
                        ),
                        name="authorization_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseMessage",
            fields=[
                ("id", ID),
                ("from_office", models.BooleanField()),
                ("text", models.TextField()),
                ("written_at", models.DateTimeField()),
                ("read_at", models.DateTimeField(null=True)),
                ("key", models.CharField(max_length=100, unique=True)),
                ("by", models.ForeignKey(on_delete=PROTECT, related_name="+", to=USER)),
                (
                    "case",
                    models.ForeignKey(on_delete=PROTECT, related_name="conversation", to="office.case"),
                ),
                ("read_by", models.ForeignKey(null=True, on_delete=PROTECT, related_name="+", to=USER)),
            ],
            options={
                "verbose_name": "message about a case",
                "verbose_name_plural": "messages about cases",
                "ordering": ["id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)),
                        fields=["case", "from_office"],
                        name="case_message_unread",
                    )
                ],
            },
        ),
    ]
