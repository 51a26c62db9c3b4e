"""Isolation: the limits of a student's process in sight, files, calls, resources and traces."""

from __future__ import annotations

import ast
import itertools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examiner.student import Limits, Sandbox, SandboxUnavailable, bubblewrap
from examiner.student.bubblewrap import INSIDE
from examiner.student.inside import seccomp
from examiner.student.inside.supervisor import MAX_SOCKETS, POLL_SECONDS
from examiner.student.sandbox import Host
from tests.classroom import MINUTES, ROOT
from tests.processes import below, gone
from tests.test_student_session import grade

pytestmark = pytest.mark.slow(3)  # most of the tests start a sandbox of their own
SYSTEM_FOLDERS = {"bin", "dev", "etc", "home", "lib", "lib32", "lib64", "nix", "opt", "proc"}
SYSTEM_FOLDERS |= {"tmp", "usr"}
LIMITS = Limits(cell_seconds=60.0, notebook_seconds=300.0)  # a busy machine takes its time


@pytest.fixture
def isolated(sandbox):
    with closing(sandbox.student()) as student:
        student.limits = LIMITS
        yield student


def seen(student, source: str):
    """Run a cell, and return its variable `seen`."""
    run = student.run(source)
    assert run.status == "ok", run.reason
    return student.look_up("seen")


# --------------------------------------------------------------------- visible files and processes


def test_only_python_and_the_system_can_be_seen_and_but_its_own_folders_nothing_written(isolated):
    names, writable = seen(
        isolated,
        "import os, sys\nseen = {d: sorted(os.listdir(d)) for d in"
        " ('/', '/home', '/opt', '/opt/examiner', '/opt/examiner/inside', '/etc', '/tmp', '.')},"
        " [d for d, _, _ in os.walk('/') if os.access(d, os.W_OK)]",
    )
    assert set(names["/"]) <= SYSTEM_FOLDERS
    assert names["/home"] in (["shm", "student", "tmp"], ["student"])
    assert set(names["/opt"]) <= {"examiner", "fonts", "packages", "python"}
    assert names["/opt/examiner"] == ["inside"]
    sources = [path.name for path in INSIDE.glob("*.py")]
    assert names["/opt/examiner/inside"] == sorted([*sources, "__pycache__"])
    assert set(names["/etc"]) <= {"alternatives", "ld.so.cache"}
    assert names["."] == []
    expected = {"/home", "/home/student", "/home/shm", "/home/tmp", "/dev/shm", "/tmp"}
    assert {place for place in writable if not place.startswith("/tmp/")} <= expected


def test_only_the_packages_that_a_student_needs_are_there(isolated):
    names = seen(isolated, "import os\nseen = os.listdir('/opt/packages')")
    assert {"numpy", "matplotlib", "IPython", "traitlets", "PIL"} <= set(names)
    assert not {"examiner", "autograd", "nbgrader", "hypothesis", "pip"} & set(names)
    imported = seen(
        isolated,
        "seen = []\nfor name in ('autograd', 'nbgrader', 'pip', 'apt'):\n"
        "    try: __import__(name)\n    except ImportError: seen.append(name)",
    )
    assert imported == ["autograd", "nbgrader", "pip", "apt"]


def test_no_file_of_python_and_its_packages_names_a_place_on_this_machine(isolated):
    """Compiled libraries are left out: they say where they were built."""
    folders = {os.path.realpath(place) for place in (sys.prefix, sys.base_prefix, ROOT)}
    folders -= {"/", "/usr"}
    found = seen(
        isolated,
        f"""
import os
seen = []
for folder, _, names in os.walk('/opt'):
    for name in names:
        if '.so' in name or name.endswith('.a') or folder == '/opt/python/bin':
            continue
        with open(os.path.join(folder, name), 'rb') as file:
            text = file.read()
        seen += [f'{{folder}}/{{name}}' for place in {sorted(folders)!r} if place.encode() in text]
""",
    )
    assert found == []
    build = seen(
        isolated,
        "import sysconfig\nseen = str(sysconfig.get_config_vars())",
    )
    assert not [place for place in folders if place in build]


# -------------------------------------------------------------------- remaining files and processes


LEAVING = """
import os, signal, time
for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(n, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(0.01)
            try: open('/tmp/alive', 'a').write('x')
            except OSError: pass
    os._exit(0)
os.wait()
time.sleep(0.1)
"""


@pytest.mark.parametrize("end", ["close", "crash", "hang"])
def test_descendants_end_with_the_student(sandbox, end):
    sandbox.start()
    before = below()
    student = sandbox.student()
    student.limits = Limits(cell_seconds=0.5)
    assert student.run(LEAVING).status == "ok"
    assert len(below()) > len(before)
    if end == "crash":
        student.run("os._exit(1)")
    elif end == "hang":
        student.run("while True: pass")
    student.close()
    assert below() == before


def test_a_lost_supervisor_is_replaced(sandbox):
    student = sandbox.student()
    student.run("x = 1")
    held = below(sandbox._host._process.pid)
    sandbox._host._process.kill()
    gone(held)
    assert student.run("x").status == "died"
    assert student.look_up("x") == 1


@pytest.mark.parametrize("failures", [1, 2])
def test_a_process_that_ends_while_it_starts_is_started_once_more(sandbox, monkeypatch, failures):
    host = sandbox.start()
    with open(os.devnull, "r+b") as nothing:  # in the place of the socket to the examiner
        lost = [nothing.fileno()] * failures

        def ask(*request: Any, descriptors: Sequence[int] = ()) -> Any:
            if request == ("start",) and lost:
                descriptors = [lost.pop(), descriptors[1]]
            return Host.ask(host, *request, descriptors=descriptors)

        monkeypatch.setattr(host, "ask", ask)
        with closing(sandbox.student()) as student:
            if failures == 1:
                assert student.run("1").status == "ok"
            else:
                with pytest.raises(SandboxUnavailable, match="did not start"):
                    student.run("1")
    assert sandbox.start() is host


def test_nothing_outlives_an_examiner_that_is_killed():
    code = (
        "from examiner.student import *\ns = Sandbox().student()\n"
        "s.run('1'); print('up', flush=True); s.run('import time; time.sleep(60)')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as examiner:
        assert examiner.stdout.readline() == "up\n"
        held = below(examiner.pid)
        assert len(held) > 3
        examiner.kill()
    gone(held)


# ----------------------------------------------------------------------- other ways of running it


def test_trusted_submissions_run_without_isolation_and_put_out_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))  # no bubblewrap
    before = below()
    with ExitStack() as stack:
        sandbox = stack.enter_context(Sandbox(Limits(cell_seconds=2.0, output=10**6), trusted=True))
        # Other programs of the machine have more sockets than a student may have.
        for one in itertools.chain(*(socket.socketpair() for _ in range(MAX_SOCKETS))):
            stack.enter_context(one)
        student = sandbox.student()
        assert student.run(f"import time; time.sleep({3 * POLL_SECONDS})").status == "ok"
        assert grade(sandbox) == grade(sandbox)
        student = sandbox.student({"a": b"1"})
        student.limits = Limits(cell_seconds=0.5)
        assert seen(student, "import os\nseen = (open('a').read(), os.getcwd())")[0] == "1"
        folder = Path(student.look_up("seen")[1]).parent
        assert folder.is_dir()
        assert student.run("while True: pass").status == "timeout"
        assert student.run("import os; os._exit(1)").status == "died"
        assert student.run("x = bytearray(4 * 2**30)").outputs[0].ename == "MemoryError"
        held = below() - before
        assert held
    gone(held)
    assert not folder.exists()


USER, APPARMOR = "user.max_user_namespaces", "kernel.apparmor_restrict_unprivileged_userns"


@pytest.mark.parametrize(
    ("said", "setting", "value", "repair"),
    [
        ("setting up uid map: Permission denied", APPARMOR, "1", f"sudo sysctl -w {APPARMOR}=0"),
        ("No permissions to create new namespace", USER, "0", f"sudo sysctl -w {USER}=15000"),
        ("Creating new namespace failed", USER, "9", "in a container"),
        ("execvp python: No such file", USER, "0", "start again"),
    ],
)
def test_where_it_may_not_make_namespaces_what_keeps_it_off_is_named(
    tmp_path, monkeypatch, said, setting, value, repair
):
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\necho 'bwrap: {said}' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    file = tmp_path / setting.replace(".", "/")
    file.parent.mkdir()
    file.write_text(f"{value}\n")
    monkeypatch.setattr(bubblewrap, "KERNEL_SETTINGS", tmp_path)
    with Sandbox() as sandbox, pytest.raises(SandboxUnavailable) as caught:
        sandbox.student().run("1")
    assert said in str(caught.value)
    assert repair in str(caught.value)
    assert "install bubblewrap" not in str(caught.value)


def ordinary_python() -> str | None:
    """An interpreter of this version that an ordinary user may start."""
    name = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, name):
        real = Path(python).resolve()
        if real.exists() and all(p.stat().st_mode & 0o005 == 0o005 for p in (real, *real.parents)):
            return python
    return None


def for_an_ordinary_user(code: str) -> list[str]:
    """Run code as an ordinary user who may read all code, and return its output."""
    if ordinary_python() is None:
        pytest.skip("no Python here that an ordinary user may start")
    someone = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examiner", Path(folder) / "examiner")
        shutil.copytree(bubblewrap.installation() / "fonts", Path(folder) / "fonts")
        Path(folder).chmod(0o755)
        cache = Path(folder, "cache")
        cache.mkdir()
        shutil.chown(cache, someone.get("user"), someone.get("group")) if someone else None

        done = subprocess.run(
            [ordinary_python(), "-c", code],
            **someone,
            cwd=folder,
            env={
                "PATH": "/usr/bin:/bin",
                "PYTHONPATH": f"{folder}:{Path(np.__file__).parents[1]}",
                "XDG_CACHE_HOME": str(cache),
            },
            capture_output=True,
            text=True,
            timeout=60 * MINUTES,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


# Python compiles the modules that it imports there. To compile all takes longer than the rest of
# the test, and the modules that others share are compiled already. So is the list of fonts.
SESSION = """
import compileall, os, shutil
compileall.compile_dir = lambda *arguments, **named: None
from examiner.student import package_copy
package_copy._list_fonts = lambda folder, packages: shutil.copytree("fonts", folder)
from examiner.student import Limits, Sandbox, SandboxUnavailable, bubblewrap
with Sandbox(Limits(cell_seconds=0.5)) as sandbox:
    student = sandbox.student({"a": b"text"})
    run = student.run(
        "import os, numpy\\ndef f(n): return n + 1\\n"
        "print(os.getuid(), os.listdir('/proc') if os.path.exists('/proc') else [], os.listdir())"
    )
    print(os.getuid() != 0, run.outputs[0].text.strip())
    print(student.look_up("f")(1), student.run("os._exit(1)").status)
    print(student.run("while True: pass").status, student.look_up("f")(2))
    print(student.run("x = bytearray(3 * 2**30)").reason)
bubblewrap.EXTRA_OPTIONS += ["--disable-userns"]
try:
    Sandbox().start()
except SandboxUnavailable as error:
    print(error)
"""


def test_it_works_for_an_ordinary_user_and_where_nothing_may_nest_the_error_is_clear():
    *session, ended, named, _ = for_an_ordinary_user(SESSION)
    assert session == ["True 1000 [] ['a']", "2 died", "timeout 3", "MemoryError: "]
    assert "nobody inside bubblewrap" in ended
    assert "user.max_user_namespaces" in named


# --------------------------------------------------------------------------- code inside, and calls

PACKAGES = {"IPython", "matplotlib", "matplotlib_inline", "numpy", "traitlets"}


def test_what_runs_inside_imports_nothing_of_the_project_but_itself():
    known = PACKAGES | sys.stdlib_module_names | {"inside"}
    for path in INSIDE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level < 2, (path, ast.unparse(node))
                names = [] if node.level else [node.module]
            assert {name.partition(".")[0] for name in names} <= known, (path, ast.unparse(node))


PREPARED = """
import os, sys
from examiner.student.inside.shell import make_shell

make_shell(sys.argv[1])
names = (os.path.realpath(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd"))
print([name for name in names if name.endswith((".ttf", ".otf", ".pfb"))])
"""


@pytest.mark.slow(3)
def test_the_fork_server_has_no_font_open(tmp_path):
    """Two processes that read one open file move each other's place in it."""
    environment = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    done = subprocess.run(
        [sys.executable, "-c", PREPARED, str(bubblewrap.installation() / "fonts")],
        cwd=ROOT,
        env=environment | {"PYTHONPATH": str(ROOT), "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


FONTS = """
import pathlib
import matplotlib.font_manager as m

seen = m.fontManager.defaultFamily["ttf"], sorted(font.fname for font in m.fontManager.ttflist)
has = pathlib.Path(m.__file__).parent.glob("mpl-data/fonts/ttf/*.ttf")
seen = (*seen, sorted(map(str, has)))
"""


def test_the_sandbox_knows_the_fonts_of_matplotlib_and_no_others(isolated):
    family, listed, installed = seen(isolated, FONTS)
    assert family == "DejaVu Sans"
    assert len(listed) > 30
    assert listed == installed


filter_program = cache(seccomp.filter_program)
EPERM, ENOSYS, NOTHING = seccomp.refuse[3], seccomp.unknown[3], seccomp.do_nothing[3]


def answer(
    machine: seccomp.Machine,
    number: int,
    first: int = 0,
    second: int = 0,
    third: int = 0,
    fourth: int = 0,
    arch: int | None = None,
) -> int:
    """Run the filter's program on a system call as the kernel does, and return its answer."""
    data = {
        seccomp.NUMBER: number,
        seccomp.ARCHITECTURE: machine.audit_arch if arch is None else arch,
        seccomp.ARGUMENT_0: first,
        seccomp.ARGUMENT_1: second,
        seccomp.ARGUMENT_2: third,
        seccomp.ARGUMENT_3: fourth,
    }
    program = filter_program(machine)
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


# Some calls that must never be allowed: they reach memory that no limit counts, other processes, or
# the kernel's facts about the machine.
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
        if expected == EPERM and number >= 424:  # programs do without calls that a kernel lacks
            expected = ENOSYS
        if number in machine.ignored.values():
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
    protocols = {n for n in range(300) if answer(machine, number["socket"], 2, 1, n) != EPERM}
    assert protocols == {0, 6, 17}  # TCP and UDP; not SCTP, DCCP, UDP-Lite, MPTCP
    assert "setsockopt" not in number
    for request in (0x5412, 0x5423, 0x540E, 0x5402, 0x8B01):  # TIOCSTI, TIOCSETD, TIOCSCTTY, …
        assert answer(machine, number["ioctl"], second=request) == EPERM
    for request in (0x5401, 0x541B, 0x5421, 0x5451):
        assert answer(machine, number["ioctl"], second=request) == seccomp.ALLOW
    # MAP_SHARED, MAP_PRIVATE, MAP_SHARED_VALIDATE: of a file, then of none (MAP_ANONYMOUS)
    mapped = [answer(machine, number["mmap"], fourth=kind) == EPERM for kind in (1, 2, 3)]
    assert mapped == [False, False, False]
    mapped = [answer(machine, number["mmap"], fourth=kind | 0x20) == EPERM for kind in (1, 2, 3)]
    assert mapped == [True, False, True]
    commands = {n: answer(machine, number["fcntl"], second=n) for n in range(1100)}
    allowed = {n for n, answered in commands.items() if answered == seccomp.ALLOW}
    assert allowed == {*range(6), 36, 1030, 1032}  # F_OFD_GETLK, F_DUPFD_CLOEXEC, F_GETPIPE_SZ
    assert {n for n, answered in commands.items() if answered == NOTHING} == {6, 7, 37, 38}
    assert answer(machine, number["sendto"], fourth=1) == EPERM  # MSG_OOB
    assert answer(machine, number["sendto"], fourth=0x4000) == seccomp.ALLOW  # MSG_NOSIGNAL
    assert not {"sendmsg", "sendmmsg"} & number.keys()


def test_no_descriptor_can_be_sent(isolated):
    """The kernel counts those on their way by user id, in all sandboxes together."""
    source = (
        "import socket\n"
        "one, other = socket.socketpair()\n"
        "one.send(b'x')\n"
        "try: socket.send_fds(one, [b'x'], [0])\n"
        "except OSError as error: seen = other.recv(9), error.errno\n"
    )
    assert seen(isolated, source) == (b"x", 1)


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
