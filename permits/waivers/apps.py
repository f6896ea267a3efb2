from django.apps import AppConfig


class WaiversConfig(AppConfig):
    name = "permits.waivers"
    label = "waivers"
    verbose_name = "Waivers and variances"
