import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('office', '0015_granted_by'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Instrument',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('limit', models.DecimalField(decimal_places=3, max_digits=12, null=True)),
                ('until_on', models.DateField(null=True)),
                ('written_on', models.DateField()),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='StateAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('department', models.CharField(max_length=120)),
                ('reference', models.CharField(max_length=120)),
                ('text', models.TextField()),
                ('limit', models.DecimalField(decimal_places=3, max_digits=12, null=True)),
                ('until_on', models.DateField(null=True)),
                ('answered_on', models.DateField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Waiver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('locus', models.TextField(blank=True, max_length=1000, verbose_name='the place, described fully')),
                ('below_10_ft', models.BooleanField(blank=True, help_text='Asked for lots that are on the Barrier Beach only in part (09.9.2).', null=True, verbose_name='is the place below the 10-ft contour?')),
                ('owner_name', models.CharField(blank=True, max_length=200, verbose_name='name of the owner')),
                ('owner_address', models.CharField(blank=True, max_length=300, verbose_name='address of the owner')),
                ('sort', models.CharField(blank=True, choices=[('regulation', 'A regulation of the Board of Health'), ('state code', 'A code of the state'), ('statute', 'A statute of the state or the nation'), ('by-law', 'A by-law of the town')], max_length=12, verbose_name='what the rule is')),
                ('page_no', models.CharField(blank=True, max_length=20, verbose_name='page of the book')),
                ('section', models.CharField(blank=True, help_text='As it is printed: 09.2.3(1).', max_length=60, verbose_name='section and paragraph')),
                ('sentence', models.CharField(blank=True, help_text='Such as “first sentence”.', max_length=120, verbose_name='which sentence')),
                ('words', models.TextField(blank=True, max_length=1000, verbose_name='the very words or figures of the rule')),
                ('wanted', models.TextField(blank=True, max_length=1000, verbose_name='the waiver wanted')),
                ('figure_wanted', models.DecimalField(blank=True, decimal_places=3, help_text='Only when the rule is a figure, such as 204 in place of 200.', max_digits=12, null=True, verbose_name='the figure you ask for')),
                ('why', models.TextField(blank=True, max_length=2000, verbose_name='why it is wanted')),
                ('for_case', models.CharField(blank=True, help_text='Its number, such as DU-2026-014, if there is one.', max_length=20, verbose_name='the application or permit it is for')),
                ('construction', models.BooleanField(blank=True, null=True, verbose_name='will anything be built under it?')),
                ('rule', models.SlugField(blank=True, editable=False, max_length=60)),
                ('case', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.case')),
            ],
        ),
        migrations.CreateModel(
            name='Signature',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=160)),
                ('signed_on', models.DateField()),
                ('way', models.CharField(choices=[('screen', "On the member's own screen"), ('paper', 'On paper')], max_length=8)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('document', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.document')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.event')),
                ('instrument', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signatures', to='waivers.instrument')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['signed_on', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('way', 'paper'), _negated=True), ('document__isnull', False), _connector='OR'), name='waiver_paper_signature_has_scan')],
            },
        ),
    ]
