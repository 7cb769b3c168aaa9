"""Compare agents with each other on the same openings."""
