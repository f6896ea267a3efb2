import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("office", "0015_granted_by"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Determination',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('district', models.CharField(choices=[('coastal-district', 'Coastal District'), ('barrier-beach', 'Designated Barrier Beach'), ('special-sanitary-control', 'Special Sanitary Control District'), ('district-of-critical-planning-concern', 'District of Critical Planning Concern')], max_length=40)),
                ('extent', models.CharField(choices=[('in', 'Wholly inside'), ('part', 'Partly inside'), ('out', 'Outside')], max_length=4, verbose_name='how it lies')),
                ('where', models.CharField(blank=True, max_length=300, verbose_name='which part is inside')),
                ('on', models.DateField(verbose_name='from')),
                ('reason', models.TextField()),
                ('rests_on', models.CharField(max_length=300, verbose_name='what it rests on')),
                ('measures', models.JSONField(default=dict)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('parcel', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='determinations', to='office.parcel')),
            ],
            options={
                'ordering': ['on', 'id'],
                'indexes': [models.Index(fields=['parcel', 'district', 'on'], name='determination_of_lot')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('extent', 'part'), _negated=True), models.Q(('where', ''), _negated=True), _connector='OR'), name='determination_part_says_where')],
            },
        ),
    ]
