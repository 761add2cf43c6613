"""The one training loop: every network of this package is trained by it, on a CPU or on a GPU, and can be stopped and
gone on with at any time."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn

from vision.training.checkpoint import Run, device
from vision.training.feed import Batch, MakeBatches, batches_from, replayed

Losses = Mapping[str, Tensor]
"""The parts of a loss by name; their sum is minimised."""
KEPT_BATCHES = 64
SMOOTHED = 0.98
"""How much of the reported losses is what was reported before."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to train.

    Attributes:
        steps: at which the learning rate has come down; steps of a checkpoint that is gone on with count.
        batch: examples a step.
        peak_rate: highest learning rate; it rises to it at first and falls from it by a cosine.
        weight_decay: of AdamW.
        seed: of the data and the network's first weights.
        minutes: after which to stop, wherever it is.
        deadline: the learning rate comes down by the time `minutes` are over, not by `steps`.
        save_every_s: seconds between checkpoints.
        workers: processes that make batches; 0 makes them in the training process.
        uses: how often each batch is used, varied anew each time.
    """

    steps: int
    batch: int
    peak_rate: float = 2e-3
    weight_decay: float = 0.01
    seed: int = 0
    minutes: float = math.inf
    deadline: bool = False
    save_every_s: float = 120.0
    workers: int = 0
    uses: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """What to train.

    Attributes:
        make: the network with its first weights.
        losses: of the network on a batch that lies on its device.
        batches: endless, from a seed and a size.
        check: says in a few words how good the averaged network is; called before each checkpoint.
    """

    make: Callable[[], nn.Module]
    losses: Callable[[nn.Module, Batch], Losses]
    batches: MakeBatches
    check: Callable[[nn.Module], str] = field(default=lambda net: "")


def _print(line: str) -> None:
    print(line, flush=True)


def train(task: Task, out: Path, plan: Plan, say: Callable[[str], None] = _print) -> Run:
    """Train until the plan's steps or minutes are over; the checkpoint `out` is gone on with if it is there."""
    torch.manual_seed(plan.seed)
    on = device()
    run = Run.start(task.make().to(on), rate=plan.peak_rate, weight_decay=plan.weight_decay)
    run.resume(out)
    made = batches_from(task.batches, plan.seed + run.step, plan.batch, plan.workers)
    source = replayed(made, on, uses=plan.uses, kept=KEPT_BATCHES, seed=plan.seed)
    clock = _Clock(run.step, plan)
    means: dict[str, float] = {}
    run.net.train()
    while not clock.is_over(run.step):
        run.set_rate(plan.peak_rate, clock.progress(run.step))
        with torch.autocast(on.type, torch.bfloat16, enabled=on.type == "cuda"):
            losses = task.losses(run.net, next(source))
        run.advance(torch.stack(list(losses.values())).sum())
        _smooth(means, losses)
        if clock.is_time_to_save(run.step):
            run.save(out)
            say(f"{clock.report(run.step)} {_told(means)} {task.check(run.average)}")
    run.save(out)
    return run


def _smooth(means: dict[str, float], losses: Losses) -> None:
    for name, loss in losses.items():
        value = float(loss.detach())
        means[name] = SMOOTHED * means.get(name, value) + (1 - SMOOTHED) * value


def _told(means: Mapping[str, float]) -> str:
    return " ".join(f"{name} {value:.3f}" for name, value in means.items())


class _Clock:
    """How far a run is, in steps or in time, and when its next checkpoint is due."""

    def __init__(self, first: int, plan: Plan) -> None:
        self._plan = plan
        self._first = first
        self._began = self._saved = time.monotonic()

    @property
    def _minutes(self) -> float:
        return (time.monotonic() - self._began) / 60

    def is_over(self, step: int) -> bool:
        return self._minutes >= self._plan.minutes or (step >= self._plan.steps and not self._plan.deadline)

    def progress(self, step: int) -> float:
        """0 at the first step to 1 at the last."""
        if self._plan.deadline:
            return min(1.0, self._minutes / self._plan.minutes)
        return min(1.0, step / self._plan.steps)

    def is_time_to_save(self, step: int) -> bool:
        due = time.monotonic() - self._saved > self._plan.save_every_s or step == self._plan.steps
        if due:
            self._saved = time.monotonic()
        return due

    def report(self, step: int) -> str:
        rate = (step - self._first) * self._plan.batch / max(1e-6, time.monotonic() - self._began)
        return f"step {step}/{self._plan.steps} {rate:.0f} a second"


_OPTIONS = ("steps", "batch", "peak_rate", "seed", "minutes", "workers", "uses")


def add_plan_options(parser: argparse.ArgumentParser, plan: Plan) -> None:
    """Give a trainer's command line the options of a plan, with the given plan as default."""
    parser.add_argument("--steps", type=int, default=plan.steps)
    parser.add_argument("--batch", type=int, default=plan.batch)
    parser.add_argument("--peak-rate", type=float, default=plan.peak_rate)
    parser.add_argument("--seed", type=int, default=plan.seed)
    parser.add_argument("--minutes", type=float, default=plan.minutes)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=plan.workers, help="processes that make batches")
    parser.add_argument("--uses", type=int, default=plan.uses, help="how often each batch is used")


def plan_from(args: argparse.Namespace, plan: Plan) -> Plan:
    """Return the plan that the command line asks for, and take the threads it allows."""
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    chosen = {name: getattr(args, name) for name in _OPTIONS}
    return replace(plan, **chosen)
