"""Play sequential matches, which stop as soon as their test has decided."""
