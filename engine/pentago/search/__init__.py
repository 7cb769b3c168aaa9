"""Pentago's own search, which replaces the plain one."""
