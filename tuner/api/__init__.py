"""What `import tuner` offers: the words of the command line as functions and frozen values."""
