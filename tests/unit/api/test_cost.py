"""What a floor costs: straight lines through what was measured, a page with its arithmetic, a chart."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from api.trials.cost import WINDOW_FACTS, Cost
from api.trials.cost_page import write_cost
from api.trials.drivers import Floor
from api.trials.load import LoadReport
from api.trials.meter import Used


def measured(tables: int) -> LoadReport:
    """What a server would use that needs 50 MiB and 1 MiB a table, a tenth of a core and a hundredth a table."""
    server = Used(50.0 + tables, 50.0 + 2 * tables, 60.0 + 2 * tables, 0.1 + 0.01 * tables)
    return LoadReport(
        floor=Floor(tables=tables, screens=2, rate=tables, seconds=10),
        facts=10 * tables,
        rate=float(tables),
        late=0.0,
        arrivals=20 * tables,
        missed=0,
        p50_ms=40.0,
        p99_ms=90.0,
        worst_ms=95.0,
        write_p99_ms=5.0,
        megabytes=0.02 * tables,
        used={"server": server},
        disk_bytes=1024,
        broker_bytes=0,
    )


@pytest.fixture
def cost() -> Cost:
    return Cost(tuple(measured(tables) for tables in (1, 10, 50)))


def test_what_grows_with_the_tables_is_laid_out_for_a_thousand(cost: Cost) -> None:
    growths = cost.growths()
    assert growths["server, processors"].at(1000) == pytest.approx(10.1)
    assert growths["server, memory to begin with"].at(1000) == pytest.approx(1050)
    assert growths["server, disk a day"].at(1000) == pytest.approx(1000 * 86_400 / 1024)
    window = growths["server, memory when every table's window is full"]
    assert window.at(1000) == pytest.approx(50 + 1000 * (1 + 0.1 * WINDOW_FACTS))
    assert not [name for name in growths if "broker" in name], "there is none"
    assert growths["network, server to a screen of all tables"].at(1000) == pytest.approx(1000.0)
    assert growths["server, processors"].reckoned(1000) == "0.1 + 1000 x 0.01 = 10.1 cores"


def test_json_page_and_chart_tell_the_same(cost: Cost, tmp_path: Path) -> None:
    paths = {path.suffix: path for path in write_cost(cost, tmp_path / "docs", "pitwatch bench cost")}
    told = json.loads(paths[".json"].read_text(encoding="utf-8"))
    assert [one["floor"]["tables"] for one in told["measured"]] == [1, 10, 50]
    page = paths[".md"].read_text(encoding="utf-8")
    assert told["for_1000_tables"]["server, processors"] in page
    assert "| 50 | 50.0 | 40 | 90 | 0 | 0.600 | 100 → 150 |" in page
    drawing = ElementTree.fromstring(paths[".svg"].read_text(encoding="utf-8"))
    lines = [element for element in drawing.iter() if element.tag.endswith("polyline")]
    assert [len(line.attrib["points"].split()) for line in lines] == [3, 3, 3, 3]
    heights = [float(point.split(",")[1]) for point in lines[0].attrib["points"].split()]
    assert heights == sorted(heights, reverse=True), "what grows goes up"


def test_one_size_alone_is_no_line_but_a_share(cost: Cost) -> None:
    alone = Cost((replace(cost.reports[1]),))
    assert alone.growths()["server, processors"].per_table == pytest.approx(0.02)
