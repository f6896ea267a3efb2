from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class OfficeConfig(AppConfig):
    name = "office"
    verbose_name = "Office"

    def ready(self) -> None:
        # Every installed slice registers its kinds; a new kind is one folder and one line in the settings.
        autodiscover_modules("kinds")
