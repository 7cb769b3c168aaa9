"""Features of a Pentago position are defined here."""
