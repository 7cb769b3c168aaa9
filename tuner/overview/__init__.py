"""This room looks over the folders that hold runs, comparisons and tournaments."""
