"""The index network: where indices are, which way is up, how large, and where their card's centre lies.

Fully convolutional, output at a quarter of the input's size. Channels of the output, per cell:

0. logit of "the centre of an index lies here"
1, 2. offset of that centre from the cell's centre, in cells, x right, y down
3, 4. direction of the index's top (unit vector, x, y)
5, 6. log(height / 24 px), log(width / 12 px) of the index
7, 8. vector to the centre of its card, in units of 50 px
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from vision.training.views import Targets

STRIDE = 4
CHANNELS = 9


def _block(inp: int, out: int, *, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inp, out, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


class IndexNet(nn.Module):
    """float32 `(n, 3, h, w)` BGR in -0.5..0.5, h and w multiples of 16 -> float32 `(n, 9, h/4, w/4)`."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_block(3, 16, stride=2), _block(16, 32, stride=2), _block(32, 40))
        self.mid = nn.Sequential(_block(40, 72, stride=2), _block(72, 72), _block(72, 72))
        self.deep = nn.Sequential(_block(72, 120, stride=2), _block(120, 120), _block(120, 120))
        self.up_deep = _block(120, 72, kernel=1)
        self.join_mid = _block(72, 72)
        self.up_mid = _block(72, 40, kernel=1)
        self.join = _block(40, 48)
        self.head = nn.Conv2d(48, CHANNELS, 1)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        fine = self.stem(x)
        mid = self.mid(fine)
        deep = self.deep(mid)
        mid = self.join_mid(mid + F.interpolate(self.up_deep(deep), scale_factor=2.0, mode="bilinear"))
        fine = self.join(fine + F.interpolate(self.up_mid(mid), scale_factor=2.0, mode="bilinear"))
        out: Tensor = self.head(fine)
        return out


def index_loss(out: Tensor, targets: Targets) -> tuple[Tensor, Tensor]:
    """Focal loss of the centres and L1 loss of the geometry.

    Args:
        out: the network's output `(n, 9, h, w)`.
        targets: `heat` `(n, h, w)` bumps, 1 at a centre; `ignore` `(n, h, w)`, 1 where an index is neither clearly
            visible nor clearly hidden; `geometry` `(n, 8, h, w)`, channels 1 to 8; `weight` `(n, h, w)`, 1 where
            `geometry` counts.
    """
    heat, weight = targets.heat, targets.weight
    p = out[:, 0].float().sigmoid().clamp(1e-4, 1 - 1e-4)
    centre = (heat > 0.9).float()
    push_up = centre * (1 - p) ** 2 * p.log()
    push_down = (1 - centre) * (1 - targets.ignore) * (1 - heat) ** 4 * p**2 * (1 - p).log()
    focal = -(push_up + push_down).sum() / centre.sum().clamp(min=1)
    off = ((out[:, 1:] - targets.geometry).abs().sum(dim=1) * weight).sum() / weight.sum().clamp(min=1)
    return focal, off
