"""Samplers are defined here: what a study tries next, in the box of its parameters."""
