"""Finished runs are written for other programs here."""
