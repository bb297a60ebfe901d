"""Check: from inputs to what there is to say about each, nothing written."""
