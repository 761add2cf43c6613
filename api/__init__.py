"""The house: journal, server, screens, audits and the command line."""
