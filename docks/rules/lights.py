"""Lights on a dock, 703-4(D): seven checks, of which the switch is advice (a reading of "should")."""

from __future__ import annotations

from datetime import date

from docks.rules import figures
from docks.rules.facts import DockFacts, Light
from docks.rules.rows import Cell, none_above, none_below
from office.law import Finding, State, Weight, does_not_apply, for_the_board, holds, rule

NO_LIGHTS = "The dock has no lights."


def _lights(d: DockFacts) -> tuple[Light, ...] | Finding:
    """The lights, or the finding to give when there are none to look at."""
    if not d.has_lights:
        return does_not_apply(NO_LIGHTS)
    return d.lights or Finding(State.UNKNOWN, "Not known yet: the lights; list each one.")


@rule("light-watts", cite="Barnstable 703-4(D)")
def watts(d: DockFacts, on: date) -> Finding:
    """Each light has at most 25 watts."""
    lights = _lights(d)
    if isinstance(lights, Finding):
        return lights
    cells: list[Cell] = [(each.watts, "the watts of a light") for each in lights]
    return none_above(
        cells, figures.LIGHT_WATTS.on(on), "W",
        lambda figure, _: f"The strongest light has {figure} watts; 25 are allowed.",
    )  # fmt: skip


@rule("light-lamp", cite="Barnstable 703-4(D)")
def lamp(d: DockFacts, on: date) -> Finding:
    """Each light is incandescent; another lamp is for the Commission to accept by a condition."""
    # The text says "25 watt incandescent": an LED of no more light is accepted by a condition (a reading).
    lights = _lights(d)
    if isinstance(lights, Finding):
        return lights
    others = [each for each in lights if each.incandescent is False]
    if others:
        told = [f"{each.lumens.normalize():f}" for each in others if each.lumens is not None]
        return for_the_board(
            "Some lamps are not incandescent. The Commission says by a condition whether it accepts them; "
            f"their light in lumens: {', '.join(told) or 'not told'}."
        )
    if any(each.incandescent is None for each in lights):
        return Finding(State.UNKNOWN, "Not known yet: whether each light is incandescent.")
    return holds(True, says="Each light is incandescent.")


@rule("lights-apart", cite="Barnstable 703-4(D)")
def apart(d: DockFacts, on: date) -> Finding:
    """The lights are at least 12 feet apart."""
    lights = _lights(d)
    if isinstance(lights, Finding):
        return lights
    if len(lights) == 1 and lights[0].count == 1:
        return does_not_apply("There is one light only.")
    cells: list[Cell] = [(each.apart_ft, "the distance to the nearest other light") for each in lights]
    return none_below(
        cells, figures.LIGHTS_APART_FT.on(on), "ft",
        lambda figure, _: f"The nearest two lights are {figure} ft apart; 12 ft are needed.",
    )  # fmt: skip


@rule("light-height", cite="Barnstable 703-4(D)")
def height(d: DockFacts, on: date) -> Finding:
    """Each light stands at most 2 feet above the walking surface."""
    lights = _lights(d)
    if isinstance(lights, Finding):
        return lights
    cells: list[Cell] = [(each.height_ft, "the height of a light") for each in lights]
    return none_above(
        cells, figures.LIGHT_HEIGHT_FT.on(on), "ft",
        lambda figure, _: f"The highest light is {figure} ft above the walking surface; 2 ft are allowed.",
    )  # fmt: skip


@rule("lights-shaded", cite="Barnstable 703-4(D)")
def shaded(d: DockFacts, on: date) -> Finding:
    """Each light is baffled or shaded so that it shines downward only."""
    lights = _lights(d)
    if isinstance(lights, Finding):
        return lights
    if any(each.shaded_down is False for each in lights):
        return holds(False, otherwise="A light is not shaded downward. Baffle or shade it.")
    if any(each.shaded_down is None for each in lights):
        return Finding(State.UNKNOWN, "Not known yet: whether each light is shaded downward.")
    return holds(True, says="Each light shines downward only.")


@rule("lights-no-timer", cite="Barnstable 703-4(D)")
def no_timer(d: DockFacts, on: date) -> Finding:
    """No light runs by a timer."""
    lights = _lights(d)
    if isinstance(lights, Finding):
        return lights
    if any(each.timer for each in lights):
        return holds(False, otherwise="A light runs by a timer. Switch it by hand.")
    if any(each.timer is None for each in lights):
        return Finding(State.UNKNOWN, "Not known yet: whether a light runs by a timer.")
    return holds(True, says="No light runs by a timer.")


@rule("lights-switched", cite="Barnstable 703-4(D)", weight=Weight.NOTE)
def switched(d: DockFacts, on: date) -> Finding:
    """The lights can be switched at both ends of the dock, as the chapter advises."""
    if not d.has_lights:
        return does_not_apply(NO_LIGHTS)
    return holds(
        d.switched_both_ends,
        otherwise="The lights cannot be switched at both ends of the dock; the chapter advises it.",
    )


@rule("lights-navigation", cite="Barnstable 703-4(D)")
def navigation(d: DockFacts, on: date) -> Finding:
    """The lights never interfere with safe navigation."""
    if not d.has_lights:
        return does_not_apply(NO_LIGHTS)
    return holds(
        not d.lights_hinder_navigation,
        otherwise="The lights would interfere with safe navigation. Change or leave them out.",
    )


RULES = (watts, lamp, apart, height, shaded, no_timer, switched, navigation)
