"""Features of an Isolation position."""
