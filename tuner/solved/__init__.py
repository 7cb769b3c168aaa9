"""Positions whose truth is known, and how often agents choose right in them."""
