"""Games, search and batches of matches, jitted. Knows nothing of heuristics, studies or files."""
