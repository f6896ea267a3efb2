import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0008_language")]

    operations = [
        migrations.AddIndex(
            model_name='party',
            index=models.Index(django.db.models.functions.text.Lower('email'), name='party_address'),
        ),
    ]
