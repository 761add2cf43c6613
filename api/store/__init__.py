"""The journal of facts and what is folded from it."""
