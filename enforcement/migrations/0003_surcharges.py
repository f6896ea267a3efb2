from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("enforcement", "0002_fines_and_citations")]

    operations = []
