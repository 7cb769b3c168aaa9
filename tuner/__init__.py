"""Configuration, studies, statistics, verdicts and the command line."""
