"""Define agents, openings and matches between agents, and keep matches in a ledger."""
