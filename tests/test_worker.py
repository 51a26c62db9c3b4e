"""Grading one submission in a worker process: a pure function with limits."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import re
import shlex
import signal
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from unittest.mock import Mock

import pytest

from examiner.cell_kinds import CellKind
from examiner.findings.finding import Finding
from examiner.grading.grade import GradedSubmission, grade
from examiner.grading.rebuild import NOT_GRADED
from examiner.grading.reference_notebook import ReferenceCell, ReferenceNotebook
from examiner.grading.submission import Submission
from examiner.pages.feedback import Marks
from examiner.student import Limits
from examiner.time_limit import TimeIsUp, limit_time
from examiner.workers import worker as worker_module
from examiner.workers.worker import CannotGrade, Worker, WorkerSettings
from examiner.workers.worker_replies import InvalidReply, read_reply
from tests.classroom import MINUTES
from tests.messages import mentions
from tests.processes import below, gone

MIB = 2**20
grade_module = importlib.import_module("examiner.grading.grade")
COUNT = (
    "from examiner.checks import Count, sizes\n"
    "(n,) = sizes('n')\nCount([n], 2 * n).grade({0}, points=2)"
)


def reference(**tests: str) -> ReferenceNotebook:
    """Each question has an answer cell with a stub, and a test cell with this hidden test."""
    cells = [ReferenceCell("given_one", CellKind.GIVEN, "ONE = 1\nROWS = [1]")]
    for name, test in tests.items():
        hidden = f"### BEGIN HIDDEN TESTS\n{test}\n### END HIDDEN TESTS"
        cells.append(ReferenceCell(name, CellKind.ANSWER, "raise NotImplementedError"))
        cells.append(ReferenceCell(f"{name}_test", CellKind.TEST, hidden, points=2.0))
    cells.append(ReferenceCell("why_written", CellKind.WRITTEN, "*Here.*", "markdown", points=3.0))
    return ReferenceNotebook(tuple(cells))


def submission(*others: str, **answers: str) -> Submission:
    cells = [
        {"cell_type": "code", "source": source, "metadata": {"nbgrader": {"grade_id": name}}}
        for name, source in answers.items()
    ]
    cells += [{"cell_type": "code", "source": source, "metadata": {}} for source in others]
    return Submission(json.dumps({"cells": cells}).encode())


MASTER = reference(f=COUNT.format("f"), g=COUNT.format("g"))
RIGHT = {"f": "def f(n): return 2 * n", "g": "def g(n): return ONE * n + n"}
THREE = submission(**RIGHT, h="def h(n): return n + n")


def broken(test: str) -> ReferenceNotebook:
    """Return a reference notebook with this hidden test between two good ones."""
    return reference(f=COUNT.format("f"), g=test, h=COUNT.format("h"))


def points(graded: GradedSubmission) -> dict[str, float | None]:
    return {name: record.points for name, record in graded.records.items()}


def test_grading_needs_no_folder_and_leaves_nothing(sandbox, tmp_path, monkeypatch):
    """The lists of given names and the random numbers of tests start anew."""
    monkeypatch.chdir(tmp_path)
    spoils = reference(
        f="import random\nimport numpy as np\nROWS.append(2)\n"
        "drawn = float(len(ROWS) == 2) + random.random() + np.random.rand()\n"
        "from examiner.checks import Verdict\nVerdict(drawn - 1, 2.0)"
    )
    first = grade(submission(f="f = 1"), spoils, sandbox)
    second = grade(*pickle.loads(pickle.dumps((submission(f="f = 1"), spoils))), sandbox)
    assert first == second
    assert first.records["f_test"].points is not None
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_that_is_too_large_is_shortened(sandbox, monkeypatch):
    """Answers and verdicts stay; the output of the student's own cells goes."""
    large = submission("print('x' * 30_000)", **RIGHT)
    whole = grade(large, MASTER, sandbox)
    monkeypatch.setattr(grade_module, "MAX_GRADED", 20_000)
    graded = grade(large, MASTER, sandbox)
    assert len(whole.file) > 20_000 > len(graded.file)
    assert points(graded) == points(whole) == {"f_test": 2.0, "g_test": 2.0}
    assert RIGHT["f"] in [cell.source for cell in graded.notebook.cells]
    assert "too large" in graded.remarks[-1].text


# This test does an act that the worker's own code never does: it sends to the coordinator.
TAKEN_OVER = """
import gc, os, time
from multiprocessing.connection import Connection
(to,) = [thing for thing in gc.get_objects() if isinstance(thing, Connection)]
"""


def pids() -> set[int]:
    """The worker processes of this one."""
    return below(running="worker_process", children=True)


# A worker in a shell: its reply to its settings (a message has its length in front of it), and a
# command that only listens until the connection is closed.
READY = r"head -c1 <&$4 >/dev/null; printf '\0\0\0\5done\n' >&$4"
LISTENS = "exec cat <&$4 >/dev/null"


@pytest.fixture
def starts(monkeypatch, tmp_path):
    """Has the first processes that are to be workers run these lines of a shell; those that follow
    run `then`, or are workers."""

    def put(*lines: str, then: str = "") -> None:
        count, python = tmp_path / "count", tmp_path / "python"
        cases = [f"{number}) {line} ;;\n" for number, line in enumerate(lines, start=1)]
        then = then or f'exec {shlex.quote(sys.executable)} "$@"'
        python.write_text(
            f"#!/bin/bash\necho >> {count}\n"
            f"case $(wc -l < {count}) in\n{''.join(cases)}*) {then} ;;\nesac\n"
        )
        python.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(python))

    return put


@pytest.mark.slow(5)  # workers start, hang and are killed: to start one takes a second
class TestWorker:
    """A submission that breaks a worker costs one question of that submission."""

    def test_what_a_worker_chokes_on_costs_its_question_alone(self, sandbox):
        before = pids()
        right = grade(submission(**RIGHT), MASTER, sandbox)
        with closing(Worker()) as worker:
            worker.load()
            first = pids() - before
            worker.start(WorkerSettings(Limits(cell_seconds=1.5), memory=512 * MIB))
            assert pids() - before == first  # it may load before it has its settings
            assert worker.grade(submission(**RIGHT), MASTER) == right

            graded = worker.grade(THREE, broken("big = bytearray(2**31)\ng\n2.0"))
            assert points(graded) == {"f_test": 2.0, "g_test": None, "h_test": 2.0}
            assert "MemoryError" in graded.remarks[-1].text
            assert pids() - before == first

            crash = TAKEN_OVER + "os.write(to.fileno(), b'x')\nos._exit(3)"
            graded = worker.grade(THREE, broken(crash))
            assert points(graded) == {"f_test": 2.0, "g_test": None, "h_test": None}
            assert any(mentions(remark.text, "worker", "ended") for remark in graded.remarks)
            (second,) = pids() - before - first

            os.kill(second, signal.SIGKILL)  # between two submissions: it costs nothing
            slow = submission(**RIGHT | {"f": "import time\ntime.sleep(0.5)\n" + RIGHT["f"]})
            assert points(worker.grade(slow, MASTER)) == points(right)
            (third,) = pids() - before

            worker.start(WorkerSettings(trusted=True))
            assert not pids() & {third}
            # Stopped at one, it ends at once, and no other starts.
            threading.Timer(0.1, worker.stop).start()
            with pytest.raises(CannotGrade, match="stopped"):
                worker.grade(submission(f="import time\ntime.sleep(9)"), MASTER)
        assert pids() == before

    def test_what_has_loaded_a_sandbox_may_do_without(self, sandbox, monkeypatch):
        before = pids()
        right = grade(submission(**RIGHT), MASTER, sandbox)
        with closing(Worker()) as worker:
            worker.load()
            loading = pids() - before
            worker.start(WorkerSettings(trusted=True))
            assert worker.grade(submission(**RIGHT), MASTER) == right
            assert pids() - before == loading
        monkeypatch.setattr(worker_module, "CLOSE_SECONDS", 60.0 * MINUTES)
        with closing(Worker()) as unused:
            unused.load()
            kill = unused._process.kill = Mock(wraps=unused._process.kill)
        assert pids() == before
        kill.assert_called_once()  # nobody waits until it has loaded

    def test_what_starts_its_sandbox_ends_with_it(self, monkeypatch, tmp_path):
        """As bubblewrap, this one has a child that nobody ends if its parent is killed."""
        program, started = tmp_path / "bwrap", tmp_path / "started"
        program.write_text(
            f"#!/bin/bash\nsleep 600 & echo $! > {started}.new\nmv {started}.new {started}; wait\n"
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        with closing(Worker()) as worker:
            worker.load()
            while not started.exists():
                time.sleep(0.01)
        gone({int(started.read_text())})

    def test_it_needs_a_sandbox_to_grade_and_none_for_a_page(self, sandbox, monkeypatch, tmp_path):
        graded = grade(submission(**RIGHT), MASTER, sandbox)
        monkeypatch.setenv("PATH", str(tmp_path))  # without bubblewrap
        with closing(Worker()) as worker:
            page, problem = worker.feedback_page(graded.file, Marks("ps0", "ada", {}))
            assert ("ada" in page, problem) == (True, "")
            for _ in range(2):
                with pytest.raises(CannotGrade) as caught:
                    worker.grade(submission(**RIGHT), MASTER)
        said = ("is not installed", "apt-get install bubblewrap", "c.Examine.trusted = True")
        assert [words for words in said if words not in str(caught.value)] == []

    def test_what_is_interrupted_is_no_reply_to_the_next_request(self):
        sleeps = submission(f="import time\ntime.sleep(1)")
        with closing(Worker()) as worker:
            for seconds in (0.2, 0.5):  # while it starts, and while it grades
                with pytest.raises(TimeIsUp), limit_time(seconds):
                    worker.grade(sleeps, MASTER)
                worker.start()
            graded = worker.grade(THREE, MASTER)
        assert points(graded) == {"f_test": 2.0, "g_test": 2.0}
        assert not any(remark.serious for remark in graded.remarks)

    def test_stopped_while_it_starts_it_grades_nothing(self, monkeypatch):
        before = pids()

        def launcher() -> list[str]:
            worker.stop()
            return []

        monkeypatch.setattr(worker_module, "launcher", launcher)
        with closing(Worker()) as worker, pytest.raises(CannotGrade, match="stopped"):
            worker.grade(THREE, MASTER)
        assert pids() == before

    def test_what_ends_every_attempt_leaves_the_answers_to_a_person(self, tmp_path):
        """One test sends for ever, another stops in the middle of a message.

        The last attempt only puts the notebook together, so a grader sees the written answers.
        """
        mark = f"{TAKEN_OVER}mark = {str(tmp_path / 'mark')!r}\n"
        second = f"{mark}if os.path.exists(mark): os.write(to.fileno(), b'x'), time.sleep(99)"
        first = (
            f"{mark}open(mark, 'w').close()\nwhile True: to.send_bytes(b'at\\n4'), time.sleep(0.01)"
        )
        with closing(Worker(WorkerSettings(seconds=3.0))) as worker:
            graded = worker.grade(THREE, reference(f=second, g=first))
        assert points(graded) == {"f_test": None, "g_test": None}
        assert RIGHT["f"] in [cell.source for cell in graded.notebook.cells]
        assert any("longer than 3 s" in remark.text for remark in graded.remarks)

    @pytest.mark.parametrize(
        ("does", "said"),
        [
            (f"{READY}; {LISTENS}", "longer than 0.5 s"),
            (f"{READY}; sleep 30", "longer than 0.5 s"),  # a child of it outlives it
            (f"{READY}; exit 3", "the worker process ended (status 3"),
            (f"{READY}; kill -9 $$", "the worker process ended (status -9"),
            (rf"{READY}; printf '\0\0\0\12done\n[]\n{{}}' >&$4; {LISTENS}", "graded notebook"),
            (rf"{READY}; printf '\177\0\0\0' >&$4; {LISTENS}", "bad message length"),
        ],
    )
    def test_where_nothing_can_be_done_the_bytes_are_left_alone(self, starts, does, said):
        """The whole submission is for a person, and says so."""
        starts(then=does)
        with closing(Worker(WorkerSettings(seconds=0.5))) as worker:
            graded = worker.grade(THREE, MASTER)
        assert points(graded) == dict.fromkeys(["f_test", "g_test", "why_written"])
        assert graded.notebook.cells[0].id == NOT_GRADED
        assert said in graded.remarks[0].text

    def test_a_worker_that_is_killed_is_started_anew(self, starts):
        """Twice while it starts, and once at a submission, which it need not have been."""
        starts("kill -9 $$", "kill -9 $$", f"{READY}; sleep 0.2; kill -9 $$")
        with closing(Worker()) as worker:
            assert points(worker.grade(THREE, MASTER)) == {"f_test": 2.0, "g_test": 2.0}

    @pytest.mark.parametrize(
        ("does", "said"),
        [
            ("kill -9 $$", ["was killed", "memory"]),
            ("exit 1", ["did not start: ", "status 1", "run `make setup`"]),
        ],
    )
    def test_where_it_cannot_start_the_error_says_what_to_do(self, starts, does, said):
        starts(then=does)
        with closing(Worker()) as worker:
            for _ in range(2):
                with pytest.raises(CannotGrade) as caught:
                    worker.grade(THREE, MASTER)
        assert [words for words in said if words not in str(caught.value)] == []

    def test_a_hard_limit_of_address_space_is_kept_to(self, starts):
        """The worker keeps to the limit; a student's process gets its full memory, or none."""
        python = f'exec {shlex.quote(sys.executable)} "$@"'

        def graded_within(mebibytes: int) -> GradedSubmission:
            starts(then=f"ulimit -v {mebibytes * 1024}; {python}")
            with closing(Worker()) as worker:
                return worker.grade(THREE, MASTER)

        assert points(graded_within(3000)) == {"f_test": 2.0, "g_test": 2.0}
        with pytest.raises(CannotGrade, match=re.escape("raise that limit (ulimit -v)")):
            graded_within(1500)


def changed(graded: GradedSubmission, change) -> bytes:
    """A worker's reply in which something was changed."""
    notebook = json.loads(graded.file)
    change({cell["id"]: cell for cell in notebook["cells"]}, notebook["cells"])
    return replace(graded, file=json.dumps(notebook).encode()).to_bytes()


def finding(points, **more):
    """A change of the first question's verdict, with a finding that has something else in it."""
    found = [Finding.of("n").as_json() | more] if more else []
    verdict = {"examiner": {"points": points, "findings": found}}
    return lambda cell, cells: cell["f_test"]["metadata"].update(verdict)


@pytest.fixture(scope="module")
def graded(sandbox) -> GradedSubmission:
    return grade(submission("print('[{' * 9)", **RIGHT), MASTER, sandbox)


class TestWhatIsHandedOver:
    """A worker that was taken over: its reply is a graded notebook, or refused."""

    def test_a_graded_notebook_arrives(self, graded):
        arrived = read_reply(graded.to_bytes(), MASTER)
        assert arrived == graded
        assert points(arrived) == {"f_test": 2.0, "g_test": 2.0}

    @pytest.mark.parametrize(
        "change",
        [
            finding(3.0),
            finding(-1),
            finding(float("nan")),
            finding("2"),
            finding(2, about=1),
            finding(2, says=["x"]),
            finding(2, says=3),
            finding(2, errors=[{"id": "x", "facts": {}}]),
            finding(2, errors=[{"id": "no id", "facts": {}, "words": ""}]),
            finding(2, says=[{"id": "no-such-sentence", "facts": {}}]),
            finding(2, says=[{"id": "time-between", "facts": {"short": 1}}]),
            finding(2, max_points="x"),
            finding(2, max_points=float("inf")),
            finding(2, passed="yes"),
            lambda cell, cells: cell["f_test"]["metadata"]["examiner"].update(counted=["n"]),
            lambda cell, cells: cell["f_test"]["metadata"]["examiner"].update(counted={"": 1}),
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
    def test_what_is_no_copy_of_this_reference_notebook_does_not(self, graded, change):
        with pytest.raises(InvalidReply):
            read_reply(changed(graded, change), MASTER)

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
            # These would take minutes if reading started anew at each quotation mark.
            lambda: b"[" * 1000 + b'"' + b'\\"' * 200_000,
            lambda: b"[]\n" + b"[" * 2**18 + b'"' + b'\\"' * 200_000,
        ],
    )
    def test_what_is_not_even_a_notebook_does_not(self, data):
        with pytest.raises(InvalidReply):
            read_reply(data() if callable(data) else data, MASTER)

    def test_a_long_number_in_a_finding_keeps_nobody_waiting(self, graded):
        """It would take minutes if reading started anew at each digit."""

        change, before = finding(1.0, about="1" * 200_000), time.process_time()
        with suppress(InvalidReply):
            read_reply(changed(graded, change), MASTER)
        assert time.process_time() - before < 20
