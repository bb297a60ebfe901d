"""Stage F: parts and neighbours."""
