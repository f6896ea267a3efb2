import django.db.models.deletion
import office.models.cents
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('enforcement', '0005_orders'),
        ('office', '0010_search'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FieldItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True)),
                ('written_at', models.DateTimeField()),
                ('received_at', models.DateTimeField()),
                ('told', office.models.cents.Cents(verbose_name='amount told')),
                ('latitude', models.DecimalField(blank=True, decimal_places=6, max_digits=8, null=True)),
                ('longitude', models.DecimalField(blank=True, decimal_places=6, max_digits=9, null=True)),
                ('accuracy_m', models.PositiveIntegerField(blank=True, null=True, verbose_name='accuracy in meters')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='FieldPicture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sort', models.CharField(choices=[('photo', 'Photo'), ('signature', 'Signature')], max_length=10)),
                ('taken_at', models.DateTimeField()),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('document', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pictures', to='enforcement.fielditem')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='HistoricalReservedNumber',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('series', models.CharField(max_length=8)),
                ('year', models.PositiveSmallIntegerField()),
                ('number', models.CharField(db_index=True, max_length=20)),
                ('device', models.CharField(help_text='A random name the phone gave itself.', max_length=40, verbose_name='phone')),
                ('held_on', models.DateField(verbose_name='set aside on')),
                ('state', models.CharField(choices=[('held', 'Set aside'), ('used', 'Used'), ('back', 'Given back'), ('void', 'Void')], default='held', max_length=5)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('board', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='office.board')),
                ('case', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='office.case')),
                ('held_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'historical reserved number',
                'verbose_name_plural': 'historical reserved numbers',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='ReservedNumber',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('series', models.CharField(max_length=8)),
                ('year', models.PositiveSmallIntegerField()),
                ('number', models.CharField(max_length=20, unique=True)),
                ('device', models.CharField(help_text='A random name the phone gave itself.', max_length=40, verbose_name='phone')),
                ('held_on', models.DateField(verbose_name='set aside on')),
                ('state', models.CharField(choices=[('held', 'Set aside'), ('used', 'Used'), ('back', 'Given back'), ('void', 'Void')], default='held', max_length=5)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.board')),
                ('case', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
                ('held_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['year', 'series', 'id'],
            },
        ),
        migrations.AddConstraint(
            model_name='fielditem',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('latitude__isnull', True), ('longitude__isnull', True)), models.Q(('latitude__isnull', False), ('longitude__isnull', False), ('latitude__range', (-90, 90)), ('longitude__range', (-180, 180))), _connector='OR'), name='field_item_coordinates'),
        ),
        migrations.AddIndex(
            model_name='reservednumber',
            index=models.Index(fields=['board', 'state', 'series', 'year'], name='reserved_number_state'),
        ),
        migrations.AddConstraint(
            model_name='reservednumber',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'void'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='reserved_number_void_reason'),
        ),
        migrations.AddConstraint(
            model_name='reservednumber',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('case__isnull', False), ('state', 'used')), models.Q(models.Q(('state', 'used'), _negated=True), ('case__isnull', True)), _connector='OR'), name='reserved_number_used_case'),
        ),
    ]
