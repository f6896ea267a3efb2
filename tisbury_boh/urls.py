"""Addresses: the Django admin, then whatever pages each of our apps has in its own `urls.py`.

An app without pages has no `urls.py`, so a new slice adds no line here.
"""

from django.apps import apps
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.utils.module_loading import module_has_submodule

from office.views.sign_in import admin_sign_in
from tisbury_boh.settings import OUR_APPS


def pages_of_our_apps() -> list[URLPattern | URLResolver]:
    """One include for each of our apps that has a `urls.py`, in the order of INSTALLED_APPS."""
    return [
        path("", include(f"{name}.urls"))
        for name in OUR_APPS
        if module_has_submodule(apps.get_app_config(name.rpartition(".")[2]).module, "urls")
    ]


admin.site.login = admin_sign_in  # type: ignore[method-assign]  # one door for all: the one with a second step
urlpatterns: list[URLPattern | URLResolver] = [path("admin/", admin.site.urls), *pages_of_our_apps()]
