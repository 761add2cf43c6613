"""A real broker for every test here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from api.errors import InputError
from api.floor.trial import TrialBroker
from tests.floor.sides import HostSide, ServerSide, dealt, until_equal


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is here where there is no broker to run."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        # The broker's client leaves the sockets of lost connections to the garbage collector.
        item.add_marker(pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"))
    try:
        TrialBroker(Path())
    except InputError:
        for item in here:
            item.add_marker(pytest.mark.skip(reason="needs Debian's nats-server"))


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[TrialBroker]:
    with TrialBroker(tmp_path / "broker") as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, broker: TrialBroker) -> Iterator[ServerSide]:
    side = ServerSide(tmp_path / "server", broker.url)
    yield side
    side.close()


MakeHost = Callable[[str, Sequence[str]], HostSide]


@pytest.fixture
def make_host(tmp_path: Path) -> Iterator[MakeHost]:
    made: list[HostSide] = []

    def make(name: str, tables: Sequence[str]) -> HostSide:
        made.append(HostSide(tmp_path / name, tables))
        return made[-1]

    yield make
    for side in made:
        side.close()


@pytest.fixture
def followed(broker: TrialBroker, server: ServerSide, make_host: MakeHost) -> HostSide:
    """A host whose table the server follows, with two rounds."""
    host = make_host("cam-1", ["BJ-01"])
    server.desk.start()
    host.join(broker.url, server.hosts.add("cam-1", ["BJ-01"]))
    host.table("BJ-01").take(dealt("BJ-01", rounds=2, seed=1))
    until_equal(host, server, "BJ-01")
    return host
