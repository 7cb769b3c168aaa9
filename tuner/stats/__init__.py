"""Compute statistics of matches: intervals, Elo, tests and decisions, and write them as text."""
