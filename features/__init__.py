"""Features of a position are defined here, the formula language, and the published heuristics."""
