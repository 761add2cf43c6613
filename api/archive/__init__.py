"""Recordings that were audited, as the server keeps, plays and judges them again."""
