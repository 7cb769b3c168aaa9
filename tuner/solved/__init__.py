"""Keep positions whose truth is known, and measure how often agents choose right in them."""
