"""The shipped games, one TOML file each, and what profiles are made of and checked by. `tracker.profile` reads them."""
