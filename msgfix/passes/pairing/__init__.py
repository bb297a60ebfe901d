"""Stage G: calls and results."""
