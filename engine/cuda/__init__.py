"""Play games on a GPU by the kernels of the CPU: one thread plays a game.

The linker joins the same kernels as for the CPU. What differs:

- the machine operations are those of `engine.cuda.device`, or of `engine.cuda.simulated` where
  Numba simulates CUDA (NUMBA_ENABLE_CUDASIM=1);
- choosers are called by name, since a GPU cannot call the address of a CPU's code, and solvers not
  at all;
- there is no clock: searches with time_ms are refused, and so are perfect ones;
- nothing is cached on disk.

Tests play in the simulator, and compile for a GPU as far as LLVM code. No GPU was available to run
that. A formula's value may differ there in its last bits, since products are fused with sums, and
exp, log, tanh and powers are CUDA's.
"""
