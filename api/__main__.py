"""`python -m api` is the command `pitwatch`."""

from api.cli import main

main()
