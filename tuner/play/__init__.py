"""Let a person play against an agent, line by line, and keep the game as a list of positions."""
