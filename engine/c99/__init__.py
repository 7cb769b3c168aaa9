"""Write kernels as C99, for people whose engine is written in C.

The linker joins the same kernels as for the CPU. A kernel is translated for the types of its
arguments, as Numba does it: what is an int64, a uint64, a float64 or a truth value follows from
them. What this translator does not know is an error that names the kernel and the line; it never
guesses.
"""
