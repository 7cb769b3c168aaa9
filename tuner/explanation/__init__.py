"""Explain what agents make of positions: values and their parts, lines, where two agents differ."""
