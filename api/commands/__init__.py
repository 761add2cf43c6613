"""The commands of `pitwatch`, a module for each group; `api.cli` puts them together.

A command imports what it runs inside its function, so that `pitwatch --help` and the light commands answer at once. It
returns its exit status: `DONE`, or `FOUND` where finding something is its question. Bad input is raised and becomes one
line and status `BAD_INPUT` in `api.cli`.
"""
