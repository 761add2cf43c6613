"""Who may look: a password for the whole server, and sessions that end when they are told to."""
