"""Grading one submission in a worker process: a pure function, and what its limits are for."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from examiner.cells import Kind
from examiner.grading.grade import Graded, grade
from examiner.grading.master import Master, MasterCell
from examiner.grading.rebuild import NOT_GRADED
from examiner.grading.submission import Submission
from examiner.student import Limits
from examiner.workers.handed_over import NotHandedOver, received
from examiner.workers.worker import CannotGrade, Settings, Worker

MIB = 2**20
ROOT = Path(__file__).parent.parent
grade_module = importlib.import_module("examiner.grading.grade")
COUNT = (
    "### BEGIN HIDDEN TESTS\nfrom examiner import checks\n"
    'checks.polynomial({0}, variables="n", expected="2*n", points=2)\n### END HIDDEN TESTS'
)


def question(name: str, test: str) -> list[MasterCell]:
    """An answer cell with a stub, and its test cell."""
    stub = MasterCell(name, Kind.ANSWER, "raise NotImplementedError")
    return [stub, MasterCell(f"{name}_test", Kind.TEST, test, points=2.0)]


def master(**tests: str) -> Master:
    given = MasterCell("given_one", Kind.GIVEN, "ONE = 1\nROWS = [1]")
    written = MasterCell("why_written", Kind.WRITTEN, "*Here.*", "markdown", points=3.0)
    questions = [cell for name, test in tests.items() for cell in question(name, test)]
    return Master((given, *questions, written))


def submission(**answers: str) -> Submission:
    cells = [
        {"cell_type": "code", "source": source, "metadata": {"nbgrader": {"grade_id": name}}}
        for name, source in answers.items()
    ]
    return Submission(json.dumps({"cells": cells}).encode())


MASTER = master(f=COUNT.format("f"), g=COUNT.format("g"))
RIGHT = {"f": "def f(n): return 2 * n", "g": "def g(n): return ONE * n + n"}


def points(graded: Graded) -> dict[str, float | None]:
    return {name: record.points for name, record in graded.records.items()}


SETTINGS = Settings(Limits(cell_seconds=1.5), memory=512 * MIB)


@pytest.fixture
def new_worker():
    """One that has not started."""
    with closing(Worker(SETTINGS)) as worker:
        yield worker


@pytest.fixture(scope="module")
def worker():
    """One for all tests that find it as they leave it: to start one takes a second."""
    with closing(Worker(SETTINGS)) as worker:
        yield worker


def broken(test: str) -> Master:
    """A master whose second question has this hidden test, between two good ones."""
    hidden = f"### BEGIN HIDDEN TESTS\nfrom examiner import checks\n{test}\n### END HIDDEN TESTS"
    return master(f=COUNT.format("f"), g=hidden, h=COUNT.format("h"))


THREE = submission(**RIGHT, h="def h(n): return n + n")


class TestGrade:
    """`grade`: the result depends on its arguments alone."""

    def test_it_needs_no_folder_and_leaves_none(self, sandbox, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        first = grade(submission(**RIGHT), MASTER, sandbox)
        second = grade(*pickle.loads(pickle.dumps((submission(**RIGHT), MASTER))), sandbox)
        assert first == second
        assert list(tmp_path.iterdir()) == []

    def test_one_submission_leaves_nothing_for_the_next(self, sandbox):
        """Given lists, and what tests draw at random, start anew."""
        test = (
            "import random\nimport numpy as np\nROWS.append(2)\n"
            "drawn = float(len(ROWS) == 2) + random.random() + np.random.rand()\n"
            "from examiner.checks import Verdict\nVerdict(drawn - 1, 2.0)"
        )
        spoils = master(f=f"### BEGIN HIDDEN TESTS\n{test}\n### END HIDDEN TESTS")
        first, second = (grade(submission(f="f = 1"), spoils, sandbox) for _ in range(2))
        assert first == second
        assert first.records["f_test"].points is not None

    def test_a_notebook_that_is_too_large_is_shortened(self, sandbox, monkeypatch):
        """Answers and verdicts stay; outputs, and the student's own cells, go."""
        long = {"cell_type": "code", "source": "print(1) #" + "x" * 30_000, "metadata": {}}
        own = json.loads(THREE.notebook)
        own["cells"].append(long)
        large = replace(THREE, notebook=json.dumps(own).encode())
        course = master(f=COUNT.format("f"))
        whole = grade(large, course, sandbox)
        monkeypatch.setattr(grade_module, "MAX_GRADED", 20_000)
        graded = grade(large, course, sandbox)
        assert len(whole.file) > 20_000 > len(graded.file)
        assert points(graded) == points(whole) == {"f_test": 2.0}
        assert RIGHT["f"] in [cell.source for cell in graded.notebook.cells]
        assert "too large" in graded.remarks[-1].text


# A test that was made to do what the worker's own code doesn't: it sends to the coordinator.
TAKEN_OVER = """
import gc, os, time
from multiprocessing.connection import Connection
(to,) = [thing for thing in gc.get_objects() if isinstance(thing, Connection)]
"""


def pids() -> set[int]:
    """The worker processes of this one."""
    files = Path("/proc/self/task").glob("*/children")
    children = [child for file in files for child in file.read_text().split()]
    return {
        int(c) for c in children if b"worker_process" in Path(f"/proc/{c}/cmdline").read_bytes()
    }


STARTS = """
from examiner.workers.worker import CannotGrade, Worker
worker = Worker()
try:
    worker.start()
    print("started", worker.formgrader_page(b"{}", {}))
except CannotGrade as error:
    print(error)
worker.close()
"""


@pytest.mark.slow(5)  # workers start, hang and are killed
class TestWorker:
    """What a worker chokes on costs one question of one submission."""

    def test_it_grades_as_the_function_does_in_one_process_that_ends_with_it(self, sandbox):
        before = pids()
        with closing(Worker(SETTINGS)) as worker:
            first = worker.grade(submission(**RIGHT), MASTER)
            assert first == grade(submission(**RIGHT), MASTER, sandbox)
            started = pids() - before
            assert worker.grade(submission(**RIGHT), MASTER) == first
            assert len(started) == 1
            assert pids() - before == started
        assert pids() == before

    @pytest.mark.parametrize(
        "test",
        [
            "import ctypes\nctypes.string_at(0)",
            TAKEN_OVER + "os.write(to.fileno(), b'x')\nos._exit(3)",
        ],
    )
    def test_a_crash_leaves_its_question_and_what_follows_to_a_person(self, worker, test):
        graded = worker.grade(THREE, broken(test))
        assert points(graded) == {"f_test": 2.0, "g_test": None, "h_test": None}
        assert any("the worker process ended" in remark.text for remark in graded.remarks)
        assert worker.grade(submission(**RIGHT), MASTER).records["g_test"].points == 2.0

    @pytest.mark.parametrize(
        "test",
        [
            TAKEN_OVER + "while True: to.send_bytes(b'at\\n3')",
            TAKEN_OVER + "os.write(to.fileno(), b'x')\ntime.sleep(99)",
        ],
    )
    def test_time_is_limited(self, test):
        """Also of a worker that sends for ever, or stops in the middle of a message."""
        with closing(Worker(Settings(Limits(cell_seconds=1.0), seconds=3.0))) as worker:
            worker.grade(THREE, MASTER)
            graded = worker.grade(THREE, broken(test))
        assert points(graded) == {"f_test": 2.0, "g_test": None, "h_test": None}

    def test_memory_is_limited(self, worker):
        graded = worker.grade(THREE, broken("big = bytearray(2**31)\ng\n2.0"))
        assert points(graded) == {"f_test": 2.0, "g_test": None, "h_test": 2.0}
        assert "MemoryError" in graded.remarks[-1].text

    def test_where_nothing_can_be_done_the_bytes_are_left_alone(self):
        """A worker that never ends in time: the whole submission is for a person, and says so."""
        with closing(Worker(Settings(seconds=0.0))) as worker:
            graded = worker.grade(THREE, MASTER)
        assert points(graded) == dict.fromkeys(["f_test", "g_test", "why_written"])
        assert graded.notebook.cells[0].id == NOT_GRADED
        assert "longer than 0 s" in graded.remarks[0].text

    def test_what_ends_every_try_leaves_the_answers_to_a_person(self, worker, tmp_path):
        """The last try only puts the notebook together: who grades it sees what was written."""
        mark = f"mark = {str(tmp_path / 'mark')!r}\n"
        second = f"import os\n{mark}if os.path.exists(mark): os._exit(3)"
        first = f"import os\n{mark}open(mark, 'w').close()\nos._exit(3)"
        hidden = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
        graded = worker.grade(THREE, master(f=hidden.format(second), g=hidden.format(first)))
        assert points(graded) == {"f_test": None, "g_test": None}
        assert RIGHT["f"] in [cell.source for cell in graded.notebook.cells]
        assert any("the worker process ended" in remark.text for remark in graded.remarks)

    def test_what_it_makes_up_is_left_to_a_person(self, worker):
        graded = worker.grade(THREE, broken(TAKEN_OVER + "to.send_bytes(b'done\\n[]\\n{}')"))
        assert set(points(graded).values()) == {None}
        assert "no graded notebook" in graded.remarks[-1].text

    def test_a_worker_that_is_killed_from_outside_costs_nothing(self):
        slow = submission(**RIGHT | {"f": "import time\ntime.sleep(0.5)\n" + RIGHT["f"]})
        before = pids()
        with closing(Worker(SETTINGS)) as worker:
            first = worker.grade(slow, MASTER)
            (pid,) = pids() - before
            os.kill(pid, signal.SIGKILL)  # between two submissions
            assert worker.grade(slow, MASTER) == first
            (pid,) = pids() - before
            threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()  # at one
            assert worker.grade(slow, MASTER) == first

    def test_a_worker_that_was_launched_hears_its_settings_later(self, new_worker):
        before = pids()
        new_worker.launch()
        while not (early := pids() - before):  # it has no command line in its first moment
            pass
        for settings in (Settings(seconds=99.0), Settings(seconds=99.0)):
            new_worker.start(settings)
            assert pids() - before == early
        new_worker.start(Settings(trusted=True))
        assert not pids() & early

    @pytest.mark.parametrize("kills", [2, 99])
    def test_a_worker_that_is_killed_while_it_starts_is_started_anew(
        self, new_worker, monkeypatch, tmp_path, kills
    ):
        starts = tmp_path / "starts"
        python = tmp_path / "python"
        python.write_text(
            f"#!/bin/sh\necho >> {starts}\n[ $(wc -l < {starts}) -le {kills} ] && kill -9 $$\n"
            f'exec {sys.executable} "$@"\n'
        )
        python.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(python))
        new_worker.launch()
        if kills == 2:
            assert new_worker.grade(THREE, MASTER)
        else:
            with pytest.raises(CannotGrade, match="is killed whenever it starts"):
                new_worker.start()

    def test_where_it_cannot_start_there_is_an_error_that_says_what_to_do(
        self, new_worker, monkeypatch, tmp_path
    ):
        monkeypatch.setattr(sys, "executable", "/bin/false")
        with pytest.raises(CannotGrade, match=r"did not start: .*status 1.*run `make setup`"):
            new_worker.start()
        monkeypatch.undo()
        monkeypatch.setenv("PATH", str(tmp_path))
        for _ in range(2):
            with pytest.raises(CannotGrade, match="bubblewrap"):
                new_worker.grade(THREE, MASTER)

    @pytest.mark.parametrize(
        ("mebibytes", "said"), [(3000, "started"), (1500, "raise that limit (ulimit -v)")]
    )
    def test_a_hard_limit_of_address_space_is_kept_to(self, mebibytes, said):
        """The worker makes do with it; a student's process gets what it should have, or none."""
        limited = f"ulimit -v {mebibytes * 1024}; exec {sys.executable} -c '{STARTS}'"
        done = subprocess.run(
            ["bash", "-c", limited], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert said in done.stdout

    def test_a_stopped_worker_ends_at_once_and_starts_no_other(self, new_worker):
        slow = submission(f="import time\ntime.sleep(1.2)")
        new_worker.grade(submission(**RIGHT), MASTER)
        threading.Timer(0.1, new_worker.stop).start()
        started = time.monotonic()
        with pytest.raises(CannotGrade, match="stopped"):
            new_worker.grade(slow, MASTER)
        assert time.monotonic() - started < 1.2


def changed(graded: Graded, change) -> bytes:
    """A worker's reply in which something was changed."""
    notebook = json.loads(graded.file)
    change({cell["id"]: cell for cell in notebook["cells"]}, notebook["cells"])
    return replace(graded, file=json.dumps(notebook).encode()).to_bytes()


def verdict(points, **finding):
    found = [{"criterion": "", "message": "", **finding}] if finding else []
    return {"examiner": {"points": points, "findings": found}}


@pytest.fixture(scope="module")
def graded(sandbox) -> Graded:
    own = json.loads(submission(**RIGHT).notebook)
    own["cells"].append({"cell_type": "code", "source": "print('[{' * 9)", "metadata": {}})
    return grade(Submission(json.dumps(own).encode()), MASTER, sandbox)


class TestWhatIsHandedOver:
    """A worker that was taken over: what it sends is a notebook of this master, or nothing."""

    def test_a_graded_notebook_arrives(self, graded):
        arrived = received(graded.to_bytes(), MASTER)
        assert arrived == graded
        assert points(arrived) == {"f_test": 2.0, "g_test": 2.0}

    @pytest.mark.parametrize(
        "change",
        [
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(3.0)),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(-1)),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(float("nan"))),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict("2")),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(2, message=["x"])),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(2, max_points="x")),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(2, mistake=1)),
            lambda cell, cells: cell["f_test"]["metadata"]["examiner"].update(counted=["n"]),
            lambda cell, cells: cell["f_test"]["metadata"]["examiner"].update(counted={"": 1}),
            lambda cell, cells: cell["f_test"]["metadata"].update(verdict(2, other=1)),
            lambda cell, cells: cell["f_test"]["metadata"]["nbgrader"].update(points=99),
            lambda cell, cells: cell["f_test"]["metadata"]["nbgrader"].update(grade_id="g_test"),
            lambda cell, cells: cell["f_test"].update(source="2"),
            lambda cell, cells: cell["f_test"]["outputs"][0]["data"].update({"text/plain": "9"}),
            lambda cell, cells: cell["f"].update(source=["a", 1]),
            lambda cell, cells: cells.remove(cell["g_test"]),
            lambda cell, cells: cells.append(cell["g_test"]),
            lambda cell, cells: cells.reverse(),
            lambda cell, cells: cells.append([]),
            lambda cell, cells: cells.clear(),
        ],
    )
    def test_what_is_no_notebook_of_this_master_does_not(self, graded, change):
        with pytest.raises(NotHandedOver):
            received(changed(graded, change), MASTER)

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"[]\n",
            b"[]\n" + b"[" * 100_000,
            lambda: b"[]\n[" + b"[]," * 2**18 + b"[]]",
            b"[" * 100_000 + b"\n{}",
            b'[["x", 1]]\n{}',
            b"[]\n\xff",
            lambda: b"[]\n" + b" " * (48 * MIB + 1),
        ],
    )
    def test_what_is_not_even_a_notebook_does_not(self, data):
        with pytest.raises(NotHandedOver):
            received(data() if callable(data) else data, MASTER)
