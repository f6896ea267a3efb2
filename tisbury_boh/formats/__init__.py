"""How numbers and dates are written, per language, where Django would have it otherwise."""
