"""Run studies: trials, finalists, verdict, and the folder that keeps them."""
