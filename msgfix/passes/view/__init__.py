"""Stage C: what a request may see."""
