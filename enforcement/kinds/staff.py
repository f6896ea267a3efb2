"""Who enforces, and for which board."""

STAFF = ("clerk", "inspector")
HEALTH = ("tisbury-health",)
