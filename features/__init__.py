"""Features of a position are defined here, and the formula language, and the published heuristics."""
