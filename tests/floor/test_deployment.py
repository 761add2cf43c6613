"""What stands in deploy/ is what a house copies: it must work as it stands."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nats
import nats.errors
import pytest
import trustme
from typer.main import get_command

from api.cli import app, run
from api.configuration import configured_defaults
from api.errors import BrokerError
from api.floor.broker import Broker
from api.floor.trial import TrialBroker, free_port
from tests.floor.sides import HostSide, ServerSide, dealt, until
from tracker.facts import ChipsSeen

DEPLOY = Path(__file__).parents[2] / "deploy"
PASSWORDS = {"server": "s3rver", "cam-7": "c4m"}


@pytest.fixture
def ca(tmp_path: Path) -> tuple[trustme.CA, Path]:
    authority = trustme.CA()
    path = tmp_path / "floor-ca.pem"
    authority.cert_pem.write_to_path(path)
    return authority, path


@pytest.fixture
def broker(
    tmp_path: Path, ca: tuple[trustme.CA, Path], monkeypatch: pytest.MonkeyPatch
) -> Iterator[TrialBroker]:
    """The broker of deploy/nats.conf, with certificates and folders of the test's own."""
    certificate = ca[0].issue_cert("127.0.0.1")
    certificate.private_key_pem.write_to_path(tmp_path / "broker.key")
    certificate.cert_chain_pems[0].write_to_path(tmp_path / "broker.pem")
    monkeypatch.setenv("SERVER_PASSWORD", PASSWORDS["server"])
    monkeypatch.setenv("CAM_7_PASSWORD", PASSWORDS["cam-7"])
    port = TrialBroker(tmp_path).port
    config = (DEPLOY / "nats.conf").read_text(encoding="utf-8")
    for there, here in (
        ("/etc/nats/", f"{tmp_path}/"),
        ("/var/lib/nats", f"{tmp_path}/store"),
        ("port: 4222", f"port: {port}"),
        ("200GB", "1GB"),
        ("0.0.0.0", "127.0.0.1"),
    ):
        assert there in config
        config = config.replace(there, here)
    with TrialBroker(tmp_path / "broker", port=port, config=config) as running:
        yield running


def url(broker: TrialBroker, user: str) -> str:
    return f"tls://{user}:{PASSWORDS[user]}@127.0.0.1:{broker.port}"


def test_a_floor_runs_on_the_broker_of_the_example(
    broker: TrialBroker, ca: tuple[trustme.CA, Path], tmp_path: Path
) -> None:
    server = ServerSide(tmp_path / "server", url(broker, "server"), ca=ca[1])
    host = HostSide(tmp_path / "host", ["BJ-05", "BJ-06"])
    try:
        server.desk.start()
        host.join(url(broker, "cam-7"), server.hosts.add("cam-7", host.names), ca=ca[1])
        for table in host.names:
            host.table(table).take(dealt(table, rounds=2, seed=3))
            until(lambda table=table: len(server.rows(table)) == len(host.table(table).facts), table)  # type: ignore[misc]
        server.tables["BJ-06"].enter(
            [ChipsSeen(spot="1.1", amount=500)], source="floor:Ann", key="a-tap-here"
        )
        until(lambda: host.table("BJ-06").facts[-1].source == "floor:Ann", "the order")
    finally:
        host.close()
        server.close()


def test_a_host_may_write_its_own_tables_only(broker: TrialBroker, ca: tuple[trustme.CA, Path]) -> None:
    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error).lower())

    async def write() -> None:
        connection = await nats.connect(
            url(broker, "cam-7"),
            tls=ssl.create_default_context(cafile=str(ca[1])),
            error_cb=note,
            allow_reconnect=False,
        )
        for subject in (
            "pitwatch.facts.BJ-07",
            "pitwatch.orders.BJ-05",
            "$JS.API.STREAM.DELETE.pitwatch-facts-BJ-05",
        ):
            await connection.publish(subject, b"{}")
            await connection.flush()
        await asyncio.sleep(0.2)
        await connection.close()

    asyncio.run(write())
    for subject in ("pitwatch.facts.bj-07", "pitwatch.orders.bj-05", "$js.api.stream.delete"):
        assert any("permissions violation" in text and subject in text for text in refused), refused


def test_whoever_is_not_known_or_not_trusted_does_not_get_in(
    broker: TrialBroker, ca: tuple[trustme.CA, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other-ca.pem"
    trustme.CA().cert_pem.write_to_path(other)
    address = f"tls://cam-7:wrong@127.0.0.1:{broker.port}"
    for wrong in (Broker(address, ca=ca[1]), Broker(url(broker, "server"), ca=other)):
        with pytest.raises(BrokerError, match="cannot connect to the broker"):
            asyncio.run(wrong.connect("test"))


def test_no_password_is_told_to_a_broker_without_tls(ca: tuple[trustme.CA, Path], tmp_path: Path) -> None:
    with TrialBroker(tmp_path / "open") as plain, pytest.raises(BrokerError, match="cannot connect"):
        asyncio.run(Broker(url(plain, "server"), ca=ca[1]).connect("test"))


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_broker_of_a_trial_ends_with_its_command(told: signal.Signals, tmp_path: Path) -> None:
    port = free_port()
    # A command of a shell's background ignores SIGINT, and so does what it starts: such as these tests.
    heeding = ["env", f"--default-signal={told.name.removeprefix('SIG')}"]
    command = [
        *heeding,
        sys.executable,
        "-m",
        "api",
        "floor",
        "up",
        "--folder",
        str(tmp_path),
        "--port",
        str(port),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as trial:
        try:
            assert trial.stderr is not None and f":{port} " in trial.stderr.readline()
            with pytest.raises(BrokerError, match=f"expected a free port for nats-server, {port} is in use"):
                TrialBroker(tmp_path / "another", port=port).start()
            trial.send_signal(told)
            trial.wait(60)
        finally:
            trial.kill()
    with socket.create_server(("127.0.0.1", port)):
        pass  # nobody listens there any more


def test_a_measurement_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    small = ["--hosts", "1", "--tables", "1", "--screens", "1"]
    command = [sys.executable, "-m", "api", "bench", "floor", *small]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}) as bench:
        until(lambda: any(tmp_path.glob("*/host-1/T001/journal.db")), "the floor")
        (config,) = tmp_path.glob("*/broker/nats.conf")
        (port,) = re.findall(r"(?m)^port: (\d+)$", config.read_text(encoding="utf-8"))
        try:
            bench.send_signal(signal.SIGTERM)
            bench.wait(60)
        finally:
            bench.kill()
    assert list(tmp_path.glob("pitwatch-*")) == []
    with socket.create_server(("127.0.0.1", int(port))):
        pass  # nobody listens there any more


@pytest.mark.parametrize("name", ["serve.toml", "cam-7.toml"])
def test_the_example_configurations_name_options_that_exist(name: str) -> None:
    defaults = configured_defaults(get_command(app), {"PITWATCH_CONFIG": str(DEPLOY / name)})
    (options,) = defaults.values()
    assert {"data", "broker", "broker_ca", "logs"} <= set(options)


def test_how_much_the_broker_keeps_is_configured_by_file_environment_and_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[float, int]] = []

    def serve(folder: Path, broker: Broker, *_: object) -> int:
        told.append((broker.keep_days, broker.keep_mib))
        return 0

    monkeypatch.setattr("api.commands.serving._serve_floor", serve)
    config = tmp_path / "serve.toml"
    config.write_text(
        '[serve]\nbroker = "nats://127.0.0.1:1"\nkeep-days = 3\nkeep-mib = 50\n', encoding="utf-8"
    )
    monkeypatch.setenv("PITWATCH_CONFIG", str(config))
    assert run(["serve", "--data", str(tmp_path)]) == 0
    monkeypatch.setenv("PITWATCH_SERVE_KEEP_DAYS", "4")
    assert run(["serve", "--data", str(tmp_path)]) == 0
    assert run(["serve", "--data", str(tmp_path), "--keep-days", "5", "--keep-mib", "0"]) == 0
    assert told == [(3, 50), (4, 50), (5, 0)]
    assert run(["serve", "--data", str(tmp_path), "--keep-days", "-1"]) == 2


def test_every_alarm_stands_in_the_runbook() -> None:
    root = DEPLOY.parent
    runbook = (root / "docs" / "floor.md").read_text(encoding="utf-8").partition("## Runbook")[2]
    told = set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"(?m)^\|([^|]+)\|", runbook))))
    raised = {"disk-low", "disk-full"}  # put together from the disk's state
    for path in (root / "api").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        raised |= set(
            re.findall(r'(?:raise_|MessageRefused|Alarm)\(\s*"([a-z-]+)"', source)
            + re.findall(r'_alarm_if\([^"]*?"([a-z-]+)"', source)
        )
    assert {"host-away", "wrong-chain", "clock-jumped", "clock-differs"} <= raised
    assert raised - told == set()
