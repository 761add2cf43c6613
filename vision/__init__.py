"""The eyes: pictures and recordings become sightings of cards, and sightings become facts. Knows no rule."""
