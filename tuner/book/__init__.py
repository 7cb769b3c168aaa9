"""Make opening books of an agent from its own games, and write them."""
