"""Cards over time: where something changed and came to rest, and which physical card is which."""
