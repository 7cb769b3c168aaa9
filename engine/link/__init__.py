"""Kernels joined into the text of one module, and that text compiled once and kept."""
