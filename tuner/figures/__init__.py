"""Draw what a run found: for a page with plotly, as PNG with matplotlib."""
