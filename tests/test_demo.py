"""The sample class of `make demo`, in a copy of the course folder."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest

from examiner.course import Course
from examiner.demo import SampleClass, SampleSpec, run_demo
from tests.conftest import ROOT


@pytest.mark.slow(8)
def test_the_first_of_a_sample_class_are_graded_and_get_feedback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = SampleSpec.of(Course(ROOT)).assignment
    for part in ("problems", "examiner", f"source/{name}", f"tests/bank/{name}"):
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, tmp_path / part, ignore=leave)
    for file in ("nbgrader_config.py", "nbgrader_config.json"):
        shutil.copy(ROOT / file, tmp_path)
    everybody = SampleClass.submissions
    monkeypatch.setattr(SampleClass, "submissions", lambda sample: islice(everybody(sample), 2))
    steps: list[str] = []
    done = run_demo(Course(tmp_path), steps.append)
    assert len(steps) == 3
    assert len(done.report.rows) == 2
    assert all(row.total > 0 for row in done.report.rows)
    assert len(list(done.folder.glob(f"feedback/*/{name}/*.html"))) == 2
