"""Search Pentago in a way of its own, which replaces the plain search."""
