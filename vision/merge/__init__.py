"""Several cameras on one table: what each tells is merged on the felt plane.

Each camera is watched for itself, as if it were the only one. `Merger` joins what they tell into one stream of facts.
"""
