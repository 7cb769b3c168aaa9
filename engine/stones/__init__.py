"""A game of stones is its kernels and a notation; what can be derived from them is here."""
