"""Measure how fast the engine is on this machine, compare it with what is equal, and show it."""
