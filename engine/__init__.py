"""Hold games, search and batches of matches as machine code; know no heuristics and files."""
