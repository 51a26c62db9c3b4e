"""What becomes of measurements: tables in docs/benchmarks.md, and a plot."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.bench_class import Bench
from tests.bench_report import (
    BEGIN,
    CLASSES,
    END,
    MEDIANS,
    PAGE,
    PLOT,
    Cost,
    Machine,
    Report,
    medians,
)
from tests.classroom import ROOT, Courses
from tests.small_class import InThisProcess, SmallClass

if TYPE_CHECKING:
    from examiner.student import Sandbox

PHASES = {"start-up": 2.0, "examination": 10.0, "grade book": 1.5, "files": 0.5}


def report() -> Report:
    stock = Cost("Stock", 2, 6.0, 5.0, 200.0, phases={"start-up": 1.0}, each=[2.0, 3.0])
    here = Cost("Here", 30, 15.0, 28.5, 180.0, 120.0, PHASES, [0.1] * 29 + [0.9])
    unchanged = Cost("nothing changed", 30, 3.0, 2.5, 130.0, 130.0)
    machine = Machine(2, 23.4, "a processor")
    return Report(date(2026, 11, 2), machine, {"ps1_flops": [stock, here]}, [here, unchanged])


def test_the_tables():
    lines = report().markdown().splitlines()
    assert lines[0] == "Measured on 2 November 2026: 2 processors (a processor), 23 GiB."
    for line in (
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
        "| Stock | 2 | 20 | 1.0 | 2.50 | 200 | 3.00 s | 3.00 s |",
        "| Here | 30 | 120 | 6.0 | 0.95 | 180 | 0.10 s | 0.90 s |",
        "| Here | 15.0 | 2.0 | 10.0 | 1.5 | 0.5 |",
        "| Stock | 6.0 | 1.0 |  |  |  |",
        "| 30 | nothing changed | 3.0 | 0.100 | 130 |  |  |",
    ):
        assert line in lines


def test_they_go_where_the_last_ones_were(tmp_path):
    page = tmp_path / PAGE
    begin, end = BEGIN.format(CLASSES), END.format(CLASSES)
    page.write_text(f"Before.\n\n{begin}\n\nOlder.\n\n{end}\n\nAfter.\n")
    report().write(tmp_path)
    text = page.read_text()
    assert "Older" not in text
    assert text.startswith(f"Before.\n\n{begin}\n\nMeasured on")
    assert text.endswith(f"({PLOT})\n\n{end}\n\nAfter.\n")
    plot = ElementTree.parse(tmp_path / PLOT)
    found = "".join(plot.getroot().itertext())
    assert "submissions per minute" in found
    assert (tmp_path / PLOT).stat().st_size < 40_000
    first = (tmp_path / PLOT).read_bytes()
    report().write(tmp_path)
    assert (tmp_path / PLOT).read_bytes() == first
    page.write_text("no place for them")
    with pytest.raises(ValueError, match="has no lines"):
        report().write(tmp_path)


def test_what_single_things_take():
    rows = [("a notebook", 48.2, 866.0), ("a call", 0.071, None), ("a submission", 1366.4, None)]
    assert medians(rows).splitlines()[2:] == [
        "| a notebook | 48.2 | 866 | 18.0 |",
        "| a call | 0.07 |  |  |",
        "| a submission | 1,366 |  |  |",
    ]


def test_how_it_grows_is_said():
    def cost(submissions: int, seconds: float, memory: float) -> Cost:
        return Cost("graded", submissions, seconds, seconds, memory, memory)

    found = report()
    found.growth = [cost(10, 9.0, 120.0), cost(100, 25.0, 120.0), cost(1000, 275.0, 126.0)]
    assert " ".join(found.markdown().split("\n\n")[-1].split()) == (
        "From 100 to 1000 submissions (graded), the time for each changed by +10 %, "
        "the coordinator's memory by +5 %."
    )


@pytest.mark.parametrize("part", [CLASSES, MEDIANS])
def test_the_page_has_a_place_for_them(part):
    text = (ROOT / "docs" / PAGE).read_text()
    assert text.count(BEGIN.format(part)) == text.count(END.format(part)) == 1


def test_a_run_with_clocks_says_where_its_time_went(
    tmp_path: Path, courses: Courses, sandbox: Sandbox
) -> None:
    small = SmallClass(tmp_path / "course", courses, InThisProcess(sandbox))
    small.submit("ada", {})
    cost = Bench(tmp_path).examiner("here", small.room, 1, "--workers", "1")
    assert len(cost.each) == 1
    assert all(cost.phases[phase] > 0 for phase in PHASES), cost.phases
