from django.db import migrations, models

LANGUAGES = [("en-us", "English"), ("pt-br", "Português")]


class Migration(migrations.Migration):
    dependencies = [("office", "0007_renewing_online")]

    operations = [
        migrations.AddField("user", "language", models.CharField(blank=True, default="", max_length=10)),
        migrations.AddField(
            "party",
            "language",
            models.CharField(
                choices=LANGUAGES, default="en-us", help_text="In which they read our mail.", max_length=10
            ),
        ),
        migrations.AddField(
            "historicalparty",
            "language",
            models.CharField(
                choices=LANGUAGES, default="en-us", help_text="In which they read our mail.", max_length=10
            ),
        ),
        migrations.AddField(
            "notice",
            "language",
            models.CharField(
                default="en-us", help_text="Of the lines before the letter.", max_length=10
            ),
        ),
        migrations.AddField(
            "message",
            "language",
            models.CharField(
                default="en-us", help_text="In which its reader is addressed.", max_length=10
            ),
        ),
    ]
