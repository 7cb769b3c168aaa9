"""Hold the command line, which translates words to calls, results to text, errors to one line."""
