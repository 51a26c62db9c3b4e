"""No program runs a submission without the sandbox, be it by accident."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from examiner.guard import UNGUARDED, may_hold_a_submission
from tests.classroom import ROOT
from tests.messages import mentions
from tests.small_class import ASSIGNMENT, SmallClass

NBGRADER = Path(sys.executable).parent / "nbgrader"
RAN = "from pathlib import Path\nPath({!r}).write_text('ran')"
FRESH = "from traitlets.config import Config\nc = Config()\nc.CourseDirectory.root = {root!r}\n"
BY_API = FRESH + (
    "from nbgrader.apps import NbGraderAPI\n"
    "print(NbGraderAPI(config=c).autograde({assignment!r}, 'ada'))"
)
BY_CONVERTER = FRESH + (
    "from nbgrader.coursedir import CourseDirectory\n"
    "from nbgrader.converters import Autograde\n"
    "course = CourseDirectory(config=c, assignment_id={assignment!r}, student_id='ada')\n"
    "{call}\n"
)
START = "Autograde(coursedir=course, config=c).start()"
# The functions that the commands of nbgrader call below their own `start`.
BELOW = "from nbgrader.converters.base import BaseConverter\nBaseConverter.start({})".format(
    "Autograde(coursedir=course, config=c)"
)
BY_VALIDATOR = "from nbgrader.validator import Validator\nValidator().validate({notebook!r})"


@pytest.fixture
def hostile(tmp_path: Path, courses, executor) -> tuple[Path, Path, Path]:
    """A course, a notebook submitted there that leaves a trace where it runs, and the trace."""
    room, trace = SmallClass(tmp_path / "class", courses, executor), tmp_path / "trace"
    room.submit("ada", {"q1_sum": RAN.format(str(trace))})
    return room.room.course.root, room.room.submitted("ada"), trace


def run(code: str, where: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program that imports nothing of this package."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True)


PROGRAMS = {
    "api": BY_API,
    "converter": BY_CONVERTER.replace("{call}", START),
    "below the converter's start": BY_CONVERTER.replace("{call}", BELOW),
    "validator": BY_VALIDATOR,
}
# Imports of nbgrader take a second, so the programs run in one process. Each says how it ended.
ONE_AFTER_ANOTHER = """
import contextlib, io, itertools, os, traceback
for folder, (name, code) in itertools.product({folders!r}, {programs!r}.items()):
    os.chdir(folder)
    said, ended = io.StringIO(), False
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            exec(code, {{}})
            ended = True
        except BaseException:
            traceback.print_exc()
    # Below its start, nbgrader's own messages don't repeat the text of a converter's exception.
    refused = not ended or "without the sandbox" in said.getvalue()
    print(name, "refused" if refused else "not refused", os.path.exists({trace!r}), sep="; ")
"""


def test_no_program_runs_a_submission_as_it_is(hostile, tmp_path):
    """Neither elsewhere nor in the course folder."""
    root, notebook, trace = hostile
    names = {"root": str(root), "assignment": ASSIGNMENT, "notebook": str(notebook)}
    programs = {name: code.format(**names) for name, code in PROGRAMS.items()}
    folders = [str(tmp_path), str(root)]
    code = ONE_AFTER_ANOTHER.format(folders=folders, programs=programs, trace=str(trace))
    done = run(code, tmp_path)
    lines = [line for line in done.stdout.splitlines() if line.count("; ") == 2]
    assert lines == 2 * [f"{name}; refused; False" for name in PROGRAMS], done.stderr


@pytest.mark.slow(10)
def test_these_programs_would_run_it(hostile, tmp_path):
    """Else the test above shows nothing."""
    _, notebook, trace = hostile
    code = BY_VALIDATOR.format(notebook=str(notebook))
    run(code, tmp_path, **{UNGUARDED: "yes"})
    assert trace.exists()


def test_validate_refuses_a_submission_in_a_line(hostile, tmp_path):
    """From elsewhere, one in the course; and in the course, a copy elsewhere."""
    root, notebook, trace = hostile
    copied = tmp_path / "downloads" / "copied.ipynb"
    copied.parent.mkdir()
    copied.write_bytes(notebook.read_bytes())
    for file, folder in ((notebook, tmp_path), (copied, root)):
        done = subprocess.run(
            [NBGRADER, "validate", file], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 1
        assert mentions(done.stderr, "validate", "refused")
        assert "Traceback" not in done.stderr
    assert not trace.exists()


@pytest.mark.slow(10)
def test_students_and_instructors_validate_their_own_notebooks(hostile, tmp_path):
    root, notebook, trace = hostile
    own = tmp_path / "home" / "own.ipynb"
    own.parent.mkdir()
    cells = [nbformat.v4.new_code_cell(RAN.format(str(trace)))]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), own)
    done = subprocess.run([NBGRADER, "validate", own], cwd=own.parent, capture_output=True)
    assert done.returncode == 0
    assert trace.exists()
    (released,) = (root / "release" / ASSIGNMENT).glob("*.ipynb")
    assert not may_hold_a_submission(released)
    assert may_hold_a_submission(notebook)
