"""Shared fixtures: courses to grade in, and a small but complete course to change."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from examiner.course import Course
from examiner.course_key import FIXED, KEY_FILE
from examiner.startup import collect_garbage_less_often, use_one_thread
from examiner.workers import executors

if TYPE_CHECKING:
    from examiner.student import Sandbox
    from tests.classroom import Courses
    from tests.small_class import InThisProcess

# Background processes of a shell ignore Ctrl-C, but a test needs it to stop endless loops.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent

# A command that runs in this process would start a worker for each processor: a second and a half
# of processor time each, and other tests have the processors.
executors.processors = lambda: 1
# It would start them before it looks at the class, and many a command here refuses the class.
executors.load_workers = lambda count: None

use_one_thread()
collect_garbage_less_often()

# No test fails because a machine is slow, or only now and then.
settings.register_profile("course", deadline=None, derandomize=True)
settings.load_profile("course")

TABLE = """\
[ps0_warm_up]
title = "Warm-up"
notebook = "sums"

[ps0_warm_up.questions]
q1_sum = { points = 2, defines = ["total(n)"] }
q2_written = { points = 3, written = true }
"""

PROBLEM = """\
# %% [markdown] given="front_matter"
# # Sums
#
# All numbers are whole: $n \\ge 1$.

# %%
import numpy as np

np.arange(3)


# %% given="square"
def square(n):
    return n * n


# %% [markdown]
# ## Question 1: a sum (<<q1_sum>>)
#
# Add the first `n` numbers.


# %% answer="q1_sum"
def total(n):
    \"\"\"The sum 1 + 2 + … + n.\"\"\"
    ### BEGIN SOLUTION
    return (square(n) + n) // 2
    ### END SOLUTION


# %% test="q1_sum"
assert isinstance(total(3), int), "total gives a whole number"

# %% [markdown]
# ## Question 2: why (<<q2_written>>)

# %% [markdown] written="q2_written"
# ### BEGIN SOLUTION
# Pair the first with the last: every pair adds up to $n + 1$.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 2 | the pairs |
# | 1 | odd $n$ |
# === END MARK SCHEME ===
# ### END SOLUTION
"""

CHECK = """\
from examiner.checks import Count, sizes

SIZES = (n,) = sizes("n")
question = Count(SIZES, n**2 / 2 + n / 2)
"""


def empty_course(root: Path) -> Course:
    """A course folder without a problem set."""
    (root / "problems").mkdir(parents=True)
    (root / KEY_FILE).write_text(FIXED)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    return Course(root)


def write_small_course(root: Path) -> Course:
    """A course folder with one problem set: an autograded and a written question."""
    course, folder = empty_course(root), root / "problems" / "ps0_warm_up"
    (folder / "marking").mkdir(parents=True)
    (root / "problems" / "course.toml").write_text(TABLE)
    (folder / "sums.py").write_text(PROBLEM)
    (folder / "marking" / "q1_sum.py").write_text(CHECK)
    return course


@pytest.fixture
def small_course(tmp_path: Path) -> Course:
    """The small course, not built, to change."""
    return write_small_course(tmp_path / "course")


@pytest.fixture(autouse=True)
def no_figure_is_left_open() -> Iterator[None]:
    """Tests that count figures find only their own."""
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox for the tests that need none of their own: to start one takes seconds."""
    from examiner.student import Limits, Sandbox

    with Sandbox(Limits(cell_seconds=2.0, output=100_000)) as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def executor(sandbox: Sandbox) -> InThisProcess:
    """Return the executor that grades the small classes in this process, and nothing twice."""
    from tests.small_class import InThisProcess

    return InThisProcess(sandbox)


@pytest.fixture
def one_worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One worker for all commands of a test: each takes seconds to start."""
    with executors.local(1) as pool:
        monkeypatch.setattr(executors, "local", lambda workers: nullcontext(pool))
        yield


@pytest.fixture(scope="session")
def courses(tmp_path_factory: pytest.TempPathFactory) -> Courses:
    """The courses that classrooms are copies of."""
    from tests.classroom import Courses  # and with it nbgrader, which takes seconds

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which the workers share
    return Courses(folder / "courses")


@pytest.hookimpl(tryfirst=True)  # before some are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slow tests first, the longest before the others, so that all processes end together.

    The mark `pytest.mark.slow` may have an argument: about how many seconds the test takes, its
    fixtures included. A test with a sandbox or a built course is always slow.
    """
    for item in items:
        needs = {"courses", "sandbox"} & {*getattr(item, "fixturenames", ())}
        if needs and not item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.slow)

    def seconds(item: pytest.Item) -> float:
        marker = item.get_closest_marker("slow")
        return 0.0 if marker is None else marker.args[0] if marker.args else 1.0

    items.sort(key=seconds, reverse=True)


def pytest_collection_finish() -> None:
    """Exclude the imported modules from garbage collection."""
    gc.freeze()


# Tests that share a graded class, a browser, a problem set's reference notebook, or the results of
# marking its questions run in one process. The names of tests decide, because the marks of
# pytest-xdist 3.8 have no effect with pytest 9. The name of a group is the text in parentheses.
SHARE = (
    re.compile(r"test_grading\.py::.*(\[ps\d_\w+\])$"),
    re.compile(
        r"test_(?:bank|case_generation|hints|mutants|notebooks|odd_values|release|trivial)\.py::"
        r".*\[(ps\d_[a-z]+)"
    ),
    re.compile(r"(test_(?:mark|example|report|class_feedback)\.py)::"),
    re.compile(r"(test_attacks\.py::test_no_attack_on_a_question_gains_a_point\[ps\d_[a-z]+)"),
    re.compile(
        r"(test_student_pictures\.py)::test_(?:a_picture_is_seen|an_answer_that|a_photo_is_seen"
        r"|other_formats|what_no_page|files_that_no_cell)"
    ),
)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With --dist loadgroup: hand out tests one by one, but those that share something together."""
    from xdist.scheduler import LoadScopeScheduling

    class ByShared(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            groups = (pattern.search(nodeid) for pattern in SHARE)
            return next((found[1] for found in groups if found), nodeid)

    return ByShared(config, log) if config.getvalue("dist") == "loadgroup" else None
