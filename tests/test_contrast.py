"""The colors of static/css/tokens.css, recomputed as WCAG 2.2 asks, light and dark."""

import re
from pathlib import Path

from django.test import SimpleTestCase

CSS = (Path(__file__).parent.parent / "static" / "css" / "tokens.css").read_text()
GROUNDS = ("page", "card", "fog")
TAGS = ("fog", "tide", "sand", "marsh", "cranberry")
TEXT, CONTROL, RING = 4.5, 3.0, 9.0

# (color, grounds it stands on, least ratio the rule asks, lowest ratio light, dark): the figures we publish.
PAIRS = (
    ("ink", GROUNDS, TEXT, 13.1, 11.9),
    ("soft", GROUNDS, TEXT, 6.3, 7.3),
    ("harbor", GROUNDS, TEXT, 7.3, 7.8),
    ("on-harbor", ("harbor",), TEXT, 8.2, 9.2),
    ("cranberry", GROUNDS, TEXT, 6.6, 6.9),
    ("edge", GROUNDS, CONTROL, 4.1, 4.6),
    ("ink", ("water", "bottom"), TEXT, 9.2, 7.2),
    ("chart-1", ("card",), CONTROL, 8.2, 8.4),
    ("chart-2", ("card",), CONTROL, 4.3, 8.4),
    ("chart-3", ("card",), CONTROL, 4.3, 8.4),
    ("chart-4", ("card",), CONTROL, 4.3, 8.4),
    ("ring-outer", ("ring-inner",), RING, 10.2, 12.5),
    ("tag-fog-text", ("tag-fog",), TEXT, 8.4, 8.6),
    ("tag-tide-text", ("tag-tide",), TEXT, 8.8, 8.6),
    ("tag-sand-text", ("tag-sand",), TEXT, 8.2, 8.9),
    ("tag-marsh-text", ("tag-marsh",), TEXT, 8.4, 8.5),
    ("tag-cranberry-text", ("tag-cranberry",), TEXT, 8.6, 8.7),
)


def block(selector: str) -> dict[str, str]:
    """The custom properties of the first rule that begins with `selector`."""
    start = CSS.index(selector)
    body = CSS[CSS.index("{", start) + 1 : CSS.index("}", start)]
    return dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9A-Fa-f]{6});", body))


LIGHT = block(':root,\n[data-bs-theme="light"]')
DARK = block('[data-bs-theme="dark"]')
SYSTEM_DARK = block(":root:not([data-bs-theme])")


def luminance(color: str) -> float:
    """Relative luminance of "#RRGGBB", 0 to 1 (WCAG 2.2, relative luminance)."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    """Contrast ratio of two colors, 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


class ContrastTests(SimpleTestCase):
    def test_black_on_white_is_21(self) -> None:
        assert round(ratio("#000000", "#FFFFFF"), 6) == 21
        assert round(ratio("#777777", "#FFFFFF"), 2) == 4.48

    def test_every_pair_meets_the_rule_and_our_figure(self) -> None:
        for color, grounds, rule, light, dark in PAIRS:
            for theme, tokens, figure in (("light", LIGHT, light), ("dark", DARK, dark)):
                lowest = min(ratio(tokens[color], tokens[ground]) for ground in grounds)
                with self.subTest(f"{color} on {', '.join(grounds)}, {theme}"):
                    assert lowest >= rule
                    assert round(lowest, 1) >= figure

    def test_a_tick_shows_in_its_box_and_the_box_on_its_ground(self) -> None:
        for tokens in (LIGHT, DARK):
            assert ratio("#FFFFFF", tokens["ticked"]) >= TEXT
            for ground in GROUNDS:
                assert ratio(tokens["harbor"], tokens[ground]) >= CONTROL

    def test_links_and_errors_read_on_what_they_stand_on(self) -> None:
        for tokens in (LIGHT, DARK):
            for ground in GROUNDS:
                assert ratio(tokens["harbor-deep"], tokens[ground]) >= TEXT
            assert ratio(tokens["on-harbor"], tokens["harbor-deep"]) >= TEXT

    def test_one_of_the_two_ring_colors_shows_on_every_ground(self) -> None:
        for tokens in (LIGHT, DARK):
            for ground in (*GROUNDS, "harbor", *(f"tag-{tag}" for tag in TAGS)):
                best = max(ratio(tokens[ring], tokens[ground]) for ring in ("ring-outer", "ring-inner"))
                assert best >= CONTROL, ground

    def test_dark_is_the_same_with_and_without_script(self) -> None:
        assert DARK == SYSTEM_DARK
        assert LIGHT.keys() == DARK.keys()
