"""Read configuration files, check them, and resolve them to a study."""
