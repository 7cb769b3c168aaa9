"""Players and searches are made here, and play batches of games."""
