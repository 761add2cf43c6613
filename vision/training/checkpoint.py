"""Checkpoints of long training: stop at any time, go on where it was."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn


@dataclass(slots=True)
class Run:
    """A training run: the network, the running average of its weights, the optimizer and how far it came."""

    net: nn.Module
    average: nn.Module
    optimizer: torch.optim.Optimizer
    step: int = 0

    @classmethod
    def start(cls, net: nn.Module, *, rate: float, weight_decay: float) -> Run:
        """Begin a run with AdamW."""
        optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=weight_decay)
        return cls(net, copy.deepcopy(net).eval(), optimizer)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint if there is one."""
        if not path.is_file():
            return
        state = torch.load(path, weights_only=True, map_location=device())
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = int(state["step"])

    def save(self, path: Path) -> None:
        """Write a checkpoint; an interrupted write leaves the last one whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        state = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
        }
        torch.save(state, part)
        part.replace(path)

    def set_rate(self, peak: float, progress: float, *, warm_up: int = 100) -> float:
        """Set the learning rate of this step: linear warm-up, then a cosine to a hundredth at `progress` 1."""
        rate = peak * min(1.0, (self.step + 1) / warm_up) * (0.5 * (1 + math.cos(math.pi * progress)) + 0.01)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        return rate

    def advance(self, loss: torch.Tensor, *, decay: float = 0.998) -> None:
        """Take one optimizer step and move the running average."""
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        decay = min(decay, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            for kept, new in zip(
                self.average.state_dict().values(), self.net.state_dict().values(), strict=True
            ):
                if kept.dtype.is_floating_point:
                    kept.lerp_(new, 1 - decay)
                else:
                    kept.copy_(new)


def device() -> torch.device:
    """Return the GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
