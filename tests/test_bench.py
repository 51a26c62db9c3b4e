"""The bench runs, and docs/benchmarks.md has a place for what it measures."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tests import bench_medians
from tests.bench import Bench
from tests.bench_report import PAGE, PHASES, PLOT, Machine, Report
from tests.classroom import ROOT, Courses
from tests.small_class import ASSIGNMENT, InThisProcess, SmallClass

if TYPE_CHECKING:
    from examiner.student import Sandbox


def test_the_bench_runs(tmp_path: Path, courses: Courses, sandbox: Sandbox) -> None:
    small = SmallClass(tmp_path / "course", courses, InThisProcess(sandbox))
    small.submit("ada", {})
    cost = Bench(tmp_path).examiner("here", small.room, 1, "--workers", "1")
    assert len(cost.each) == 1
    assert all(cost.phases[phase] > 0 for phase in PHASES), cost.phases
    medians = [*bench_medians.of_the_wire(sandbox), ("a submission", 1366.4, 8198.4)]
    report = Report(date(2026, 11, 2), Machine.this(), medians, {ASSIGNMENT: [cost]}, growth=[cost])
    (tmp_path / PAGE).write_text((ROOT / "docs" / PAGE).read_text())
    report.write(tmp_path)
    text = (tmp_path / PAGE).read_text()
    assert text.count("Measured on 2 November 2026") == 2
    assert "| a submission | 1,366 | 8,198 | 6.0 |" in text
    assert text.count("| here | ") == 3
    assert "submissions per minute" in (tmp_path / PLOT).read_text()
