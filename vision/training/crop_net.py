"""The crop network: what a small upright picture of an index shows.

Two heads over one trunk: rank (13 and "no readable index here") and suit (4).
"""

from __future__ import annotations

from torch import Tensor, nn

CROP_W, CROP_H = 32, 48
REJECT = 13
CHANNELS = 18
SMOOTHING = 0.02


def _block(inp: int, out: int, *, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inp, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class CropNet(nn.Module):
    """float32 `(n, 3, 48, 32)` BGR, 0..255 -> float32 `(n, 18)`: 14 rank logits, then 4 suit logits.

    The contrast of every crop is stretched inside the network, so that callers need no preparation.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _block(3, 24, stride=2),
            _block(24, 40),
            _block(40, 64, stride=2),
            _block(64, 64),
            _block(64, 96, stride=2),
            _block(96, 112),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(112 * 24, CHANNELS)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        out: Tensor = self.head(self.drop(self.features(x)))
        return out

    def features(self, x: Tensor) -> Tensor:
        """What the head sees, float32 `(n, f)`."""
        low, high = x.amin((1, 2, 3), keepdim=True), x.amax((1, 2, 3), keepdim=True)
        out: Tensor = self.trunk((x - low) / (high - low + 20) * 2 - 1).flatten(1)
        return out


def crop_loss(out: Tensor, rank: Tensor, suit: Tensor) -> tuple[Tensor, Tensor]:
    """Cross entropy of rank and, where there is an index, of suit; labels are long tensors `(n,)`."""
    suits = nn.functional.cross_entropy(out[:, 14:], suit, label_smoothing=SMOOTHING, reduction="none")
    shown = (rank < REJECT).float()
    ranks = nn.functional.cross_entropy(out[:, :14], rank, label_smoothing=SMOOTHING)
    return ranks, (suits * shown).sum() / shown.sum().clamp(min=1)


def accuracy(out: Tensor, rank: Tensor, suit: Tensor) -> tuple[float, float]:
    """Return the share of shown indices read right, and of crops without one that were rejected."""
    said_rank, said_suit = out[:, :14].argmax(1), out[:, 14:].argmax(1)
    shown = rank < REJECT
    right = (
        ((said_rank == rank) & (said_suit == suit))[shown].float().mean().item()
        if shown.any()
        else float("nan")
    )
    none = (said_rank == REJECT)[~shown].float().mean().item() if (~shown).any() else float("nan")
    return right, none
