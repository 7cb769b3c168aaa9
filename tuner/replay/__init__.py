"""Every game of a run can be played again here from its row in the ledger, shown and exported."""
