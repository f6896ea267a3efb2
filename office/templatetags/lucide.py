"""The icons of `{% lucide %}`, each drawn once.

A page shows some twenty icons, and the tag of the library copies, changes and writes out the XML of every one
anew: a twentieth of the time of a page. They are few and never change, so what was drawn is kept. This tag
stands in place of the library's, whose app is therefore not among INSTALLED_APPS.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString
from lucide.templatetags import lucide as library

register = template.Library()


@register.simple_tag
def lucide(name: str, *, size: int | None = 24, **attributes: object) -> SafeString:
    """The icon as inline SVG; `attributes` as the library's tag takes them."""
    # Every value as text, which is how it is written: 1 and True are equal, and not the same attribute.
    return _drawn(name, size, *((key, str(value)) for key, value in attributes.items()))


@lru_cache(maxsize=512)
def _drawn(name: str, size: int | None, *attributes: tuple[str, str]) -> SafeString:
    return SafeString(library._render_icon(name, size, **dict(attributes)))
