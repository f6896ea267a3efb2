import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0006_my_cases")]

    operations = [
        migrations.AddField(
            model_name="draftfile",
            name="replaces",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="replaced_by",
                to="office.draftfile",
            ),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(
                condition=models.Q(("case__isnull", True), ("emptied_on__isnull", True)),
                fields=("renews",),
                name="draft_renewal_once",
            ),
        ),
    ]
