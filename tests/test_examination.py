"""Examining a notebook: the result of a test cell, which costs no other question."""

from __future__ import annotations

import re
from contextlib import closing
from copy import deepcopy
from unittest import mock

import nbformat
import pytest

from examiner.cell_kinds import CellKind, cell_kind, nbgrader_metadata
from examiner.findings.feedback_level import Level
from examiner.grading import examination
from examiner.grading.examination import examine
from examiner.grading.grade import files_for_code, grade
from examiner.grading.submission import Submission
from examiner.student import Limits
from examiner.student import sandbox as student_sandbox
from tests.attack_runner import set_of_the_course
from tests.findings import messages_in
from tests.messages import naming

HIDDEN = "### BEGIN HIDDEN TESTS\nfrom examiner import checks\n{}\n### END HIDDEN TESTS"
OF_N = 'n = checks.sizes("n")\n'
DOUBLE = f"{OF_N}checks.Count(n, 2 * n[0]).grade(f, points=2)"
COUNT = HIDDEN.format(DOUBLE)


def result_of(sandbox, answer, test=COUNT, points=2, given="", **limits):
    """The result of the last test cell of a notebook with this answer, or with several."""
    cells = [
        nbformat.v4.new_code_cell(
            source, metadata={"nbgrader": nbgrader_metadata(kind, name, most)}
        )
        for number, each in enumerate([answer] if isinstance(answer, str) else answer)
        for kind, name, source, most in (
            (CellKind.ANSWER, f"q{number}", each, None),
            (CellKind.TEST, f"q{number}_test", test, points),
        )
    ]
    with closing(sandbox.student()) as student:
        student.limits = Limits(**({"cell_seconds": 0.5} | limits))
        results = examine(nbformat.v4.new_notebook(cells=cells), student, (given,))
    return results[cells[-1].metadata.nbgrader.grade_id]


def texts(result):
    return "\n".join(str(output) for output in result.outputs)


def test_a_visible_test_informs_and_the_hidden_one_decides(sandbox):
    result = result_of(
        sandbox, "def f(n): return 2 * n", "assert f(1) == 3, 'look again'\n" + COUNT
    )
    assert result.points == 2.0
    assert "look again" in texts(result)
    assert not any(output.output_type == "error" for output in result.outputs)


HANGS, RIGHT = "def f(n):\n    while True: pass", "def f(n): return 2 * n"


@pytest.fixture
def often_measured(monkeypatch):
    """Processes that hang are noticed earlier, so that short limits hold."""
    monkeypatch.setattr(student_sandbox, "POLL_SECONDS", 0.05)


@pytest.mark.usefixtures("often_measured")
def test_what_is_right_is_not_lost_to_answers_that_used_up_the_time(sandbox):
    limits = {"cell_seconds": 0.3, "notebook_seconds": 0.1}
    assert result_of(sandbox, (HANGS, HANGS, RIGHT), **limits).points == 2.0


@pytest.mark.usefixtures("often_measured")
def test_what_a_restart_runs_again_takes_no_time_from_a_right_answer(sandbox):
    """Each answer that hangs has all cells before it run again; here that takes longer than the
    time of the notebook."""
    works = (
        "import time\nuntil = time.process_time() + 0.1\nwhile time.process_time() < until: pass"
    )
    answers = (f"{works}\n{HANGS}", HANGS, HANGS, RIGHT)
    limits = {"cell_seconds": 0.2, "notebook_seconds": 0.13}
    assert result_of(sandbox, answers, **limits).points == 2.0


def test_cells_that_end_their_process_have_earlier_cells_run_again_a_few_times_only(sandbox):
    works = "import time\nwhile time.process_time() < 0.1: pass"
    own = [works, *["import os; os._exit(0)"] * 40]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in own])
    with (
        closing(sandbox.student()) as student,
        mock.patch.object(sandbox, "launch", wraps=sandbox.launch) as launch,
    ):
        student.limits = Limits(cell_seconds=0.5, notebook_seconds=0.5)
        examine(notebook, student, ())
    assert 1 < launch.call_count < 10


@pytest.mark.usefixtures("often_measured")
def test_an_answer_that_takes_its_time_has_it_after_others_used_theirs_up(sandbox):
    slow = "import time\ndef f(n):\n    until = time.process_time() + 0.005\n"
    slow += "    while time.process_time() < until: pass\n    return 2 * n"
    limits = {"cell_seconds": 0.5, "notebook_seconds": 0.125}
    assert result_of(sandbox, (HANGS, slow), **limits).points == 2.0


def test_an_answer_that_needs_more_than_what_others_left_is_no_wrong_one(sandbox):
    """A person looks at it: it may be right."""
    test = HIDDEN.format(f"[f(0) for _ in range(4)]\n{DOUBLE}")
    sleeps = "import time\ndef f(n):\n    time.sleep(0.3 * (n == 0))\n    return 2 * n"
    limits = {"cell_seconds": 0.5, "notebook_seconds": 0.1}
    assert result_of(sandbox, (HANGS, sleeps), test, **limits).points is None


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        ("", "f"),
        ("f = 3", "is not callable"),
        ("def f(n): raise KeyError('no')", "it raised KeyError"),
        ("def f(n): return undefined", "it raised NameError"),
        ("def f(n): return object()", "object"),
        ("def f(n):\n    while True: pass", "still running after 0.5 s"),
        ("def f(n):\n    import ctypes; ctypes.string_at(0)", "segmentation fault"),
        ("class F:\n    def __call__(self, n): return 2 * n\nf = F().__call__", None),
        (
            "import warnings, sys, numpy as np\ndef f(n):\n    print(n, file=sys.stderr)\n"
            "    warnings.warn('x'); np.float64(1) / np.float64(0)\n    return 2 * n",
            None,
        ),
        ("f = object()", "cannot be sent"),
    ],
)
def test_what_answers_do_is_a_finding_and_no_failure_of_the_check(sandbox, answer, finding):
    result = result_of(sandbox, answer, "f\n" + COUNT)
    assert result.points == (0.0 if finding else 2.0)
    assert (finding or "") in result.verdict.text


@pytest.mark.parametrize("answer", ["def f(n): return 2 * n", "g = 1"])
@pytest.mark.parametrize("last", ["print(f(1) if 0 else 1)", "2", "checks.Verdict(3.0, 3.0)"])
def test_no_other_than_a_verdict_of_the_cells_points_decides(sandbox, answer, last):
    """A test that goes on after its check would be passed by everybody."""
    check = f"{OF_N}checks.Count(n, n[0]).grade(lambda n: n, points=2)\n"
    result = result_of(sandbox, answer, HIDDEN.format(check + last))
    assert result.points is None
    assert result.failure
    assert result.outputs[-1].ename == "CheckFailed"


@pytest.mark.slow
def test_a_name_that_the_test_itself_lacks_is_no_missing_answer(sandbox):
    """Here both come to light with a wrong answer only."""
    early = "def helper(x):\n    if x != 2:\n        return y\n    y = 1\nhelper(f(1))\n"
    given = "def misspelt(x):\n    return x if x == 2 else undefined_name\n"
    for test in (early, "misspelt(f(1))\n"):
        test = HIDDEN.format(test + DOUBLE)
        assert result_of(sandbox, "def f(n): return 2 * n", test, given=given).points == 2.0
        wrong = result_of(sandbox, "def f(n): return n", test, given=given)
        assert wrong.points is None
        assert "Error: " in wrong.failure
        assert result_of(sandbox, "g = 1", test, given=given).points == 0.0  # and that is one


def test_what_a_given_cell_failed_to_define_no_student_defines(sandbox):
    """Its test needs manual grading, even if the student defines the same name."""
    given = "import numpy as np\nlimit = 1 / 0\ndef forward(x): return x"
    answer = "limit = 2\ndef forward(x): return 2 * x\ndef f(n): return 2 * n"
    for test in (
        HIDDEN.format("forward(1)"),
        "f(limit)\n" + COUNT.replace("grade(f", "grade(forward"),
    ):
        result = result_of(sandbox, answer, test, given=given)
        assert result.points is None
        assert re.search(naming("given", "division by zero"), result.failure)
    assert result_of(sandbox, answer, COUNT, given=given).points == 2.0


@pytest.mark.slow
def test_a_test_that_takes_too_long_is_ended(sandbox, monkeypatch):
    """Its visible part only informs; without its hidden part nothing is decided."""
    for name in ("VISIBLE_SECONDS", "HIDDEN_SECONDS"):
        monkeypatch.setattr(examination, name, 0.1)
    result = result_of(
        sandbox, "f = 1", "while True:\n    f\n" + HIDDEN.format("checks.Verdict(2.0, 2.0)")
    )
    assert result.points == 2.0
    assert "TestTooSlow" in texts(result)
    result = result_of(sandbox, "f = 1", HIDDEN.format("while True:\n    f"))
    assert result.points is None
    assert "longer than 0.1 s" in result.failure


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        ("import ctypes; ctypes.string_at(0)", "your code crashed: segmentation fault"),
        ("1 / 0", "ZeroDivisionError: “division by zero”"),
        ("g = 1", "not answered: name 'f' is not defined"),
    ],
)
def test_what_a_cell_did_not_define_is_missing_for_a_reason(sandbox, answer, finding):
    result = result_of(sandbox, answer, "f\n" + COUNT)
    (shown,) = result.verdict.shown(Level.ANSWER)
    assert finding in shown.message
    assert ("NameError" in texts(result)) == finding.startswith("not answered")


@pytest.mark.parametrize(
    ("answer", "remarked"),
    [
        ("def f(n): return 2 * n ^ 2", True),
        ("def f(n): return 2 * n ^ 0", False),  # right all the same
        ("def f(n): return n ^ n", False),  # of two names it may be meant
        ("def f(n): return n  # not n ^ 2", False),
        # An answer that the parser of the marking process can't read costs this question alone.
        pytest.param(f"f = {'-' * 100_000}1", False, id="deep"),
        pytest.param(f"f = {'-' * 10_000}1 ^ 2", True, id="less-deep"),
        pytest.param(f"f = {'+'.join(['1'] * 9_000)} ^ 2", True, id="long"),
        pytest.param("f = '\ud800'\0", False, id="no-text"),
    ],
)
def test_a_power_written_as_xor_is_told_where_points_were_lost(sandbox, answer, remarked):
    result = result_of(sandbox, answer, "f\n" + COUNT)
    assert bool(messages_in(result.verdict, "power-as-xor")) is remarked


PHOTO = b"\xff\xd8\xff" + bytes(20 * 2**20)  # 20 MiB that begin like a JPEG


def test_photos_of_written_answers_are_no_memory_of_a_call(sandbox):
    """If the code reads them, they are, and a person decides."""
    source, reference = set_of_the_course("ps2_attention")
    for cell, points in (("x = 1", 2.0), ("open('work.jpg')", None)):
        notebook = deepcopy(source)
        for each in notebook.cells:
            if cell_kind(each) is CellKind.ANSWER and each.id != "scaling_jacobian_norm":
                each.source = ""
        notebook.cells.insert(1, nbformat.v4.new_code_cell(cell))
        notebook.cells.append(nbformat.v4.new_markdown_cell("![my work](photo_of_my_work.jpg)"))
        submission = Submission(
            nbformat.writes(notebook).encode(), {"photo_of_my_work.jpg": PHOTO, "data.csv": b"1"}
        )
        assert {"data.csv"} <= {*files_for_code(submission, notebook)}
        graded = grade(submission, reference, sandbox)
        assert graded.records["scaling_jacobian_norm_test"].points == points, cell
