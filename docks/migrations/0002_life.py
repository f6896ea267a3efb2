import django.core.validators
import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('docks', '0001_initial'),
        ('enforcement', '0006_field'),
        ('office', '0015_granted_by'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Findings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('on', models.DateField(verbose_name='day')),
                ('overcome', models.BooleanField(verbose_name='was the presumption of harm overcome?')),
                ('why', models.TextField(max_length=2000, verbose_name='why')),
                ('season', models.CharField(choices=[('easier', 'Seasonal: the presumption was more easily overcome'), ('not', 'Seasonal, and it made no difference'), ('permanent', 'Not seasonal')], max_length=10, verbose_name='season')),
                ('season_why', models.CharField(blank=True, max_length=500, verbose_name='what the season changed')),
                ('study_required', models.BooleanField(verbose_name='was a drawing of all possible docks required?')),
                ('radius_mi', models.DecimalField(decimal_places=2, max_digits=4, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='within, in miles')),
                ('existing', models.PositiveSmallIntegerField(null=True, verbose_name='docks there')),
                ('pending', models.PositiveSmallIntegerField(null=True, verbose_name='docks applied for')),
                ('possible', models.PositiveSmallIntegerField(null=True, verbose_name='docks possible')),
                ('cumulative', models.TextField(blank=True, max_length=2000, verbose_name='what the cumulative effect is')),
                ('merits', models.TextField(blank=True, max_length=2000, verbose_name='on the merits of this site')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dock_findings', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('side', models.CharField(choices=[('for', 'For the dock'), ('against', 'Against it')], max_length=10)),
                ('what', models.CharField(max_length=500, verbose_name='what it shows')),
                ('document', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
                ('findings', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evidence', to='docks.findings')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='HistoricalTownOffice',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('part', models.CharField(choices=[('biologist', 'Shellfish Biologist'), ('harbormaster', 'Harbormaster'), ('waterways', 'Waterways Committee'), ('natural-resources', 'Natural Resources'), ('commission', 'Conservation Commission')], max_length=20)),
                ('name', models.CharField(max_length=120)),
                ('aliases', models.CharField(blank=True, help_text='Several names are separated by commas.', max_length=200, verbose_name='also called')),
                ('street', models.CharField(blank=True, max_length=120)),
                ('city', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(blank=True, max_length=2)),
                ('zip_code', models.CharField(blank=True, max_length=10, verbose_name='ZIP code')),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('board', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='office.board')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical town office told of docks',
                'verbose_name_plural': 'historical town offices told of docks',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='OwnItemAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('missing', 'Missing'), ('supplied', 'Supplied'), ('n/a', 'Does not apply')], max_length=10)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('on', models.DateField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='enforcement.checklistitem')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='PlanRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('what', models.CharField(max_length=300, verbose_name='what changes')),
                ('on', models.DateField(verbose_name='day received')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dock_revisions', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
                ('plans', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Service',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(choices=[('biologist', 'Shellfish Biologist'), ('harbormaster', 'Harbormaster'), ('waterways', 'Waterways Committee'), ('natural-resources', 'Natural Resources'), ('commission', 'Conservation Commission')], max_length=20, verbose_name='office')),
                ('name', models.CharField(max_length=120, verbose_name='office, as it was called')),
                ('method', models.CharField(choices=[('certified', 'Certified mail'), ('hand', 'Delivered by hand')], max_length=10)),
                ('proof', models.CharField(max_length=80, verbose_name='article number or receipt')),
                ('on', models.DateField(verbose_name='day')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dock_services', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
                ('evidence', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Staking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('marks', models.CharField(choices=[('stakes', 'Stakes'), ('buoy', "Buoy at the pier's end")], max_length=10)),
                ('on', models.DateField(verbose_name='day')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dock_stakings', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
                ('photo', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='TownOffice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(choices=[('biologist', 'Shellfish Biologist'), ('harbormaster', 'Harbormaster'), ('waterways', 'Waterways Committee'), ('natural-resources', 'Natural Resources'), ('commission', 'Conservation Commission')], max_length=20)),
                ('name', models.CharField(max_length=120)),
                ('aliases', models.CharField(blank=True, help_text='Several names are separated by commas.', max_length=200, verbose_name='also called')),
                ('street', models.CharField(blank=True, max_length=120)),
                ('city', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(blank=True, max_length=2)),
                ('zip_code', models.CharField(blank=True, max_length=10, verbose_name='ZIP code')),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.board')),
            ],
            options={
                'verbose_name': 'town office told of docks',
                'verbose_name_plural': 'town offices told of docks',
                'ordering': ['board', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ValueFinding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('value', models.CharField(choices=[('fisheries', 'Fisheries, fin and shell'), ('wildlife', 'Habitat for wildlife'), ('erosion', 'Control of erosion and sediment'), ('storm-damage', 'Prevention of storm damage'), ('recreation', 'Recreation'), ('turbidity', 'Turbidity and dredging by propellers'), ('nutrients', 'Nutrients in the water'), ('marsh-shading', 'Shading of the marsh'), ('eelgrass', 'Eelgrass'), ('cumulative', 'Cumulative impact'), ('water-quality', "The marsh's part in water quality"), ('shellfish', 'Shellfish and their harvest'), ('navigation', 'Navigation, and passing along the shore'), ('lights', 'Light at night')], max_length=30)),
                ('says', models.CharField(choices=[('harmed', 'Harmed'), ('safe', 'Kept safe')], max_length=10)),
                ('why', models.CharField(max_length=500)),
                ('findings', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='values', to='docks.findings')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='VesselChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('on', models.DateField(verbose_name='from')),
                ('replaces', models.CharField(blank=True, max_length=80, verbose_name='in place of')),
                ('name', models.CharField(max_length=80)),
                ('length_ft', models.DecimalField(decimal_places=2, max_digits=5, null=True, verbose_name='length in feet')),
                ('beam_ft', models.DecimalField(decimal_places=2, max_digits=5, null=True, verbose_name='beam in feet')),
                ('draft_in', models.DecimalField(decimal_places=1, max_digits=5, null=True, verbose_name='draft in inches')),
                ('drive', models.CharField(blank=True, max_length=12)),
                ('horsepower', models.DecimalField(decimal_places=1, max_digits=6, null=True)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dock_vessels', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('on', models.DateField(verbose_name='day')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dock_visits', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='VisitItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('item', models.CharField(choices=[('dep-number', 'The DEP file number is shown, permanent, and seen from seaward'), ('stairs', 'Stairs or other means let people pass along the shore'), ('signs', 'Signs tell the public of its right of access'), ('lights', 'Lights are as allowed: strength, height, spacing, shading'), ('materials', 'Materials are as allowed: no creosote, no lead caps'), ('storage', 'Floats and boats are stored where allowed'), ('plan', 'It is built as the plan of record shows')], max_length=30)),
                ('says', models.CharField(choices=[('yes', 'As it should be'), ('no', 'Not as it should be'), ('not-seen', 'Not seen'), ('n/a', 'Does not apply')], max_length=10)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('visit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='docks.visit')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='findings',
            constraint=models.CheckConstraint(condition=models.Q(('study_required', False), models.Q(('existing__isnull', False), ('pending__isnull', False), ('possible__isnull', False), ('radius_mi__isnull', False)), _connector='OR'), name='dock_findings_study_counts'),
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.UniqueConstraint(fields=('findings', 'number'), name='dock_evidence_once'),
        ),
        migrations.AddIndex(
            model_name='ownitemanswer',
            index=models.Index(fields=['case', 'item'], name='dock_own_item'),
        ),
        migrations.AddConstraint(
            model_name='ownitemanswer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'n/a'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='dock_own_item_reason'),
        ),
        migrations.AddConstraint(
            model_name='planrevision',
            constraint=models.UniqueConstraint(fields=('case', 'number'), name='dock_revision_once'),
        ),
        migrations.AddConstraint(
            model_name='townoffice',
            constraint=models.UniqueConstraint(fields=('board', 'part'), name='town_office_once'),
        ),
        migrations.AddConstraint(
            model_name='valuefinding',
            constraint=models.UniqueConstraint(fields=('findings', 'value'), name='dock_value_once'),
        ),
        migrations.AddConstraint(
            model_name='visititem',
            constraint=models.UniqueConstraint(fields=('visit', 'item'), name='dock_visit_item_once'),
        ),
    ]
