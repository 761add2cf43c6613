"""How a camera sees a table: cameras, and the zones of a table file drawn on a still."""
