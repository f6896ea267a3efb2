"""Answers of a notice of intent that keep what no vote may waive: what the chapter is for, and its bans."""

from __future__ import annotations

ANSWERS = {
    "dock": {
        "work": "new",
        "use": "residential",
        "water": "salt",
        "seasonal": "true",
        "in_on": "2027-04-01",
        "out_on": "2027-10-31",
        "in_acec": "false",
        "barnstable_harbor": "false",
        "mlw_elevation_ft": "-1.0",
        "mhw_elevation_ft": "2.0",
        "spring_tide_elevation_ft": "3.0",
    }
}
