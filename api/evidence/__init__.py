"""Pictures that prove: kept while they are fresh, drawn on, and pinned to findings."""
