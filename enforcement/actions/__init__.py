"""What only enforcement writes: rows of the fine schedule, citations and warnings."""
