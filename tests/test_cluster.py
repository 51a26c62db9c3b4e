"""A class graded elsewhere: by a Dask cluster's workers, and into a PostgreSQL database."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from glob import glob
from pathlib import Path

import pytest

from examiner.course import CourseError
from examiner.term.autograde import Autograde
from examiner.workers import executors
from tests.classroom import ROOT
from tests.small_class import ASSIGNMENT, RAISES, RIGHT, SQUARE, InThisProcess, SmallClass, files

SLOW = "import time\ntime.sleep(0.5)\n"


@pytest.fixture
def slow_class(tmp_path, courses, sandbox) -> SmallClass:
    """Make a class of six students with slow answers."""
    room = SmallClass(tmp_path / "course", courses, InThisProcess(sandbox))
    for number, answers in enumerate([{}, SQUARE, RAISES] * 2):
        answers = RIGHT | answers
        room.submit(f"s{number}", answers | {"q1_sum": SLOW + answers["q1_sum"]})
    return room


@pytest.fixture
def cluster(tmp_path) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """A scheduler's file, and its two workers: processes that know no course folder."""
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    file = tmp_path / "scheduler.json"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def start(*words: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(file)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (elsewhere / f"{words[0]}.log").open("a") as log:
            return subprocess.Popen(command, cwd=elsewhere, env=environment, stdout=log, stderr=log)

    with ExitStack() as stack:

        def ended(process: subprocess.Popen) -> subprocess.Popen:
            stack.callback(lambda: (process.kill(), process.wait()))
            return process

        ended(start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"))
        alone = ("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")
        workers = [ended(start(*alone)) for _ in range(2)]
        yield str(file), workers


# --- PostgreSQL ----------------------------------------------------------------------------------


@contextmanager
def postgres(programs: Path) -> Iterator[str]:
    """The address of a new database, on a server that is reached by a socket alone."""
    folder = Path(tempfile.mkdtemp(prefix="examiner-"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # which PostgreSQL refuses to run as
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]

    def run(program: str, *words: str) -> None:
        command = [*as_user, str(programs / program), *words]
        # Its log goes to a file: the server keeps the descriptors that it gets.
        with open(os.devnull, "wb") as nowhere:
            subprocess.run(command, cwd=folder, check=True, stdout=nowhere, stderr=nowhere)

    data, log = str(folder / "data"), str(folder / "log")
    run("initdb", "--username=examiner", "--auth=trust", "--no-sync", data)
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run("pg_ctl", "start", "--wait", f"--pgdata={data}", f"--log={log}", f"--options={options}")
    try:
        yield f"postgresql+psycopg://examiner@/postgres?host={folder}"
    finally:
        run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={data}")
        shutil.rmtree(folder)


@pytest.fixture
def database() -> Iterator[str]:
    """Its address; none where PostgreSQL (Debian: apt-get install postgresql) or the extra
    `postgres` is not installed: then it is a file as everywhere."""
    found = [Path(p).parent for p in glob("/usr/lib/postgresql/*/bin/initdb")]
    found += [Path(p).parent for p in [shutil.which("initdb")] if p]
    if not found or importlib.util.find_spec("psycopg") is None:
        yield ""
        return
    with postgres(found[-1]) as url:
        yield url


# --- a class -------------------------------------------------------------------------------------


@pytest.mark.slow(40)
def test_a_cluster_that_loses_a_worker_comes_to_the_same_in_postgresql(
    slow_class, cluster, database
):
    slow_class.autograde()
    root = slow_class.room.course.root
    expected = slow_class.grades(), dict(files(root / "autograded"))
    for name in ("gradebook.db", "autograded"):
        (root / name).rename(root / f"another-{name}")
    if database:
        with (root / "nbgrader_config.py").open("a") as config:
            config.write(f"c.CourseDirectory.db_url = {database!r}\n")
        slow_class.db_url = database
    slow_class.room.nbgrader("generate_assignment", ASSIGNMENT)
    file, (lost, _) = cluster
    seen = []

    def tell(outcome):
        seen.append(outcome.student)
        if len(seen) == 2:
            lost.send_signal(signal.SIGKILL)

    grading = Autograde(slow_class.folder, open_pool=partial(executors.dask, file))
    done = grading.run(lambda plan: None, tell)
    assert (done.failures, sorted(seen)) == ({}, [f"s{number}" for number in range(6)])
    assert lost.poll() is not None
    assert (slow_class.grades(), dict(files(root / "autograded"))) == expected
    assert slow_class.autograde().plan.tasks == []
    assert (root / "gradebook.db").exists() is not bool(database)


@pytest.mark.slow(2)
@pytest.mark.parametrize(
    ("installed", "said"),
    [
        (True, "no Dask scheduler answers at tcp://127"),
        (False, r"pip install 'examiner\[cluster\]'"),
    ],
)
def test_without_a_scheduler_or_the_extra_the_error_says_so(
    slow_class, monkeypatch, installed, said
):
    if installed:
        pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
        monkeypatch.setattr(executors, "START_SECONDS", 1)
    else:
        monkeypatch.setitem(sys.modules, "distributed", None)
    pool = partial(executors.dask, "tcp://127.0.0.1:9")
    with pytest.raises(CourseError, match=said):
        Autograde(slow_class.folder, open_pool=pool).run(lambda plan: None, lambda *_: None)
