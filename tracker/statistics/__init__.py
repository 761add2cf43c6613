"""Statistics over rounds."""
