"""The trust boundary: what runs inside the sandbox, and the filter of system calls in it."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from examiner.student.bubblewrap import INSIDE
from examiner.student.inside import seccomp

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(INSIDE.rglob("*.py"))
PACKAGES = {"IPython", "matplotlib", "matplotlib_inline", "numpy", "traitlets"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(INSIDE)))
def test_what_runs_inside_imports_nothing_of_the_project_but_itself(path):
    depth = len(path.relative_to(INSIDE).parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            assert node.level <= depth, ast.unparse(node)
            continue
        if isinstance(node, ast.ImportFrom):
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        known = PACKAGES | sys.stdlib_module_names | {"inside"}
        assert {name.partition(".")[0] for name in names} <= known, ast.unparse(node)


PREPARED = """
import os
from examiner.student.inside.shell import make_shell

make_shell()
names = (os.path.realpath(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd"))
print([name for name in names if name.endswith((".ttf", ".otf", ".pfb"))])
"""


@pytest.mark.slow(3)
def test_the_fork_server_has_no_font_open():
    """Two processes that read one open file move each other's place in it."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARED],
        cwd=ROOT,
        env={"MPLBACKEND": "module://matplotlib_inline.backend_inline", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


# ----------------------------------------------------------------------- the filter of system calls


EPERM, ENOSYS, NOTHING = seccomp.refuse[3], seccomp.unknown[3], seccomp.do_nothing[3]


def answer(
    machine: seccomp.Machine, number: int, first: int = 0, fourth: int = 0, arch: int | None = None
) -> int:
    """What the filter's program, run as the kernel runs it, returns for a system call."""
    data = {
        seccomp.NUMBER: number,
        seccomp.ARCHITECTURE: machine.audit_arch if arch is None else arch,
        seccomp.ARGUMENT_0: first,
        seccomp.ARGUMENT_3: fourth,
    }
    program = seccomp.filter_program(machine)
    at, word = 0, 0
    while True:
        operation, then, otherwise, operand = program[at]
        at += 1
        if operation == seccomp.ANSWER:
            return operand
        if operation == seccomp.LOAD:
            word = data[operand]
            continue
        compare = {
            seccomp.EQUAL: word == operand,
            seccomp.AT_LEAST: word >= operand,
            seccomp.GREATER: word > operand,
            seccomp.ANY_BIT: word & operand != 0,
        }
        at += then if compare[operation] else otherwise


# Some that must never be allowed: they reach memory no limit counts, other processes, or what the
# kernel knows of the machine.
DANGEROUS = {
    "x86_64": {"ptrace": 101, "syslog": 103, "shmget": 29, "unshare": 272, "mount": 165, "bpf": 321}
    | {
        "inotify_init1": 294,
        "memfd_create": 319,
        "process_vm_readv": 310,
        "perf_event_open": 298,
        "userfaultfd": 323,
    },
    "aarch64": {"ptrace": 117, "syslog": 116, "shmget": 194, "unshare": 97, "mount": 40, "bpf": 280}
    | {
        "inotify_init1": 26,
        "memfd_create": 279,
        "process_vm_readv": 270,
        "perf_event_open": 241,
        "userfaultfd": 282,
    },
}
NEW = {"io_uring_setup": 425, "open_tree": 428, "pidfd_getfd": 438, "memfd_secret": 447}
NEW |= {"statmount": 457, "listmount": 458, "open_tree_attr": 467, "clone3": 435, "the next": 600}


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_the_filter_allows_what_it_says_and_nothing_else(name):
    machine = seccomp.MACHINES[name]
    allowed = set(machine.allowed.values())
    assert len(allowed) == len(machine.allowed) > 180
    for number in range(700):
        expected = seccomp.ALLOW if number in allowed else EPERM
        if expected == EPERM and number >= 424:  # programs do without what a kernel doesn't have
            expected = ENOSYS
        if number in machine.nothing.values():
            expected = NOTHING
        if number != machine.allowed["socket"]:
            assert answer(machine, number) == expected, number
    assert not allowed & {*DANGEROUS[name].values(), *NEW.values()}
    assert answer(machine, 1, arch=0x40000003) == EPERM  # calls of 32-bit programs
    assert answer(machine, 0x40000001) == ENOSYS  # calls of the x32 interface


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_of_some_calls_the_filter_looks_at_the_arguments(name):
    machine = seccomp.MACHINES[name]
    number = machine.allowed
    for flag in (17, 25, 26, 27, 28, 29, 30):
        assert answer(machine, number["clone"], 1 << flag | 17) == EPERM
    assert answer(machine, number["clone"], 0x3D0F00) == seccomp.ALLOW  # a thread
    assert answer(machine, number["rt_sigaction"], 17) == EPERM  # SIGCHLD
    families = {n for n in range(60) if answer(machine, number["socket"], n) != EPERM}
    assert families == {1, 2, 10}
    # MAP_SHARED, MAP_PRIVATE, MAP_SHARED_VALIDATE: of a file, then of none (MAP_ANONYMOUS)
    mapped = [answer(machine, number["mmap"], fourth=kind) == EPERM for kind in (1, 2, 3)]
    assert mapped == [False, False, False]
    mapped = [answer(machine, number["mmap"], fourth=kind | 0x20) == EPERM for kind in (1, 2, 3)]
    assert mapped == [True, False, True]


def test_the_tables_know_the_same_calls_but_for_those_of_one_machine():
    x86, arm = (seccomp.MACHINES[name].allowed for name in ("x86_64", "aarch64"))
    assert not arm.keys() - x86.keys()
    assert {"open", "stat", "fork", "poll"} <= x86.keys() - arm.keys()
    assert all(x86[name] == arm[name] for name in arm if arm[name] >= 424)


UNKNOWN_MACHINE = """
import platform
from examiner.student import Sandbox, SandboxUnavailable
assert platform.machine() not in ("x86_64", "aarch64"), platform.machine()
with Sandbox() as sandbox:
    try:
        print(sandbox.student().run("1"))
    except SandboxUnavailable as error:
        print(error)
with Sandbox(trusted=True) as sandbox:
    print(sandbox.student().run("1").status)
"""


@pytest.mark.slow(5)
@pytest.mark.skipif(not shutil.which("setarch"), reason="needs setarch, of util-linux")
def test_on_an_unknown_machine_no_students_process_starts():
    """A 64-bit machine that says it is a 32-bit one has system calls that no table is for."""
    done = subprocess.run(
        ["setarch", "linux32", sys.executable, "-c", UNKNOWN_MACHINE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for words in ("system calls of this machine", "x86_64 and aarch64", "c.Examine.trusted = True"):
        assert words in done.stdout
    assert "bubblewrap" not in done.stdout
    assert done.stdout.splitlines()[-1] == "ok"
