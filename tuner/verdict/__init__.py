"""What a study ends with: its content, its JSON and its text."""
