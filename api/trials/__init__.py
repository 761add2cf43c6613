"""Trials of the running server: killed again and again, and under the load of a whole floor."""
