"""Play batches of games on a GPU."""
