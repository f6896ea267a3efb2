"""What lies ahead, has bounds, or no vote may waive: an event to come, full time, guests who cook."""

ANSWERS = {
    "residential-kitchen": {"gives_breakfast": "false", "gives_bed": "false", "guests_cook": "false"},
    "temporary-food": {"first_on": "2026-07-04", "last_on": "2026-07-05"},
    "food-establishment": {
        "certified": [
            {
                "name": "Sample", "role": "owner", "full_time_share": "1", "certified_on": "2026-01-05",
                "runs_out": "true", "runs_out_on": "2027-01-05",
            }
        ],
    },
}  # fmt: skip
