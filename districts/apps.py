from django.apps import AppConfig


class DistrictsConfig(AppConfig):
    name = "districts"
    verbose_name = "Overlay districts"
