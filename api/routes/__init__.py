"""The routes of the web server, a module for each subject."""
