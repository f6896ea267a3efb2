from django.apps import AppConfig


class RulemakingConfig(AppConfig):
    name = "permits.rulemaking"
    label = "rulemaking"
    verbose_name = "Regulation changes"
