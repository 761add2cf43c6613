"""What keeps a house running: backups, metrics, logs."""
