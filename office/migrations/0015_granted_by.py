import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0014_packets")]

    operations = [
        migrations.AddField(
            model_name='ruling',
            name='granted_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings_granted', to='office.case'),
        ),
    ]
