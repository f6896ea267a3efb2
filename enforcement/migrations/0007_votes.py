import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("enforcement", "0006_field"), ("office", "0015_granted_by")]

    operations = [
        migrations.AddField(
            model_name="fineamount",
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
            model_name="itemwording",
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
            model_name="legalfigure",
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
            model_name="surchargelevel",
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
    ]
