"""Configuration files: read, checked, and resolved to a study."""
