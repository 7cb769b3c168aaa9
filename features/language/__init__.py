"""The formula language is defined here: its tree, its reader, its functions, and its text."""
