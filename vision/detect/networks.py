"""Networks at run time: a model's folder is opened, checked and run on OpenVINO, or on ONNX Runtime as the
portable second."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from threading import Lock
from typing import Any

import numpy as np

from vision.errors import ModelError
from vision.sightings import F32

BACKENDS = ("openvino", "onnxruntime")
Run = Callable[[F32], F32]
"""A network with one input; its first output."""
RunAll = Callable[[F32], tuple[F32, ...]]
"""A network with one input; all of its outputs."""
_STARTING = Lock()


@dataclass(frozen=True)
class Model:
    """A shipped model: its manifest and its weights.

    Attributes:
        name: such as `index-finder`.
        version: the folder's number.
        folder: where `model.onnx`, `manifest.toml` and `CARD.md` lie.
    """

    name: str
    version: int
    folder: Traversable

    @property
    def id(self) -> str:
        """Name and version, as journals and reports quote it."""
        return f"{self.name}@{self.version}"

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The parsed `manifest.toml`.

        Raises:
            ModelError: if it is missing or no TOML.
        """
        try:
            return tomllib.loads((self.folder / "manifest.toml").read_text(encoding="utf8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ModelError(f"model {self.id}: manifest.toml cannot be read: {error}") from error

    def weights(self) -> bytes:
        """Return `model.onnx`, checked against the manifest.

        Raises:
            ModelError: if it is missing or another file than the manifest names.
        """
        try:
            data = (self.folder / "model.onnx").read_bytes()
        except OSError as error:
            raise ModelError(f"model {self.id}: model.onnx cannot be read: {error}") from error
        found = hashlib.sha256(data).hexdigest()
        if found != self.manifest.get("sha256"):
            raise ModelError(
                f"model {self.id}: model.onnx is not the file that the manifest names (sha256 {found})"
            )
        return data


def open_model(name: str) -> Model:
    """Return the newest version of a shipped model.

    Raises:
        ModelError: if there is none.
    """
    folder = resources.files("models") / name
    versions = (
        [int(entry.name) for entry in folder.iterdir() if entry.name.isdigit()] if folder.is_dir() else []
    )
    if not versions:
        raise ModelError(f"no model {name!r} is installed")
    version = max(versions)
    return Model(name, version, folder / str(version))


def compile_network(
    model: Model, shape: tuple[int, ...], *, backend: str | None = None, threads: int = 1
) -> Run:
    """Make a model ready to run on inputs of one shape.

    Args:
        model: the model.
        shape: the input's shape, fixed: engines are fast and their memory flat only with static shapes.
        backend: `openvino` or `onnxruntime`; by default `PITWATCH_BACKEND`, else OpenVINO.
        threads: CPU threads per inference.

    Raises:
        ModelError: if the backend is unknown.
    """
    run = compile_outputs(model, shape, backend=backend, threads=threads)
    return lambda x: run(x)[0]


def compile_outputs(
    model: Model, shape: tuple[int, ...], *, backend: str | None = None, threads: int = 1
) -> RunAll:
    """The same for all outputs of a model."""
    chosen = backend or os.environ.get("PITWATCH_BACKEND") or BACKENDS[0]
    if chosen == "openvino":
        return _openvino(model, shape, threads)
    if chosen == "onnxruntime":
        return _onnxruntime(model, shape, threads)
    raise ModelError(f"expected a backend of {BACKENDS}, got {chosen!r}")


def _core() -> Any:
    """OpenVINO's engine, one for the process and never freed: it lends the thread a stack to take signals on. Once
    that is gone with the engine, the next signal that Python handles kills the process."""
    with _STARTING:
        return _started()


@cache
def _started() -> Any:
    import openvino as ov  # noqa: PLC0415  (either engine may be the only one installed)

    return ov.Core()


def _openvino(model: Model, shape: tuple[int, ...], threads: int) -> RunAll:
    core = _core()
    network = core.read_model(model.weights())
    network.reshape(list(shape))
    settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads, "ENABLE_CPU_PINNING": False}
    request = core.compile_model(network, "CPU", settings).create_infer_request()

    def run(x: F32) -> tuple[F32, ...]:
        return tuple(np.array(out, dtype=np.float32) for out in request.infer({0: x}).values())

    return run


def _onnxruntime(model: Model, shape: tuple[int, ...], threads: int) -> RunAll:
    import onnxruntime as ort  # noqa: PLC0415

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = ort.InferenceSession(model.weights(), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(x: F32) -> tuple[F32, ...]:
        if x.shape != shape:
            raise ModelError(f"model {model.id}: compiled for {shape}, got {x.shape}")
        return tuple(np.asarray(out, dtype=np.float32) for out in session.run(None, {name: x}))

    return run
