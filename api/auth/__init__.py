"""Who may do what: people and their roles, tablets at tables, and sessions that end when they are told to."""
