from django.apps import AppConfig


class FoodConfig(AppConfig):
    name = "permits.food"
    label = "food"
    verbose_name = "Food permits"
