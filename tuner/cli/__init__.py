"""The command line: words to calls, results to text, errors to one line."""
