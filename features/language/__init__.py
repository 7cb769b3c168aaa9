"""The formula language: its tree, its reader, its functions, and its text."""
