"""Make the data and the pages that the repository ships; these are programs for maintainers."""
