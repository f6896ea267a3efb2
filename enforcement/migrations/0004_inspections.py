import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('enforcement', '0003_surcharges'),
        ('office', '0010_search'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Checklist',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=40)),
                ('label', models.CharField(max_length=80, verbose_name='programme')),
                ('facility', models.CharField(blank=True, help_text='The sort of facility it is meant for, such as dumpster. Empty: any.', max_length=40, verbose_name='sort of place')),
                ('rights', models.TextField(blank=True, help_text='Only what a section gives. Name the section.', max_length=600, verbose_name='rights printed on the report')),
                ('remark', models.CharField(blank=True, max_length=300)),
                ('position', models.PositiveSmallIntegerField(default=0, verbose_name='place in the list')),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.board')),
            ],
            options={
                'ordering': ['board', 'position', 'label'],
            },
        ),
        migrations.CreateModel(
            name='ChecklistItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(help_text='It stays when the words change, such as lids-closed.', max_length=40, verbose_name='short name')),
                ('group', models.CharField(max_length=80)),
                ('position', models.PositiveSmallIntegerField(verbose_name='place in the list')),
                ('checklist', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='enforcement.checklist')),
            ],
            options={
                'verbose_name': 'item of a checklist',
                'verbose_name_plural': 'items of checklists',
                'ordering': ['checklist', 'position', 'id'],
            },
        ),
        migrations.CreateModel(
            name='HistoricalChecklist',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('slug', models.SlugField(max_length=40)),
                ('label', models.CharField(max_length=80, verbose_name='programme')),
                ('facility', models.CharField(blank=True, help_text='The sort of facility it is meant for, such as dumpster. Empty: any.', max_length=40, verbose_name='sort of place')),
                ('rights', models.TextField(blank=True, help_text='Only what a section gives. Name the section.', max_length=600, verbose_name='rights printed on the report')),
                ('remark', models.CharField(blank=True, max_length=300)),
                ('position', models.PositiveSmallIntegerField(default=0, verbose_name='place in the list')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('board', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='office.board')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical checklist',
                'verbose_name_plural': 'historical checklists',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='HistoricalChecklistItem',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('slug', models.SlugField(help_text='It stays when the words change, such as lids-closed.', max_length=40, verbose_name='short name')),
                ('group', models.CharField(max_length=80)),
                ('position', models.PositiveSmallIntegerField(verbose_name='place in the list')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('checklist', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='enforcement.checklist')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical item of a checklist',
                'verbose_name_plural': 'historical items of checklists',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Inspection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sort', models.CharField(choices=[('routine', 'Routine'), ('re-inspection', 'Re-inspection'), ('preventive', 'Extra visit to prevent trouble'), ('complaint', 'On a complaint'), ('before-opening', 'Before opening')], max_length=20, verbose_name='why')),
                ('inspected_on', models.DateField(verbose_name='day of the inspection')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='where exactly')),
                ('met_with', models.CharField(blank=True, max_length=120, verbose_name='met with')),
                ('remarks', models.TextField(blank=True, max_length=2000)),
                ('case', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
                ('checklist', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='enforcement.checklist', verbose_name='programme')),
            ],
        ),
        migrations.CreateModel(
            name='ItemWording',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked', models.BooleanField(default=True, help_text='No: from this day on it is not asked.', verbose_name='is asked')),
                ('text', models.CharField(blank=True, help_text='One sentence: “Lids are kept closed.”', max_length=200, verbose_name='what is to be so')),
                ('cite', models.CharField(blank=True, help_text='As the catalogue has it: Tisbury 09.2.4(1). Empty for an item of the office’s own.', max_length=80, verbose_name='section')),
                ('critical', models.BooleanField(default=False)),
                ('days', models.PositiveSmallIntegerField(default=0, help_text='The office’s own default, counted from the day of the inspection; 0 is at once. The inspector may set another.', verbose_name='calendar days to correct')),
                ('since', models.DateField(db_index=True, verbose_name='first day')),
                ('until', models.DateField(blank=True, help_text='Leave empty: the row lasts until the next one begins.', null=True, verbose_name='last day')),
                ('vote', models.CharField(help_text='Who set it and when: “Board of Health, June 9, 2026”.', max_length=200)),
                ('doubt', models.CharField(blank=True, help_text='What counsel or the board has yet to confirm.', max_length=300, verbose_name='to be verified')),
                ('added_on', models.DateField()),
                ('added_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='wordings', to='enforcement.checklistitem')),
            ],
            options={
                'verbose_name': 'wording of an item',
                'verbose_name_plural': 'wordings of items',
                'ordering': ['item', '-since'],
            },
        ),
        migrations.CreateModel(
            name='InspectionItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(blank=True, choices=[('yes', 'Yes'), ('no', 'No'), ('not-seen', 'Not seen'), ('n/a', 'Does not apply')], max_length=10)),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='what was seen')),
                ('days', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='calendar days to correct')),
                ('version', models.PositiveIntegerField(default=0)),
                ('inspection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='items', to='enforcement.inspection')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='enforcement.checklistitem')),
                ('photos', models.ManyToManyField(blank=True, related_name='+', to='office.document')),
                ('saved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('wording', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='enforcement.itemwording')),
            ],
            options={
                'ordering': ['item__position', 'item_id'],
            },
        ),
        migrations.AddConstraint(
            model_name='checklist',
            constraint=models.UniqueConstraint(fields=('board', 'slug'), name='checklist_programme_once'),
        ),
        migrations.AddConstraint(
            model_name='checklistitem',
            constraint=models.UniqueConstraint(fields=('checklist', 'slug'), name='checklist_item_once'),
        ),
        migrations.AddConstraint(
            model_name='itemwording',
            constraint=models.UniqueConstraint(fields=('item', 'since'), name='item_wording_one_a_day', violation_error_message='Another row of this item starts on that day. Choose another day.'),
        ),
        migrations.AddConstraint(
            model_name='itemwording',
            constraint=models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gte', models.F('since')), _connector='OR'), name='item_wording_ends_after_start'),
        ),
        migrations.AddIndex(
            model_name='inspectionitem',
            index=models.Index(fields=['item', 'answer'], name='inspection_item_answer'),
        ),
        migrations.AddConstraint(
            model_name='inspectionitem',
            constraint=models.UniqueConstraint(fields=('inspection', 'item'), name='inspection_item_once'),
        ),
    ]
