"""Offer the words of the command line as functions and frozen values: see `import tuner`."""
