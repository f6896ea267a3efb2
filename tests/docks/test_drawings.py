"""The drawings of a dock: true to scale, no label over anything, nothing guessed, whatever was entered."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any
from unittest import TestCase

from hypothesis import given, settings
from hypothesis import strategies as st

from docks.drawings import Drawing, Sheet, drawn
from docks.rules import facts as f
from docks.rules.facts import DockFacts
from tests.docks.facts import complete
from tests.docks.measuring import Picture

DAY = date(2026, 6, 1)


def sheet(**changes: Any) -> Sheet:
    return drawn(complete(**changes), DAY)


def picture(drawing: Drawing) -> Picture:
    return Picture.of(drawing.svg())


def part(kind: str, start: Any, length: Any, width: Any = 4, across: bool = False) -> dict[str, Any]:
    return {"kind": kind, "from_shore_ft": start, "length_ft": length, "width_ft": width, "across": across}


def sounding(distance: Any, depth: Any, place: str = f.LINE, tide: Any = 0) -> dict[str, Any]:
    return {"distance_ft": distance, "depth_ft": depth, "tide_ft": tide, "datum": f.MLW, "place": place}


def boat(**changes: Any) -> dict[str, Any]:
    return {
        "name": "Sample Heron", "length_ft": 22, "beam_ft": 8, "draft_in": 24, "drive": f.OUTBOARD,
        "horsepower": 150,
    } | changes  # fmt: skip


def near(one: float, other: float) -> bool:
    """Alike to a fiftieth of a pixel: coordinates are sent with two decimals."""
    return abs(one - other) <= 0.02


def clashes(found: Sheet) -> list[str]:
    return [f"{each.slug}: {clash}" for each in found.drawings for clash in picture(each).clashes()]


EXTREMES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "one foot": {"parts": (part(f.PIER, 0, 1),), "berth_from_ft": Decimal(1), "berth_to_ft": Decimal(9)},
    "eight hundred feet": {
        "parts": (part(f.PIER, 0, 780), part(f.FLOAT, 780, 20, 10)),
        "berth_from_ft": Decimal(800), "berth_to_ft": Decimal(808), "channel_ft": Decimal(1000),
    },
    "five hundred soundings": {
        "soundings": tuple(
            sounding(n / 2, 1 + n % 7, f.BERTH if 150 < n < 200 else f.LINE) for n in range(500)
        )
    },
    "a bottom that falls dry": {"soundings": tuple(sounding(n * 10, -n % 3 - 2) for n in range(1, 12))},
    "a bottom far below": {"soundings": tuple(sounding(n * 10, n * 9) for n in range(1, 12))},
    "one sounding": {"soundings": (sounding(74, 6, f.BERTH),)},
    "no soundings": {"soundings": ()},
    "no boat": {"vessels": ()},
    "a boat aground": {"vessels": (boat(draft_in=400),)},
    "a boat without a beam": {"vessels": (boat(beam_ft=None),)},
    "a boat without a draft": {"vessels": (boat(draft_in=None),)},
    "a very long name": {"vessels": (boat(name="W" * 200),)},
    "no parts": {"parts": ()},
    "parts without measures": {"parts": ({}, part(f.PIER, 0, None), part("", 4, 5))},
    "posts alone": {"parts": tuple(part(f.DOLPHIN, 40 + n, 0, 0) for n in range(8))},
    "posts and a tiny float": {"parts": (part(f.TIE_OFF_PILE, 40, 0, 0), part(f.FLOAT, 40, "0.1", 1))},
    "twenty parts": {"parts": tuple(part(f.PIER if n % 2 else f.FLOAT, n * 4, 4) for n in range(20))},
    "sixty parts": {"parts": tuple(part(f.TIE_OFF_PILE, 70, 0, 0) for n in range(60))},
    "landward": {"parts": (part(f.WALKWAY, -200, 200), part(f.PIER, 0, 60))},
    "a channel at the shore": {"channel_ft": Decimal(1)},
    "limits all alike": {"frontage_ft": Decimal(160), "channel_ft": Decimal("123.5"), "has_channel": True},
    "a huge frontage": {"frontage_ft": Decimal(5000)},
    "no frontage": {"frontage_ft": None},
    "a slant": {"angle_degrees": Decimal(35), "centre_offset_ft": Decimal(40)},
    "along the shore": {"angle_degrees": Decimal(90)},
    "angle not known": {"angle_degrees": None, "centre_offset_ft": None},
    "no datum": {"mhw_elevation_ft": None, "mlw_elevation_ft": None},
    "heights the wrong way round": {"mhw_elevation_ft": Decimal(-4), "mlw_elevation_ft": Decimal(3)},
    "low water far out": {"mlw_ft": Decimal(400)},
    "low water before the shore": {"mlw_ft": Decimal(-5)},
    "a bottom that ends just beyond the picture": {
        "parts": (), "soundings": (sounding(52, 6),), "mlw_ft": Decimal(0), "channel_ft": Decimal(0),
        "berth_from_ft": Decimal(0), "berth_to_ft": Decimal(31), "vessels": (boat(beam_ft=31, length_ft=93),),
    },
    "berth backwards": {"berth_from_ft": Decimal(90), "berth_to_ft": Decimal(70)},
    "berth far away": {"berth_from_ft": Decimal(600), "berth_to_ft": Decimal(608)},
    "a lift": {"has_lift": True, "lift_hull_above_mhw_in": Decimal(10)},
}  # fmt: skip


class NothingOverlapsTests(TestCase):
    def test_no_label_lies_over_a_label_or_a_shape_at_any_extreme(self) -> None:
        for name, changes in EXTREMES.items():
            with self.subTest(name):
                assert clashes(sheet(**changes)) == []

    def test_nor_where_nothing_is_known(self) -> None:
        found = drawn(DockFacts.build({}), DAY)
        assert clashes(found) == []
        assert "Enter soundings" in picture(found.side).texts
        assert picture(found.side).has("enter-soundings")
        assert [each for each in found.side.figures if each.state == "met"] == []

    @settings(max_examples=25, deadline=None)
    @given(
        parts=st.lists(st.tuples(st.integers(-50, 300), st.integers(0, 120), st.sampled_from((f.PIER, f.FLOAT,
                       f.RAMP, f.DOLPHIN))), max_size=24),
        depths=st.lists(st.tuples(st.integers(0, 400), st.integers(-10, 60)), max_size=40),
        mlw=st.integers(0, 400), channel=st.integers(0, 600), frontage=st.integers(1, 900),
        angle=st.integers(-89, 89), berth=st.integers(0, 300), beam=st.integers(1, 60),
    )  # fmt: skip
    def test_nor_for_any_dock(
        self,
        parts: Any,
        depths: Any,
        mlw: int,
        channel: int,
        frontage: int,
        angle: int,
        berth: int,
        beam: int,
    ) -> None:
        found = sheet(
            parts=tuple(part(kind, start, length) for start, length, kind in parts),
            soundings=tuple(sounding(at, depth, f.BERTH) for at, depth in depths),
            mlw_ft=Decimal(mlw), channel_ft=Decimal(channel), frontage_ft=Decimal(frontage),
            angle_degrees=Decimal(angle), berth_from_ft=Decimal(berth), berth_to_ft=Decimal(berth + beam),
            vessels=(boat(beam_ft=beam, length_ft=beam * 3),),
        )  # fmt: skip
        assert clashes(found) == []


class ScaleTests(TestCase):
    def test_a_72_ft_dock_measures_72_ft_along_the_line_in_both_views(self) -> None:
        found = sheet(parts=(part(f.PIER, 0, 52), part(f.FLOAT, 52, 20, 10)))
        for drawing in (found.side, found.plan):
            seen = picture(drawing)
            assert near(seen.long("reach"), 72 * seen.px_per_ft)
            assert near(seen.long("part-1"), 52 * seen.px_per_ft)
            assert near(seen.long("part-2"), 20 * seen.px_per_ft)
            # One scale along the whole axis: the second part begins where the first ends.
            assert near(max(x for x, _ in seen.find("part-1")), min(x for x, _ in seen.find("part-2")))

    def test_the_plan_has_one_scale_in_both_directions(self) -> None:
        seen = picture(
            sheet(parts=(part(f.FLOAT, 20, 20, 10),), frontage_ft=Decimal(150), angle_degrees=Decimal(0)).plan
        )
        assert near(seen.tall("part-1"), 10 * seen.px_per_ft)
        assert near(seen.tall("frontage"), 150 * seen.px_per_ft)

    def test_an_ell_lies_across_the_line_with_its_width_along_it(self) -> None:
        seen = picture(sheet(parts=(part(f.FLOAT, 50, 24, 6, across=True),)).plan)
        assert near(seen.long("part-1"), 6 * seen.px_per_ft)
        assert near(seen.tall("part-1"), 24 * seen.px_per_ft)

    def test_depths_are_true_under_the_exaggeration_that_is_stated(self) -> None:
        found = sheet(
            soundings=(sounding(30, "4.5", tide="1.5"), sounding(72, "8.5", f.BERTH, tide="1.5")),
            vessels=(boat(draft_in=30),), berth_from_ft=Decimal(70), berth_to_ft=Decimal(78),
        )  # fmt: skip
        for drawing in (found.side, found.berth):
            seen = picture(drawing)
            upright = seen.px_per_ft * seen.rise
            water = seen.find("mlw")[0][1]
            keel = max(y for _, y in seen.find("boat"))
            assert near(keel - water, 2.5 * upright)
            # 84 in. of water at mean low water, 30 of draft: 54 are clear.
            assert near(seen.tall("clearance"), 4.5 * upright)
            assert "84" in " ".join(seen.texts)
            times = "same scale" if seen.rise == 1 else f"at {seen.rise} times"
            assert any(times in text or "one scale" in text for text in seen.texts), seen.texts

    def test_mean_high_water_stands_at_its_height(self) -> None:
        seen = picture(sheet(mhw_elevation_ft=Decimal("1.6"), mlw_elevation_ft=Decimal("-1.5")).side)
        high, low = seen.find("mhw")[0][1], seen.find("mlw")[0][1]
        assert near(low - high, 3.1 * seen.px_per_ft * seen.rise)
        assert "MHW 3.1 ft" in seen.texts

    def test_the_bar_is_as_long_as_it_says(self) -> None:
        for changes in EXTREMES.values():
            found = sheet(**changes)
            for drawing in (found.side, found.plan):
                seen = picture(drawing)
                (said,) = [text for text in seen.texts if "scale" in text or "both" in text]
                feet = int(said.split(" ft")[0])
                assert near(seen.long("bar"), feet * seen.px_per_ft)

    def test_a_limit_stands_at_its_distance(self) -> None:
        found = sheet(frontage_ft=Decimal(150))
        seen = picture(found.side)
        shore = seen.find("shore")[0][0]
        assert near(seen.find("half-frontage")[0][0] - shore, 75 * seen.px_per_ft)


class NothingGuessedTests(TestCase):
    def test_without_soundings_an_outline_stands_and_no_bottom(self) -> None:
        found = sheet(soundings=())
        for drawing in (found.side, found.berth):
            seen = picture(drawing)
            assert seen.has("enter-soundings")
            assert "Enter soundings" in seen.texts
            assert not seen.has("clearance")
        assert "Enter soundings." in found.side.missing

    def test_no_bottom_is_drawn_beyond_the_last_sounding(self) -> None:
        found = sheet(soundings=(sounding(20, 2), sounding(40, 4)))
        seen = picture(found.side)
        shore = seen.find("shore")[0][0]
        assert near(max(x for x, _ in seen.find("bed")) - shore, 40 * seen.px_per_ft)
        assert seen.has("no-soundings")

    def test_an_unreadable_sounding_is_left_out_and_said(self) -> None:
        found = sheet(soundings=(sounding(20, 2), sounding(40, None), sounding(60, 5, f.BERTH)))
        assert any("cannot be drawn" in each for each in found.side.missing)

    def test_of_two_soundings_at_one_distance_the_shallower_is_drawn(self) -> None:
        found = sheet(soundings=(sounding(20, 4), sounding(20, 3), sounding(40, 6)))
        seen = picture(found.side)
        low = seen.find("mlw")[0][1]
        shore = seen.find("shore")[0][0]
        (at20,) = [y for x, y in seen.find("bed") if abs(x - shore - 20 * seen.px_per_ft) < 0.02]
        assert near(at20 - low, 3 * seen.px_per_ft * seen.rise)

    def test_a_sounding_beside_the_line_is_no_bottom_of_it(self) -> None:
        found = sheet(soundings=(sounding(20, 2), sounding(30, "0.5", f.AROUND), sounding(40, 6)))
        seen = picture(found.side)
        shore = seen.find("shore")[0][0]
        assert not any(near(x, shore + 30 * seen.px_per_ft) for x, _ in seen.find("bed"))
        assert picture(sheet(soundings=(sounding(30, 2, f.AROUND),)).side).has("enter-soundings")

    def test_a_boat_without_its_draft_is_not_drawn(self) -> None:
        found = sheet(vessels=(boat(draft_in=None),))
        assert not picture(found.side).has("boat")
        assert "Enter the beam and the draft of each boat." in found.side.missing

    def test_a_boat_whose_berth_nobody_told_is_not_drawn(self) -> None:
        found = sheet(berth_from_ft=None)
        assert not picture(found.side).has("boat")
        assert any("where the boat lies" in each for each in found.side.missing)

    def test_a_part_without_its_place_is_not_drawn_and_no_reach_is_told(self) -> None:
        found = sheet(parts=(part(f.PIER, 0, 40), part(f.FLOAT, 40, None)))
        seen = picture(found.side)
        assert seen.has("part-1")
        assert not seen.has("part-2")
        assert not seen.has("reach")

    def test_while_a_limit_is_not_known_none_is_called_allowed(self) -> None:
        found = sheet(frontage_ft=None, parts=(part(f.PIER, 0, 20),))
        assert not any("allowed" in text for text in picture(found.side).texts)


class WordsTests(TestCase):
    def test_html_in_a_name_is_text(self) -> None:
        wicked = '</text><script>alert("x")</script>&'
        found = sheet(vessels=(boat(name=wicked),))
        svg = found.side.svg()
        assert "<script" not in svg
        assert "&lt;/text&gt;" in svg
        assert any(text.startswith("</text>") for text in picture(found.side).texts)

    def test_no_style_is_in_a_picture_for_a_page(self) -> None:
        for drawing in sheet().drawings:
            assert "style" not in drawing.svg()
            assert "<style>.a{}</style>" in drawing.svg(style=".a{}")

    def test_each_picture_has_a_name_and_a_description(self) -> None:
        for drawing in sheet().drawings:
            root = picture(drawing).root
            assert root.attrib["role"] == "img"
            named = root.attrib["aria-labelledby"].split()
            found = [each for each in root if each.attrib.get("id") in named]
            assert [(each.text or "").strip() != "" for each in found] == [True, True]

    def test_two_on_one_page_have_different_ids(self) -> None:
        found = sheet().side
        assert (
            picture(replace(found)).root.attrib["aria-labelledby"]
            != Picture.of(found.svg("other")).root.attrib["aria-labelledby"]
        )

    def test_clearance_is_said_with_what_is_needed(self) -> None:
        changes: dict[str, Any] = {
            "soundings": (sounding(72, "4.8333333333", f.BERTH),), "vessels": (boat(draft_in=24),),
            "berth_from_ft": Decimal(70), "berth_to_ft": Decimal(78),
        }  # fmt: skip
        texts = picture(sheet(**changes, high_value_habitat=True).side).texts
        assert "34 in. clear, 30 needed" in texts
        texts = picture(sheet(**changes, high_value_habitat=False).side).texts
        assert "34 in. clear, 12 needed" in texts
        texts = picture(sheet(**changes, high_value_habitat=None).side).texts
        assert "34 in. clear" in texts

    def test_a_sailing_boat_needs_no_depth(self) -> None:
        found = sheet(vessels=(boat(drive=f.NO_MOTOR),))
        assert not any("needed" in text for text in picture(found.berth).texts)
        assert [row.state for row in found.berth.figures] == ["n/a"]


class EqualTableTests(TestCase):
    def test_every_limit_in_the_picture_is_in_its_table(self) -> None:
        for name, changes in EXTREMES.items():
            found = sheet(**changes)
            for drawing in (found.side, found.plan):
                told = " ".join(" ".join((row.measured, row.limit, row.margin)) for row in drawing.figures)
                for text in picture(drawing).texts:
                    if " limit: " in text:
                        with self.subTest(f"{name}, {drawing.slug}: {text}"):
                            assert text.split(" limit: ")[0] in told

    def test_a_margin_is_told_both_ways(self) -> None:
        found = sheet(parts=(part(f.PIER, 0, 72),), frontage_ft=Decimal(150))
        (row,) = [each for each in found.side.figures if each.what.startswith("Half the frontage")]
        assert (row.measured, row.limit, row.margin, row.state) == ("72 ft", "75 ft", "3 ft to spare", "met")
        found = sheet(parts=(part(f.PIER, 0, "75.01"),), frontage_ft=Decimal(150))
        (row,) = [each for each in found.side.figures if each.what.startswith("Half the frontage")]
        assert (row.margin, row.state) == ("0.01 ft too much", "unmet")

    def test_the_parts_have_the_numbers_of_the_picture(self) -> None:
        found = sheet(parts=(part(f.PIER, 0, 52), part(f.FLOAT, 52, 20, 10), part(f.DOLPHIN, 72, 0, 0)))
        assert found.parts == (
            ("1 Pier", "0 ft", "52 ft", "4 ft"),
            ("2 Float", "52 ft", "72 ft", "10 ft"),
            ("3 Dolphin", "72 ft", "72 ft", ""),
        )
