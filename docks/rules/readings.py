"""What chapter 703 leaves open for the town to decide, each with the answer that counts until then."""

from office.law import Reading

BEAM_IN_CHANNEL_MARGIN = Reading(
    slug="beam-in-channel-margin",
    cite="Barnstable 703-4(J)(2)",
    asks="Does the boat's beam lie inside the 35 feet that a dock keeps from a channel?",
    options=(
        ("false", "No: the dock and the boat together stay 35 feet off"),
        ("true", "Yes: the 35 feet run from the dock, and the boat lies inside them"),
    ),
    default="false",
    doubt="The section says that the 35 feet include the beam, which can be read both ways. The stricter one "
    "is like the narrow-water rule of 703-4(J)(4).",
)

CCA_NOTE_IN_FORCE = Reading(
    slug="cca-note-in-force",
    cite="Barnstable 703-4(C)",
    asks="May CCA wood still be used in piles and structural timber?",
    options=(
        ("true", "Yes: the Commission has found no suitable alternatives yet"),
        ("false", "No: the Commission has found suitable alternatives"),
    ),
    default="true",
    doubt="The section bans CCA wood, and its note allows it until the Commission finds alternatives. "
    "Whether it has found any is not printed in the code.",
)

READINGS = (BEAM_IN_CHANNEL_MARGIN, CCA_NOTE_IN_FORCE)
