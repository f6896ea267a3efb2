from django.apps import AppConfig


class RefuseConfig(AppConfig):
    name = "permits.refuse"
    label = "refuse"
    verbose_name = "Solid waste permits"
