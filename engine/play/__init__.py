"""Players, searches, and batches of games and of analysed positions."""
