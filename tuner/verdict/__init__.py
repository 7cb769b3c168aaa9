"""A study ends with a verdict, which has its content, its JSON and its text here."""
