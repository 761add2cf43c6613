"""Which card of the deck is which on a photograph that shows each of them at most once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]


def assign(costs: F64) -> NDArray[np.int64]:
    """Give every row a column of its own so that the costs add up to the least (the Hungarian method).

    Args:
        costs: float64 `(n, m)`, n at most m.

    Returns:
        int64 `(n,)`, each row's column.

    Raises:
        ValueError: if there are more rows than columns.
    """
    rows, cols = costs.shape
    if rows > cols:
        raise ValueError(f"expected at most as many rows as columns, got {rows} x {cols}")
    row_price, col_price = np.zeros(rows + 1), np.zeros(cols + 1)
    row_of = np.zeros(cols + 1, np.int64)  # 1-based; 0 is "none"
    for row in range(1, rows + 1):
        row_of[0] = row
        least = np.full(cols + 1, np.inf)
        came_from = np.zeros(cols + 1, np.int64)
        used = np.zeros(cols + 1, np.bool_)
        at = 0
        while row_of[at]:
            used[at] = True
            here = row_of[at]
            reduced = costs[here - 1] - row_price[here] - col_price[1:]
            better = ~used[1:] & (reduced < least[1:])
            least[1:][better] = reduced[better]
            came_from[1:][better] = at
            free = np.where(used[1:], np.inf, least[1:])
            nearest = int(free.argmin()) + 1
            step = free[nearest - 1]
            row_price[row_of[used]] += step
            col_price[used] -= step
            least[~used] -= step
            at = nearest
        while at:
            before = int(came_from[at])
            row_of[at] = row_of[before]
            at = before
    column = np.zeros(rows, np.int64)
    for col in range(1, cols + 1):
        if row_of[col]:
            column[row_of[col] - 1] = col - 1
    return column
