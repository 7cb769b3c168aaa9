"""Put back each tuned parameter, and leave out each term, to see what it is worth."""
