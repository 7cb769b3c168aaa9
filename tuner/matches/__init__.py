"""Agents, openings and matches between agents are defined here, and kept in a ledger."""
