"""Learning a house's own deck from photographs of it."""
