"""Networks and what they find in a picture."""
