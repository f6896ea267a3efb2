from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("enforcement", "0003_surcharges")]

    operations = []
