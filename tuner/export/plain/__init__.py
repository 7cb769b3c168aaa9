"""Formulas are written as plain Python for other programs here."""
