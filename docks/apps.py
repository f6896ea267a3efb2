from django.apps import AppConfig


class DocksConfig(AppConfig):
    name = "docks"
    verbose_name = "Docks and piers"
