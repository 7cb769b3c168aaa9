"""Play games on a GPU by the kernels of the CPU: one thread plays one game.

The linker joins the same kernels as for the CPU, own searches of games too. What differs:

- the machine operations are those of `engine.cuda.device`, or of `engine.cuda.simulated` where
  Numba simulates CUDA (NUMBA_ENABLE_CUDASIM=1);
- all formulas are in one program, and the parameters of a player say which is its own: nothing is
  called by address;
- there is no clock and no solver, and what CUDA computes less exactly than the CPU is left to the
  CPU (`engine.cuda.exact`).

Products are not fused with sums, and quotients and square roots are rounded as IEEE 754 says. So
results, plies and nodes of all games are those of the CPU. Tests show that in the simulator, and
assemble the programs for two kinds of GPU; nobody has run them on one yet.
"""
