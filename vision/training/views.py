"""Views of scenes and what the index network should say about them, made where the network runs: a scene that was drawn
once is seen many times, each time at another place, size and direction, in another light."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

CLEARLY_VISIBLE = 0.85
CLEARLY_HIDDEN = 0.35
ZOOM = (0.8, 1.25)
EDGE_PX = 2.0
"""An index whose centre lies nearer to the picture's edge counts as outside."""
BLURRED_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Indices:
    """The indices of `n` pictures, `k` places each, as they lie in the picture.

    Attributes:
        quads: `(n, k, 4, 2)` px, clockwise from the index's top left.
        cards: `(n, k, 2)` px, centre of the index's card.
        visible: `(n, k)`, share that shows; below 0 where a place is empty.
    """

    quads: Tensor
    cards: Tensor
    visible: Tensor


@dataclass(frozen=True, slots=True)
class Targets:
    """Maps `(n, ..., h, w)` at a fraction of the picture's size; see `vision.training.index_net.index_loss`."""

    heat: Tensor
    ignore: Tensor
    geometry: Tensor
    weight: Tensor


def random_views(scenes: Tensor, indices: Indices, side: int) -> tuple[Tensor, Indices]:
    """See each scene from somewhere: a square of it, turned by quarters (never mirrored), nearer or farther, in another
    light and at times out of focus.

    Args:
        scenes: uint8 `(n, 3, s, s)` BGR.
        indices: in pixels of the scenes.
        side: of the views, px.

    Returns:
        float32 `(n, 3, side, side)`, 0..255, and the indices in pixels of the views.
    """
    count, size, on = len(scenes), scenes.shape[-1], scenes.device
    least = max(ZOOM[0], side / (size - 1))
    zoom = torch.empty(count, device=on).uniform_(least, ZOOM[1])
    quarter = torch.randint(0, 4, (count,), device=on) * (torch.pi / 2)
    turn = torch.stack([quarter.cos(), -quarter.sin(), quarter.sin(), quarter.cos()], 1).view(count, 2, 2)
    room = (size - 1 - side / zoom) / 2
    middle = (size - 1) / 2 + torch.empty((count, 2), device=on).uniform_(-1, 1) * room[:, None]

    to_unit = torch.cat([turn * (side / zoom / size)[:, None, None], _unit(middle, size)[..., None]], 2)
    grid = functional.affine_grid(to_unit, [count, 3, side, side], align_corners=False)
    seen = functional.grid_sample(scenes.float(), grid, padding_mode="border", align_corners=False)

    def moved(points: Tensor) -> Tensor:
        flat = points.flatten(1, -2)
        from_middle = (flat - middle[:, None]) @ turn  # turned back: a row times the matrix
        return (from_middle * zoom[:, None, None] + (side - 1) / 2).view_as(points)

    return _lit(seen), Indices(moved(indices.quads), moved(indices.cards), indices.visible)


def index_targets(indices: Indices, side: int, stride: int) -> Targets:
    """Draw what the network should say about indices in square pictures."""
    cells = side // stride
    centre = indices.quads.mean(2)
    up = (
        indices.quads[:, :, 0] + indices.quads[:, :, 1] - indices.quads[:, :, 2] - indices.quads[:, :, 3]
    ) / 2
    across = (
        indices.quads[:, :, 1] + indices.quads[:, :, 2] - indices.quads[:, :, 0] - indices.quads[:, :, 3]
    ) / 2
    height, width = up.norm(dim=2).clamp(min=1), across.norm(dim=2).clamp(min=1)
    inside = ((centre > EDGE_PX) & (centre < side - EDGE_PX)).all(2)
    clear = inside & (indices.visible >= CLEARLY_VISIBLE)
    half = inside & (indices.visible >= CLEARLY_HIDDEN) & ~clear

    at = centre / stride - 0.5
    axis = torch.arange(cells, device=centre.device, dtype=centre.dtype)
    dx, dy = at[..., 0, None] - axis, at[..., 1, None] - axis
    sigma = (height / stride * 0.18).clamp(min=1.0)[..., None, None]
    bump = torch.exp(-(dx[:, :, None, :] ** 2 + dy[:, :, :, None] ** 2) / (2 * sigma**2))
    heat, whose = (bump * clear[..., None, None]).max(1)
    heat = _with_full_centres(heat, at, clear)
    ignore = ((bump > 0.1) & half[..., None, None]).any(1).float()

    constant = torch.cat(
        [up / height[..., None], (height / 24).log()[..., None], (width / 12).log()[..., None],
         (indices.cards - centre) / 50], 2,
    )  # fmt: skip
    flat = whose.flatten(1)
    of_owner = constant.gather(1, flat[..., None].expand(-1, -1, constant.shape[2]))
    owner_at = at.gather(1, flat[..., None].expand(-1, -1, 2))
    here = torch.stack([axis.repeat(cells), axis.repeat_interleave(cells)], 1)
    geometry = torch.cat([owner_at - here, of_owner], 2).transpose(1, 2)
    weight = (heat > 0.5).float()
    return Targets(heat, ignore, geometry.reshape(len(at), -1, cells, cells) * weight[:, None], weight)


def _with_full_centres(heat: Tensor, at: Tensor, clear: Tensor) -> Tensor:
    """Set the cell nearest to each clear index to 1: the loss takes it for the centre."""
    cells = heat.shape[-1]
    x, y = at.round().long().clamp(0, cells - 1).unbind(2)
    full = torch.zeros_like(heat).flatten(1).scatter_reduce(1, y * cells + x, clear.to(heat.dtype), "amax")
    return torch.maximum(heat, full.view_as(heat))


def _unit(points: Tensor, size: int) -> Tensor:
    """Pixels (centres at whole numbers) to the -1..1 of `grid_sample`."""
    return (points * 2 + 1) / size - 1


def _lit(pictures: Tensor) -> Tensor:
    """Vary brightness and colour of pictures 0..255, and put some out of focus."""
    count, on = len(pictures), pictures.device
    gain = torch.empty((count, 3, 1, 1), device=on).uniform_(0.8, 1.2)
    gain = gain * torch.empty((count, 1, 1, 1), device=on).uniform_(0.75, 1.25)
    lift = torch.empty((count, 1, 1, 1), device=on).uniform_(-12, 12)
    lit = pictures * gain + lift
    soft = functional.avg_pool2d(lit, 3, 1, 1, count_include_pad=False)
    share = torch.rand((count, 1, 1, 1), device=on)
    share = torch.where(
        torch.rand((count, 1, 1, 1), device=on) < BLURRED_SHARE, share, torch.zeros_like(share)
    )
    return (lit + (soft - lit) * share).clamp(0, 255)
