"""Programs for maintainers: they make the data and the pages that the repository ships."""
