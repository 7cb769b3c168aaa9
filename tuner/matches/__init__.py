"""Agents, openings and matches between agents, kept in a ledger."""
