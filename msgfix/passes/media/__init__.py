"""Stage K: pictures and documents."""
