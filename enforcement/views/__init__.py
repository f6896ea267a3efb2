"""The pages of enforcement."""
