"""A run becomes a report here: one frozen value, its sentences, and the page that shows it."""
