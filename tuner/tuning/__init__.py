"""A study as it runs: trials, finalists, verdict, and the folder that keeps them."""
