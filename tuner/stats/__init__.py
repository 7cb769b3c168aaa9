"""Statistics of matches: intervals, Elo, tests and decisions, and how numbers are said."""
