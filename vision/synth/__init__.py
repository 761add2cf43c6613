"""The drawn world: card art, scenes with labels, tables and whole filmed sessions with the truth beside them."""
