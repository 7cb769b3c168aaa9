"""Play batches on the machines of a Dask cluster."""
