"""Cgroups: the files written for a student's processes, and the kernel's reaction.

The second part needs a cgroup of its own, and is skipped without one:

    systemd-run --user --scope -p Delegate=yes .venv/bin/python -m pytest tests/test_cgroups.py
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from examiner.student import Limits, Sandbox
from examiner.student.cgroups import (
    LEAF,
    Cgroups,
    NoCgroups,
    delegated_cgroup,
    launcher,
    own_cgroup,
)
from examiner.workers.worker import Worker, WorkerSettings
from tests.messages import naming

MIB = 2**20
KILLED = "your code was killed, as happens when memory runs out"
SMALL = Limits(memory=200 * MIB, cell_seconds=60.0)
# Each of four processes holds less than one may, all of them hold more.
MANY = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(150 * 2**20)
        time.sleep(90)
time.sleep(90)
"""
# Ten processes fill a hundred sockets each.
SOCKETS = """
import os, socket, time
for _ in range(9):
    if os.fork() == 0:
        break
pairs = [socket.socketpair() for _ in range(100)]
for end, _ in pairs:
    end.setblocking(False)
    try:
        while True:
            end.send(bytes(2**15))
    except BlockingIOError:
        pass
time.sleep(90)
"""


# --- written files --------------------------------------------------------------------------------


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Make a folder that stands for the cgroup of this process, without a kernel behind it."""
    monkeypatch.setattr("examiner.student.cgroups.own_cgroup", lambda: tmp_path)
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    return tmp_path


def test_a_group_has_the_limits_of_a_submission_and_those_of_workers_that_are_gone_are_removed(
    tree,
):
    for name in ("student-999999999-1", f"student-{os.getpid()}-7"):
        (tree / name).mkdir()
    Cgroups(tree).create_group(Limits(memory=100 * MIB, files=10 * MIB, processes=8))
    made, other = sorted(tree.glob("student-*"))
    assert other.name == f"student-{os.getpid()}-7"
    assert {file.name: file.read_text() for file in made.iterdir()} == {
        "memory.max": str((100 + 10 + 64) * MIB),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "10",
    }


def test_controllers_are_handed_on_once_this_process_is_in_a_leaf(tree, monkeypatch):
    (tree / LEAF).mkdir()
    assert delegated_cgroup() == tree
    assert (tree / LEAF / "cgroup.procs").read_text() == str(os.getpid())
    assert (tree / "cgroup.subtree_control").read_text() == "+memory +pids"
    # The leaf finds the group that the coordinator prepared.
    (tree / LEAF / "cgroup.procs").unlink()
    (tree / "cgroup.subtree_control").write_text("memory pids\n")
    monkeypatch.setattr("examiner.student.cgroups.own_cgroup", lambda: tree / LEAF)
    assert delegated_cgroup() == tree
    assert not (tree / LEAF / "cgroup.procs").exists()


def test_without_the_controllers_nothing_is_touched(tree):
    (tree / "cgroup.controllers").write_text("cpu pids\n")
    before = sorted(tree.iterdir())
    with pytest.raises(NoCgroups, match=naming("controller", "memory")):
        delegated_cgroup()
    assert sorted(tree.iterdir()) == before


# --- the kernel -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base() -> Path:
    try:
        return delegated_cgroup()
    except NoCgroups as error:
        pytest.skip(f"no cgroups: {error}")


@pytest.fixture(scope="module", params=["warm", "trusted"])
def bounded(base, request):
    with Sandbox(SMALL, request.param == "trusted", Cgroups(base)) as sandbox:
        sandbox.start()
        assert sandbox.cgroups
        yield sandbox
    assert not list(base.glob("student-*"))


def test_all_processes_run_in_a_group_that_is_removed_after_them(bounded, base):
    student = bounded.student()
    assert student.run("print(6 * 7)").outputs[0].text == "42\n"
    (group,) = base.glob("student-*")
    assert len((group / "cgroup.procs").read_text().split()) == 2  # process 1 and the student's
    assert (group / "memory.max").read_text() == f"{SMALL.memory_with_files}\n"
    student.run("import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(90)")
    assert len((group / "cgroup.procs").read_text().split()) == 3
    student.close()
    assert not list(base.glob("student-*"))


def test_what_all_processes_hold_together_is_limited(bounded):
    with closing(bounded.student()) as student:
        run = student.run(MANY)
        assert (run.status, run.reason) == ("died", KILLED)
        assert student.run("print(1)").status == "ok"


def test_what_no_process_holds_counts(base):
    """Sockets keep sent data that no process reads."""
    limits = Limits(memory=100 * MIB, files=MIB, cell_seconds=60.0)
    with Sandbox(limits, cgroups=Cgroups(base)) as sandbox:
        run = sandbox.student().run(SOCKETS)
        assert (run.status, run.reason) == ("died", KILLED)


def test_files_that_nobody_maps_count(base):
    limits = Limits(memory=100 * MIB, files=400 * MIB, cell_seconds=60.0)
    with Sandbox(limits, cgroups=Cgroups(base)) as sandbox:
        student = sandbox.student()
        student.run(
            "with open('/tmp/a', 'wb') as f:\n    for _ in range(300): f.write(bytes(2**20))"
        )
        (group,) = base.glob("student-*")
        assert int((group / "memory.current").read_text()) > 300 * MIB


def test_a_worker_makes_groups(base):
    with closing(Worker(WorkerSettings())) as worker:
        worker.start()
        assert worker.without_cgroups == ""
        assert launcher() == ()
        assert own_cgroup() == base / LEAF


def test_a_worker_gets_a_cgroup_from_systemd():
    if not launcher():
        pytest.skip("no systemd that gives one")
    with closing(Worker(WorkerSettings())) as worker:
        worker.start()
        assert worker.without_cgroups == ""
