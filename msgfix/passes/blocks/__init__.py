"""Stage E: every block has a legal shape, and stands on its legal side."""
