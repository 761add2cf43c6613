"""Tables while they are watched: the fold of their facts, their pictures, and the push to the screens."""
