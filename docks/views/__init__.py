"""The pages of a dock's life: where it stands, what is recorded, what the Commission found, its papers."""
