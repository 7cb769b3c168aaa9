"""How fast the engine is on this machine: measured, compared with what is equal, and shown."""
