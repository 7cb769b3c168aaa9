"""Knights Isolation on any board of at most 64 squares."""
