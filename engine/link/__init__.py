"""Kernels are joined here into the text of one module, and that text is compiled once and kept."""
