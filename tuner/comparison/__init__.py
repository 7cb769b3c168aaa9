"""Agents compared with each other on the same openings."""
