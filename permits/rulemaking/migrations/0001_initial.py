import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [("office", "0012_readings")]

    operations = [
        migrations.CreateModel(
            name='RegulationChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=200)),
                ('sort', models.CharField(choices=[('adopt', 'Adopts new rules'), ('amend', 'Amends rules'), ('repeal', 'Repeals rules')], max_length=10, verbose_name='what it does')),
                ('summary', models.TextField(max_length=2000, verbose_name='what it changes, in plain words')),
                ('emergency', models.BooleanField(default=False, verbose_name='is it an emergency regulation?')),
                ('emergency_reason', models.CharField(blank=True, max_length=300, verbose_name='why it cannot wait')),
                ('emergency_statute', models.CharField(blank=True, max_length=200, verbose_name='the statute that allows it')),
                ('effective_on', models.DateField(blank=True, null=True, verbose_name='takes effect on')),
                ('case', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
            ],
        ),
        migrations.CreateModel(
            name='HearingNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by', models.CharField(choices=[('newspaper', 'In a newspaper'), ('posting', 'Posted')], max_length=10, verbose_name='how')),
                ('place', models.CharField(max_length=200, verbose_name='where')),
                ('on', models.DateField(verbose_name='day of the notice')),
                ('names', models.DateField(verbose_name='day of hearing it named')),
                ('proof', models.CharField(blank=True, max_length=200)),
                ('document', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='rulemaking.regulationchange')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='TextVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('on', models.DateField()),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='rulemaking.regulationchange')),
                ('event', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Adoption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('adopted_on', models.DateField()),
                ('effective_on', models.DateField(db_index=True)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
                ('vote', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.vote')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adoptions', to='rulemaking.regulationchange')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='rulemaking.textversion')),
            ],
            options={
                'ordering': ['effective_on', 'adopted_on', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ChangedSection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cite', models.CharField(max_length=80, verbose_name='section')),
                ('is_new', models.BooleanField(default=False, verbose_name='is added')),
                ('change', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='rulemaking.regulationchange')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('change', 'cite'), name='changed_section_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='textversion',
            constraint=models.UniqueConstraint(fields=('change', 'number'), name='text_version_once'),
        ),
        migrations.AddConstraint(
            model_name='adoption',
            constraint=models.CheckConstraint(condition=models.Q(('effective_on__gte', models.F('adopted_on'))), name='adoption_takes_effect_no_sooner'),
        ),
    ]
