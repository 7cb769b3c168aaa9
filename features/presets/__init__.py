"""The hand-set heuristics of the published documents, one file a document."""
