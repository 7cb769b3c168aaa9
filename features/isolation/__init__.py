"""Features of an Isolation position are defined here."""
