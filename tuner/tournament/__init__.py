"""Play round robins of agents and show them beside published tables."""
