"""Feed a training loop: batches made by worker processes, each batch used several times."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Batch = tuple[Tensor, ...]
MakeBatches = Callable[[int, int], Iterator[Batch]]
"""Endless batches, from a seed and a batch's size."""


class _Endless(IterableDataset):
    """Batches as one worker makes them: each from a seed of its own."""

    def __init__(self, make: MakeBatches, seed: int, size: int) -> None:
        self._make, self._seed, self._size = make, seed, size

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        worker = get_worker_info()
        return self._make(self._seed + 1_000_003 * (worker.id if worker else 0), self._size)


def batches_from(make: MakeBatches, seed: int, size: int, workers: int) -> Iterator[Batch]:
    """Yield batches without end, made by `workers` processes, or here if that is 0."""
    if workers == 0:
        return make(seed, size)
    return iter(
        DataLoader(_Endless(make, seed, size), batch_size=None, num_workers=workers, prefetch_factor=4)
    )


def replayed(
    batches: Iterator[Batch], on: torch.device, *, uses: int, kept: int, seed: int
) -> Iterator[Batch]:
    """Yield each batch `uses` times, from the device it was moved to once, with other batches in between.

    Args:
        batches: endless.
        on: device of what is yielded.
        uses: how often each batch is seen.
        kept: how many batches lie ready at most, to draw from.
        seed: of the order.
    """
    chance = random.Random(seed)
    ready: list[tuple[Batch, int]] = []
    while True:
        if len(ready) < (kept if uses > 1 else 1):
            batch = tuple(part.to(on, non_blocking=True) for part in next(batches))
            ready.append((batch, uses))
        place = chance.randrange(len(ready))
        batch, left = ready.pop(place)
        if left > 1:
            ready.append((batch, left - 1))
        yield batch
