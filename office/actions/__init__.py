"""The only writers. Keyword-only, `by=` and `on=` passed in, atomic, the event in the same transaction."""
