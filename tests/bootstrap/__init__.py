"""The set-up of a checkout."""
