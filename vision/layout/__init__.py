"""From a place on the felt to a box and hand."""
