"""Round robins of agents, beside published tables."""
