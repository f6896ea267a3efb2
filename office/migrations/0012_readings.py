import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0011_meetings")]

    operations = [
        migrations.CreateModel(
            name="ReadingRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, verbose_name="question")),
                ("value", models.CharField(max_length=60, verbose_name="answer")),
                ("since", models.DateField(db_index=True, verbose_name="first day")),
                ("until", models.DateField(blank=True, help_text="Leave empty: the row lasts until the next one begins.", null=True, verbose_name="last day")),
                ("source", models.CharField(help_text="Who said so and when, or where it was read.", max_length=200)),
                ("doubt", models.CharField(blank=True, help_text="What counsel or the town has yet to confirm.", max_length=300, verbose_name="to be confirmed")),
                ("added_on", models.DateField()),
                ("added_by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("board", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="office.board")),
                ("vote", models.ForeignKey(blank=True, help_text="The recorded vote it rests on, where there is one.", null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="office.vote")),
            ],
            options={
                "verbose_name": "reading of the law",
                "verbose_name_plural": "readings of the law",
                "ordering": ["board", "slug", "-since"],
                "constraints": [
                    models.UniqueConstraint(fields=("board", "slug", "since"), name="reading_one_a_day", violation_error_message="Another answer to it starts on that day. Choose another day."),
                    models.CheckConstraint(condition=models.Q(("until__isnull", True), ("until__gte", models.F("since")), _connector="OR"), name="reading_ends_after_start"),
                ],
            },
        ),
    ]
