"""Kernels: plain functions in the Numba subset that `engine.link.linker` joins and compiles.

A kernel has no recursion, closures, arrays or global state, so that the same text can be
compiled for another target. Memory is addressed in slots of eight bytes (see
`engine.intrinsics`); a kernel of a search is joined with the kernels of a game (see
`engine.kernels.interface`) and a formula.
"""
