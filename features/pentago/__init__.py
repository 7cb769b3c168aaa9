"""Features of a Pentago position."""
