"""Formats that are plain Python share these texts and measurements."""
