"""How fast msgfix is, and how much memory it takes, beside the least that any program would need: `make bench`."""
