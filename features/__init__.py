"""Features of a position, the formula language and the published heuristics."""
