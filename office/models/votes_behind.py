"""The recorded vote behind a dated row: what the town set, and where the board decided it."""

from __future__ import annotations

from django.db import models


class SetByVote(models.Model):
    """A dated row that may point to the recorded vote which set it. An older vote is words alone."""

    recorded_vote = models.ForeignKey(
        "office.Vote", models.PROTECT, null=True, blank=True, related_name="+",
        help_text="The vote that set it, if it is on record here. Then its words may stay empty.",
    )  # fmt: skip

    class Meta:
        abstract = True
