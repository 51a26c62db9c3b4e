"""A student's process: a notebook's outputs, values, calls, crashes, replays and files."""

from __future__ import annotations

import copy
import re
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from unittest.mock import ANY

import nbformat
import numpy as np
import pytest
from IPython.core.inputtransformer2 import TransformerManager

from examiner import checks
from examiner.student import (
    CannotJudge,
    Limits,
    Sandbox,
    Student,
    StudentError,
    StudentFunction,
)
from examiner.student.files import Folder, collect_files
from examiner.student.inside import supervisor
from examiner.student.inside.shell import Transformers
from examiner.student.inside.supervisor import WATCH_ALLOWANCE
from examiner.student.sandbox import Process
from tests.messages import mentions, numbers

pytestmark = pytest.mark.slow  # a process for nearly each; no teacher's edit breaks this


@pytest.fixture
def student(sandbox):
    student = sandbox.student()
    yield student
    student.close()


def shown(run) -> list[tuple]:
    """The outputs in short: (stream, text), (kind, text/plain), ("error", name, value)."""
    short = []
    for output in run.outputs:
        if output.output_type == "stream":
            short.append((output.name, output.text))
        elif output.output_type == "error":
            short.append(("error", output.ename, output.evalue))
        else:
            short.append((output.output_type, output.data.get("text/plain")))
    return short


# ------------------------------------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1 + 1", [("execute_result", "2")]),
        ("1 + 1;", []),
        ("None", []),
        ("print('a'); print('b')", [("stdout", "a\nb\n")]),
        (
            "import sys\nprint('a'); print('e', file=sys.stderr); print('b')",
            [("stdout", "a\nb\n"), ("stderr", "e\n")],
        ),
        (
            "print('a'); display(1); print('b'); 2",
            [("stdout", "a\n"), ("display_data", "1"), ("stdout", "b\n"), ("execute_result", "2")],
        ),
        (
            "from IPython.display import *\nprint('a'); clear_output(); print('b')",
            [("stdout", "b\n")],
        ),
        (
            "from IPython.display import *\nfor i in range(3): clear_output(wait=True); print(i)",
            [("stdout", "2\n")],
        ),
        ("h = display(1, display_id='x'); h.update(2)", [("display_data", "2")]),
        ("import warnings; warnings.simplefilter('ignore'); warnings.warn('x')", []),
        ("1 / 0", [("error", "ZeroDivisionError", "division by zero")]),
        ("exit()", [("error", "SystemExit", ""), ("stderr", ANY)]),
        ("raise KeyboardInterrupt", [("error", "KeyboardInterrupt", "")]),
        ("def f(:", [("error", "SyntaxError", ANY)]),
        ("class B:\n    def __repr__(self): 1 / 0\nB()", [("error", "ZeroDivisionError", ANY)]),
        ("!echo shell", []),  # the output of the shell decides nothing
        ("import os; os.write(1, b'raw\\n');", [("stdout", "raw\n")]),
        ("import subprocess; subprocess.run(['echo', 'sub']);", [("stdout", "sub\n")]),
        (  # a figure comes after the cell
            "import matplotlib.pyplot as plt\nplt.plot([1])\nprint('a')\nplt.title('t');",
            [("stdout", "a\n"), ("display_data", "<Figure size 640x480 with 1 Axes>")],
        ),
        ("%matplotlib inline", []),
        ("len?", []),
        ("async def f(): return 3\nawait f()", [("execute_result", "3")]),
        ("print('\\ud800')", [("stdout", "?\n")]),
    ],
)
def test_a_cell_puts_out_what_a_notebook_shows(student, source, expected):
    run = student.run(source)
    assert shown(run) == expected
    assert run.status == ("error" if any(kind[0] == "error" for kind in expected) else "ok")
    cell = nbformat.v4.new_code_cell(source, outputs=run.outputs)
    nbformat.validate(nbformat.v4.new_notebook(cells=[cell]))


@pytest.mark.parametrize(
    ("lines", "searched"),
    [
        (["x = 'a ? and a !'  # and %magic?\n", "await x\n"], False),
        (["if x:\n", "    files = !ls\n"], True),
        (["x = %who_ls\n"], True),
        (["x?\n"], True),
        (["def f(:\n"], True),
    ],
)
def test_only_a_cell_that_is_no_python_is_searched_for_ipythons_syntax(
    monkeypatch, lines, searched
):
    calls = []
    monkeypatch.setattr(
        TransformerManager, "do_token_transforms", lambda _, lines: calls.append(lines) or lines
    )
    assert Transformers().do_token_transforms(lines) == lines
    assert calls == [lines] * searched


def test_cells_share_names_and_count_and_an_error_shows_the_students_lines(student):
    student.run("def f(n):\n    return g(n)\nx = 41")
    run = student.run("x + 1")
    assert run.execution_count == run.outputs[0].execution_count == 2
    assert student.run("_ + _2, len(In)", execution_count=7).outputs[0].execution_count == 7
    run = student.run("def g(n):\n    raise ValueError(f'bad {n}')\nf(3)")
    text = "\n".join(run.outputs[0].traceback)
    assert run.reason == "ValueError: bad 3"
    assert "In[1]" in text
    assert "In[8]" in text
    student.limits = Limits(cell_seconds=0.5)
    for source in ("while True: pass", "import sys\nsys.stdout.write(1)"):
        (error,) = student.run(source).outputs
        frames = re.findall(r"File (\S+)|In\[\d+\]", "\n".join(error.traceback))
        assert frames == [""], source  # of their own code, and no other


SHOWS_MEMORY = """
import os, random
import numpy as np
print(random.random(), np.random.rand(), np.random.default_rng().random(), hash("x"))
def f(): pass
things = [object(), f, lambda: 0, [], {}, "a" * 99, "b" * 999, np.empty(3), np.empty(10**5)]
print([id(thing) for thing in things], things[-1].ctypes.data, hash(None), os.getpid())
print({*"abcdef"}, {object, f, print, np, 1.5, None}, np.empty(5), np.empty(99), np.empty(999))
"""
SHOWS_FIGURES = """
import matplotlib.pyplot as plt
plt.plot(np.random.rand(9))
"""


def grade(sandbox: Sandbox, source: str = SHOWS_MEMORY + SHOWS_FIGURES) -> list:
    with closing(sandbox.student({"data": bytes(3_000_000)})) as student:
        student.run("#" * 300_000)
        if sandbox.trusted:  # then it sees the machine's process ids
            source = source.replace("os.getpid()", "0")
        return student.run(source).outputs


@pytest.mark.slow(5)
def test_two_gradings_put_out_the_same_bytes(sandbox):
    """Random numbers, hashes, addresses, fresh memory and figures are the same in any sandbox.

    They don't depend on the students graded before, or on their number (each of the first dozen
    once had memory of its own).
    """
    with Sandbox(sandbox.limits) as new:
        first = grade(new)
        assert [o.output_type for o in first] == ["stream", "execute_result", "display_data"]
        assert "image/png" in first[2].data
        first_text = grade(new, SHOWS_MEMORY)
        for number in range(14):
            assert grade(new, SHOWS_MEMORY) == first_text, number
            with closing(new.student({"file": bytes(number)})) as other:
                other.run("x = [object() for _ in range(10**5)]")
                if number % 5 == 0:
                    other.run("import os\nfor _ in range(20): os.fork() or os._exit(0)")
                    other.run("os._exit(1)")
        assert grade(new) == first
    assert grade(sandbox) == first


def test_addresses_in_texts_are_masked(student):
    run = student.run(
        "import sys, numpy as np\nclass A: pass\n"
        "print('a', end=' at '); print('0x7ffff0afd170', '0x7ffff0afd170')\n"
        "display(A(), np.random.default_rng())\nraise ValueError(A())"
    )
    stream, first, second, error = run.outputs
    assert stream.text == "a at 0x… 0x7ffff0afd170\n"
    assert first.data["text/plain"] == "<__main__.A at 0x…>"
    assert second.data["text/plain"] == "Generator(PCG64) at 0x…"
    assert error.evalue == "<__main__.A object at 0x…>"
    assert "object at 0x7f" not in "".join(error.traceback)
    student.run("def fail(): raise ValueError(A())")
    with pytest.raises(ValueError, match="object at 0x…>"):
        student.look_up("fail")()


# --------------------------------------------------------------------------------- names and calls


def test_names_are_looked_up_as_what_they_are(student):
    student.run("import numpy as np\nx = {'a': np.arange(3), 'n': np.int64(2)}\ndef f(): pass")
    x = student.look_up("x")
    assert x["a"].tolist() == [0, 1, 2]
    assert type(x["n"]) is int
    with pytest.raises(TypeError, match="'module'"):  # the name of a module imports nothing
        student.look_up("np")
    assert isinstance(student.look_up("f"), StudentFunction)
    assert student.look_up("f").__name__ == "f"
    with pytest.raises(NameError, match="'y'"):
        student.look_up("y")
    student.run("y = (i for i in 'ab')")
    with pytest.raises(TypeError, match="'generator'"):
        student.look_up("y")


def test_calls_go_over_the_wire(student):
    student.run(
        "import os\nimport matplotlib.pyplot as plt\ndef f(a, b=2, *, c=0): return a * b + c\n"
        "make = lambda k: lambda x: x + k\ndef g(n): return (i for i in 'a') if n == 1 else n\n"
        "def h(x): print('x' * 10**6); plt.plot([1]); x[0] = 9; return x\n"
        "def w(): os.write(1, b'x')"
    )
    f = student.look_up("f")
    assert (f(3), f(3, 4), f(3, c=1.5)) == (6, 12, 7.5)
    assert student.look_up("make")(10)(1) == 11
    assert copy.deepcopy([f])[0] is f
    assert f.map_calls([(1,), (2,)], [{"c": 1}, {"b": 5}]) == [(3, None), (10, None)]
    assert f.map_calls([]) == []
    results = student.look_up("g").map_calls([(0,), (1,), (2,)])
    zero, unsent, two = (value for value, _ in results)
    assert (zero, two) == (0, 2)
    assert mentions(unsent.unsent, "'generator'")
    mine = np.zeros(2)
    assert student.look_up("h")(mine).tolist() == [9, 0]
    assert mine.tolist() == [0, 0]  # arguments are copies
    assert student.look_up("w")() is None
    assert student.run("2;").outputs == []  # the output and the figures of a call are dropped


def forward(x):
    raise AssertionError("the examiner's own copy is not what runs in the student process")


def test_functions_as_arguments_arrive_as_the_students_of_that_name(student):
    student.run("def forward(x): return -x\ndef twice(f, x): return f(f(x) + 1)")
    twice = student.look_up("twice")
    assert twice(forward, 5) == 4
    assert twice(student.look_up("forward"), 5) == 4
    student.run("del forward")
    with pytest.raises(NameError, match="forward"):
        twice(forward, 5)


def test_a_value_whose_memory_is_gone_ends_the_process_and_no_later_call_waits(student):
    student.run(
        "import numpy as np, os\n"
        "def f(gone):\n"
        "    array = np.memmap('file', 'float64', 'w+', shape=2**20)\n"
        "    if gone: os.truncate('file', 0)\n"
        "    return array"
    )
    f = student.look_up("f")
    started = student.time_left
    with pytest.raises(ChildProcessError):
        f(True)
    assert f(False).shape == (2**20,)
    assert started - student.time_left < student.limits.cell_seconds


def test_what_a_call_raises_comes_back(student):
    student.run(
        "class Odd(ValueError): pass\ndef f(kind, *arguments): raise eval(kind)(*arguments)"
    )
    f = student.look_up("f")
    with pytest.raises(KeyError) as caught:
        f("KeyError", "k")
    assert caught.value.args == ("k",)
    with pytest.raises(ValueError, match="why") as caught:
        f("Odd", "why")
    assert isinstance(caught.value, StudentError)
    assert type(caught.value).__name__ == "Odd"
    for kind in ("SystemExit", "KeyboardInterrupt", "GeneratorExit"):
        with pytest.raises(StudentError):
            f(kind)
    with pytest.raises(StudentError, match="UnicodeDecodeError"):
        f("UnicodeDecodeError", "utf-8", b"x", 0, 1, "why")
    student.run("def r(): return r()")
    with pytest.raises(RecursionError):
        student.look_up("r")()


def test_a_function_without_an_answer_is_not_the_one_that_calls_it(student):
    """A function that calls an unanswered one has an answer itself."""
    student.run("def total(n): raise NotImplementedError('Replace this line.')")
    student.run("def mean(n): return total(n) / n")
    outcomes = [checks.ask(student.look_up(name), [(2,)])[0] for name in ("total", "mean")]
    own, calling = (checks.error_message(outcome.error) for outcome in outcomes)
    assert own.id == "not-answered"
    assert calling.id == "raised"
    assert calling.facts["message"] == "total: Replace this line."


@pytest.mark.slow
def test_a_calls_memory_is_limited_and_given_back(student):
    student.run("import numpy as np\ndef f(n): return float(np.ones(n, np.uint8)[0])")
    f = student.look_up("f")
    small, large = f.map_calls([(50 * 2**20,), (200 * 2**20,)], memory_limit=100 * 2**20)
    assert small == (1.0, None)
    assert isinstance(large[1], MemoryError)
    assert f(200 * 2**20) == 1.0


ROUND_THE_LIMIT = {
    "the code that sets it is replaced": (
        "for module in list(sys.modules.values()):\n"
        "    if hasattr(module, 'limit_memory'): module.limit_memory = lambda limit: None\n"
        "def f(n): return fill(n)"
    ),
    "it is lifted": (
        "import resource\ndef f(n):\n"
        "    hard = resource.getrlimit(resource.RLIMIT_AS)[1]\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))\n"
        "    return fill(n)"
    ),
    "an earlier process does the work": (
        "asked, ask = os.pipe()\nanswer, answered = os.pipe()\n"
        "if os.fork() == 0:\n    os.write(answered, b'%d' % fill(int(os.read(asked, 20))))\n"
        "def f(n):\n    os.write(ask, b'%d' % n)\n    return int(os.read(answer, 20))"
    ),
    "a thread does it in an earlier process whose first thread has ended": (
        "import ctypes, threading\nasked, ask = os.pipe()\nEXIT = dict(x86_64=60, aarch64=93)\n"
        "if os.fork() == 0:\n"
        "    threading.Thread(target=lambda: fill(int(os.read(asked, 20)))).start()\n"
        "    ctypes.CDLL(None).syscall(EXIT[os.uname().machine], 0)\n"
        "def f(n):\n    os.write(ask, b'%d' % n)\n    time.sleep(9)"
    ),
}


@pytest.mark.parametrize("source", ROUND_THE_LIMIT.values(), ids=ROUND_THE_LIMIT)
def test_a_calls_memory_is_looked_at_from_outside(student, source):
    fill = "def fill(n):\n    x = np.ones(n, np.uint8)\n    time.sleep(9)\n    return len(x)\n"
    run = student.run(f"import os, sys, time\nimport numpy as np\n{fill}{source}")
    assert run.status == "ok"
    ((_, error),) = student.look_up("f").map_calls([(200 * 2**20,)], memory_limit=100 * 2**20)
    assert isinstance(error, MemoryError)
    assert student.run("1").status == "ok"


STORES = {
    "pipes": "for r, w in [os.pipe() for _ in range(count)]: os.write(w, bytes(2**16))",
    "named pipes": (
        "for i in range(count):\n"
        "            os.mkfifo(f'p{number}_{i}')\n"
        "            os.write(os.open(f'p{number}_{i}', os.O_RDWR), bytes(2**16))"
    ),
    "a file": "os.pwrite(room, bytes(2**16 * count), 2**16 * count * number)",
    "a file, through memory": (
        "os.ftruncate(room, 2**16 * count * 5)\n"
        "        for at in range(number, 5 * count, 5):\n"
        "            with mmap.mmap(room, 2**16, offset=2**16 * at) as pages:\n"
        "                pages[:] = b'x' * len(pages)"
    ),
    "links": ("for i in range(16 * count): os.symlink('x' * 4095, f'link{number}_{i}')"),
}


@pytest.mark.parametrize("stores", STORES.values(), ids=STORES)
@pytest.mark.parametrize("count", [10, 100])
def test_what_a_call_stores_outside_its_memory_counts(student, stores, count):
    run = student.run(
        "import mmap, os, time\n"
        "room = os.open('room', os.O_RDWR | os.O_CREAT)\n"
        "for _ in range(15): os.write(room, bytes(2**20))\n"
        "def f(count):\n"
        "    started, start = os.pipe()\n"
        "    for number in range(5):\n"
        "        if os.fork(): continue\n"
        f"        {stores}\n"
        "        os.write(start, b'x')\n        time.sleep(99)\n"
        "    for number in range(5): os.read(started, 1)\n"
        "    time.sleep(0.2 if count == 10 else 9)\n    return 1"
    )
    assert run.status == "ok"
    ((value, error),) = student.look_up("f").map_calls([(count,)], memory_limit=2**22)
    assert (value, type(error)) == ((1, type(None)) if count == 10 else (None, MemoryError))


def test_beside_large_files_the_memory_of_a_call_is_left_to_a_person(student):
    student.run("open('room', 'wb').write(bytes(2**24 + 2**12))\ndef f(): return 1")
    f = student.look_up("f")
    with pytest.raises(CannotJudge, match="16 MiB"):
        f.map_calls([()], memory_limit=2**22)
    assert f() == 1


def test_a_process_that_hides_what_it_holds_ends_a_call_with_a_memory_limit(student):
    run = student.run(
        "import ctypes, os, time\nstarted, start = os.pipe()\nPR_SET_DUMPABLE = 4\n"
        "if os.fork() == 0:\n"
        "    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)\n"
        "    os.write(start, b'x')\n    time.sleep(99)\n"
        "os.read(started, 1)\n"
        "def f():\n    time.sleep(9)\n    return 1"
    )
    assert run.status == "ok"
    ((_, error),) = student.look_up("f").map_calls([()], memory_limit=2**22)
    assert isinstance(error, MemoryError)


def test_a_kill_after_the_reply_is_charged_to_the_call(student, monkeypatch):
    """The watch sees too late that a call took too much."""
    student.run("def f(): return 1")
    f, exchange = student.look_up("f"), Process.exchange

    def late(self, *arguments):
        yield from exchange(self, *arguments)
        self.host.ask("watch", self.pid, -WATCH_ALLOWANCE - 1, 0)  # nothing is too much
        select.select([self.channel.sock], [], [])  # until it is killed

    monkeypatch.setattr(Process, "exchange", late)
    ((value, error),) = f.map_calls([()], memory_limit=2**26)
    assert (value, type(error)) == (None, MemoryError)
    monkeypatch.undo()
    assert f() == 1


def test_pages_that_each_process_of_a_call_copies_count(student):
    run = student.run(
        "import os, time\nimport numpy as np\nkept = np.ones(2**24, np.uint8)\n"
        "def f(processes):\n"
        "    started, start = os.pipe()\n"
        "    for _ in range(processes):\n"
        "        if os.fork() == 0:\n"
        "            kept.fill(2)\n            os.write(start, b'x')\n            time.sleep(99)\n"
        "    for _ in range(processes): os.read(started, 1)\n"
        "    time.sleep(0.2 if processes == 1 else 9)\n    return 1"
    )
    assert run.status == "ok"
    f = student.look_up("f")
    (one,), (four,) = (f.map_calls([(n,)], memory_limit=2**22) for n in (1, 4))
    assert one == (1, None)
    assert isinstance(four[1], MemoryError)


def test_the_arguments_of_a_call_are_none_of_its_memory_however_often_it_is_looked_at(student):
    """The student's process and the copy that answers hold the same arguments."""
    run = student.run(
        "import time\nimport numpy as np\n"
        "def f(x):\n    kept = np.ones(70 * 2**20, np.uint8)\n    time.sleep(0.5)\n"
        "    return float(x[0] + kept[0])"
    )
    assert run.status == "ok"
    large = np.ones(6 * 2**20)  # 48 MiB
    ((value, error),) = student.look_up("f").map_calls([(large,)], memory_limit=100 * 2**20)
    assert (value, error) == (2.0, None)


HELD_BEFORE = {
    "made when it was defined": "kept = np.ones(2**26, np.uint8)",
    "made when it was defined, and never written to": "kept = np.empty(2**26, np.uint8)",
    "made by an earlier call": "kept = None",
}


@pytest.mark.parametrize("made", HELD_BEFORE.values(), ids=HELD_BEFORE)
def test_memory_that_was_held_before_a_call_counts_where_it_is_written_to(student, made):
    student.run(
        f"import numpy as np\n{made}\ndef f(n):\n    global kept\n"
        "    if kept is None: kept = np.ones(2**26, np.uint8)\n"
        "    kept[:n] = 2\n    return float(kept[0])"
    )
    f = student.look_up("f")
    assert f(1) == 2.0
    few, many = f.map_calls([(9,), (60 * 2**20,)], memory_limit=20 * 2**20)
    assert few == (2.0, None)
    assert isinstance(many[1], MemoryError)


def test_what_a_call_with_little_memory_leaves_alone_costs_nothing_and_nothing_of_it_stays(student):
    student.run(
        "import numpy as np\nexperiment, kept = np.ones(2**26, np.uint8), []\n"
        "def f(n):\n    kept.append(n)\n"
        "    return len(kept), float(np.ones(n, np.uint8)[0] + experiment[::9].max())"
    )
    f = student.look_up("f")
    ((value, error),) = f.map_calls([(15 * 2**20,)], memory_limit=20 * 2**20)
    assert (value, error) == ((1, 2.0), None)
    assert f(1) == (1, 2.0)


@pytest.mark.parametrize("how", ["os._exit(0)", "os.abort()", "time.sleep(9)"])
def test_a_call_with_little_memory_that_never_replies_is_the_end_of_its_process(student, how):
    student.run(f"import os, time\ndef f(x):\n    if x: {how}\n    return x")
    f = student.look_up("f")
    ready, lost = f.map_calls([(0,), (1,)], memory_limit=2**26, time_limit=0.5)
    assert ready == (0, None)
    assert isinstance(lost[1], (ChildProcessError, TimeoutError))
    assert f(0) == 0


# ---------------------------------------------------------------------------- crashes and replays


CRASHES = {
    "import os; os._exit(3)": "exit status 3",
    "import ctypes; ctypes.string_at(0)": "segmentation fault",
    "import os; os.abort()": "aborted",
    "import os; os.kill(os.getpid(), 9)": "killed",
}


@pytest.mark.parametrize("source", CRASHES)
def test_a_crash_costs_one_cell(student, source):
    student.run("print('once'); x = 1")
    run = student.run(source)
    assert (run.status, shown(run)[-1][:2]) == ("died", ("error", "ChildProcessError"))
    assert CRASHES[source] in run.reason
    assert shown(student.run("x + 1")) == [("execute_result", "2")]


@pytest.mark.slow(2)
def test_a_hang_costs_one_cell_and_what_it_put_out_is_kept(sandbox):
    student = sandbox.student()
    student.limits = Limits(cell_seconds=0.4)
    student.run("x = 1")
    run = student.run("print('before')\nwhile True:\n    try: x\n    except Exception: pass")
    assert run.status == "timeout"
    assert shown(run)[0] == ("stdout", "before\n")
    assert shown(run)[1][:2] == ("error", "TimeLimit")
    assert "0.4 s" in run.reason
    assert student.look_up("x") == 1


def test_results_from_before_a_crash_or_a_hang_count(student):
    student.run(
        "import os, time\ndef die(n): return n if n < 2 else os._exit(1)\n"
        "def hang(n): return n if n < 2 else time.sleep(99)"
    )
    died = student.look_up("die").map_calls([(n,) for n in range(4)])
    assert [value for value, _ in died] == [0, 1, None, None]
    assert [type(error) for _, error in died[2:]] == [ChildProcessError] * 2
    hung = student.look_up("hang").map_calls([(n,) for n in range(4)], time_limit=0.3)
    assert [value for value, _ in hung] == [0, 1, None, None]
    assert [type(error) for _, error in hung[2:]] == [TimeoutError] * 2


def test_stand_ins_outlive_a_crash(student):
    student.run("def f(n): return n + 1\nmake = lambda: (lambda: 0)")
    f, made = student.look_up("f"), student.look_up("make")()
    student.run("import os; os._exit(0)")
    assert f(1) == 2
    with pytest.raises(ChildProcessError, match="ended"):
        made()


BUSY = """
import ctypes, os, time
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
def children(seconds):
    for _ in range(2):
        if os.fork() == 0:
            work(seconds); os._exit(0)
    os.wait(), os.wait()
def orphans(seconds):
    done, at_end = os.pipe()
    if os.fork() == 0:
        if os.fork() == 0:
            work(seconds)
        os._exit(0)
    os.close(at_end), os.wait(), os.read(done, 1)
def crash(seconds):
    work(seconds); os._exit(3)
def looks_busy():
    if ctypes.CDLL(None).vfork() == 0:
        time.sleep(60); os._exit(0)
"""


@pytest.mark.slow(2)
def test_the_processors_time_is_counted_wherever_it_is_spent(sandbox):
    with closing(sandbox.student()) as student:
        student.run(BUSY)
        spent = student.processor_seconds
        work, children, orphans = map(student.look_up, ("work", "children", "orphans"))
        crash = student.look_up("crash")
        for function, seconds in ((work, 0.2), (children, 0.4), (orphans, 0.2), (crash, 0.2)):
            function.map_calls([(0.2,)])
            now = function.processor_seconds()
            assert now - spent > 0.9 * seconds, function
            spent = now
        ((_, error),) = children.map_calls([(3600.0,)], time_limit=0.2)
        assert isinstance(error, TimeoutError)


def test_reading_what_turns_out_to_be_no_message_costs_time(student):
    run = student.run(
        "import os, struct\n"
        "body = b'l' + struct.pack('<I', 2**18) + b'f12345678' * (2**18 - 1) + b'?'\n"
        "data = memoryview(struct.pack('<IQ', len(body), 1) + body)\n"
        "while data: data = data[os.write(3, data) :]"
    )
    assert run.status == "died"
    assert "unknown kind of value" in run.reason
    at_work = student.limits.notebook_seconds - student.time_left - student.processor_seconds
    assert at_work > 0.05


@pytest.mark.slow(2)
def test_the_clock_takes_no_points(sandbox, monkeypatch):
    """A process that neither works nor sleeps waits for a processor, as far as one can see."""
    monkeypatch.setattr("examiner.student.sandbox.MIN_WALL_CLOCK_SECONDS", 0.0)
    monkeypatch.setattr("examiner.student.sandbox.WALL_CLOCK_FACTOR", 1)
    with closing(sandbox.student()) as student:
        student.run(BUSY)
        looks_busy = student.look_up("looks_busy")
        with pytest.raises(CannotJudge, match="on the clock"):
            looks_busy.map_calls([()], time_limit=0.5)
        assert student.run("print(1)").status == "ok"


@pytest.mark.slow(2)
def test_the_notebooks_time_is_limited_and_that_is_told_the_same_each_time(sandbox):
    for spent in (0.4, 0.5):
        student = sandbox.student()
        student.limits = Limits(cell_seconds=0.8, notebook_seconds=1.0)
        student.run(f"import time; time.sleep({spent})\ndef f(): time.sleep(9)")
        run = student.run("while True: pass")
        assert numbers(run.reason) == [1]  # second, for the notebook
        assert shown(run) == [("error", "TimeLimit", run.reason)]
    student.run("while True: pass")
    assert (student.run("1").status, student.time_left) == ("timeout", 0)


def test_the_time_of_what_is_killed_is_spent(sandbox, monkeypatch):
    monkeypatch.setattr("examiner.student.sandbox.GRACE_SECONDS", 0.1)
    student = sandbox.student()
    student.limits = Limits(cell_seconds=0.5, notebook_seconds=0.5)
    student.run("import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass")
    assert student.time_left == 0


# ------------------------------------------------------------------------- a process that cheats


def test_a_second_process_knows_nothing_of_the_calls_in_the_first(student):
    student.run("import os\ncalls = 0")
    student.run(
        "def f():\n"
        "    global calls\n"
        "    calls += 1\n"
        "    with open('calls', 'a') as file: file.write('.')\n"
        "    return calls, os.path.getsize('calls')"
    )
    f = student.look_up("f")
    assert [f(), f()] == [(1, 1), (2, 2)]
    twin = f.in_fresh_process()
    assert [twin(), f()] == [(1, 1), (3, 3)]
    student.run("def g(): return f()")  # brought up to date, not made anew
    assert student.look_up("g").in_fresh_process()() == (2, 2)
    assert student.look_up("g")() == (4, 4)


def test_a_notebook_that_does_not_run_again_is_left_to_a_person(sandbox):
    # Which process it is in shows in the time between cells alone.
    cells = (
        "import os, time\nstarted = time.time()",
        "if time.time() - started < 1.0: os._exit(1)",
    )
    with closing(sandbox.student()) as student:
        student.run(cells[0])
        time.sleep(1.0)
        assert student.run(cells[1]).status == "ok"
        student.run("def f(): return 1")
        with pytest.raises(CannotJudge, match=r"In \[2\]"):
            student.look_up("f").in_fresh_process()


def test_a_second_process_has_the_time_that_the_cells_took_in_the_first(sandbox, monkeypatch):
    """An answer at the end of a slow notebook is asked there, too."""
    works = "import time\nend = time.process_time() + 0.1\nwhile time.process_time() < end: pass\n"
    limits = replace(sandbox.limits, cell_seconds=0.35, notebook_seconds=0.35)
    monkeypatch.setattr(sandbox, "limits", limits)  # of the second process as well
    with closing(sandbox.student()) as student:
        student.run("def f(): return 1")
        for cells in (6, 5):  # first for a new process, then for one that lacks the last cells
            for _ in range(cells):
                student.reserve_time(0.35)
                assert student.run(works).status == "ok"
            assert student.look_up("f").in_fresh_process()() == 1


def test_the_processes_of_a_submission_stand_still_while_something_is_measured(student):
    """So do a thread, a process that works by itself, and the second process."""
    student.run(
        "import os, threading, time\n"
        "def works(file):\n"
        "    while file.write(b'.'): time.sleep(0.001)\n"
        "files = [open(name, 'wb', buffering=0) for name in ('thread', 'process')]\n"
        "threading.Thread(target=works, args=files[:1], daemon=True).start()\n"
        "if os.fork() == 0: works(files[1])\n"
        "def done(): return os.path.getsize('thread'), os.path.getsize('process')"
    )
    done = student.look_up("done")
    second = done.in_fresh_process()
    for function in (done, second):
        before = np.array(function())
        with done.paused():
            time.sleep(0.5)
        assert (function() - before < 200).all()
        while not (function() - before > 10).all():  # they go on
            time.sleep(0.1)


def test_a_pause_begins_when_a_process_stands_still_even_if_it_handles_the_signal_late(monkeypatch):
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 60.0)
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        while supervisor.processor_time(busy.pid) < 0.1:  # it starts
            time.sleep(0.01)
        threading.Timer(0.2, busy.send_signal, [signal.SIGSTOP]).start()
        supervisor.wait_until_idle([busy.pid])
        before = supervisor.processor_time(busy.pid)
        time.sleep(0.1)
        assert supervisor.processor_time(busy.pid) == before
        busy.kill()


def test_a_process_that_lets_itself_go_on_ends_its_submissions_process(student):
    student.run(
        "import ctypes, os, signal, struct\n"
        "started, start = os.pipe()\n"
        "def wakes_itself():\n"
        "    signal.signal(signal.SIGCONT, lambda *_: None)\n"
        "    c = ctypes.CDLL(None)\n"
        "    for i in range(50):\n"
        "        event, timer = ctypes.create_string_buffer(64), ctypes.c_void_p()\n"
        "        struct.pack_into('qii', event, 0, 0, signal.SIGCONT, 0)\n"
        "        c.timer_create(1, event, ctypes.byref(timer))\n"
        "        times = struct.pack('qqqq', 0, 20_000_000, 0, 1_000_000 + i * 400_000)\n"
        "        c.timer_settime(timer, 0, times, None)\n"
        "    os.write(start, b'x')\n"
        "    while True: pass\n"
        "if os.fork() == 0: wakes_itself()\n"
        "os.read(started, 1)\n"
        "def f(): return 1"
    )
    f = student.look_up("f")
    assert f() == 1
    with f.paused():
        time.sleep(0.5)
    with pytest.raises(ChildProcessError):
        f()


# ------------------------------------------------------------------------------------------- files


def test_nothing_is_left_out_of_ordinary_files(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x.txt").write_text("x")
    (tmp_path / "ümlaut.csv").write_text("")
    taken = {"data/x.txt": b"x", "ümlaut.csv": b""}
    assert collect_files(Folder(tmp_path)) == collect_files(taken) == (taken, ())


def test_what_is_too_large_is_left_out_and_what_still_fits_is_not(tmp_path):
    for name, size in (("a", 60), ("b", 50), ("c", 40)):
        (tmp_path / name).write_bytes(bytes(size))
    for files in (
        Folder(tmp_path),
        {path.name: path.read_bytes() for path in sorted(tmp_path.iterdir())},
    ):
        taken, skipped = collect_files(files, max_size=100)
        assert list(taken) == ["a", "c"]
        assert [(file.name, numbers(file.reason)) for file in skipped] == [("b", [50, 100])]
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(10**12)
    assert "32 MiB" in dict(collect_files(Folder(tmp_path))[1])["huge"]


def test_a_student_has_the_files_for_which_there_is_room_and_says_which_there_are_not(sandbox):
    with closing(Student(sandbox, {"half": bytes(32 * 2**20), "more": b"x"})) as student:
        assert [name for name, _ in student.skipped] == ["more"]
        assert student.run("import os; print(os.listdir())").outputs[0].text == "['half']\n"


@pytest.mark.parametrize(
    "act",
    [
        lambda inner: (inner / "x").write_text("new"),
        lambda inner: (inner / "x").unlink(),
        lambda inner: (inner / "x").rename(inner / "y"),
        lambda inner: (inner / "deep").rmdir(),
    ],
)
def test_whatever_is_done_in_a_folder_changes_it(tmp_path, act):
    """The folder was read in time, and a file in it is replaced or gone when its time is read."""
    inner = tmp_path / "inner"
    (inner / "deep").mkdir(parents=True)
    (inner / "x").write_text("x")
    before = Folder(tmp_path).last_changed()
    time.sleep(0.05)  # a file system counts in hundredths of a second
    act(inner)
    assert Folder(tmp_path).last_changed() > before


# ------------------------------------------------------------------- values of unusual types

UNUSUAL = """
import numpy as np
from decimal import Decimal
from fractions import Fraction

def gradients():
    return {
        "masked": np.ma.array([1.0, 2.0]),
        "objects": np.array([1, Fraction(1, 2)], dtype=object),
        "lost": np.ma.array([1.0, 2.0], mask=[True, False]),
        "lock": object(),
        "plain": np.ones(2),
    }

def count(kind):
    return {"fraction": Fraction(12), "decimal": Decimal(12), "array": np.array(12, object)}[kind]

def lost():
    return object()
"""


def test_unusual_types_arrive_by_their_value_and_what_cannot_be_sent_costs_its_place(student):
    assert student.run(UNUSUAL).status == "ok"
    found = student.look_up("gradients")()
    assert found["masked"].tolist() == [1.0, 2.0]
    assert found["objects"].tolist() == [1.0, 0.5]
    assert found["plain"].tolist() == [1.0, 1.0]
    assert numbers(found["lost"].unsent) == [1]  # one masked entry
    assert mentions(found["lock"].unsent, "'object'")
    count = student.look_up("count")
    assert [count(kind) for kind in ("fraction", "decimal", "array")] == [12, 12, 12]
    ((value, error),) = student.look_up("lost").map_calls([()])
    assert error is None
    assert mentions(value.unsent, "'object'")


def test_of_what_cannot_be_sent_a_finding_says_what_was_returned(student):
    student.run(UNUSUAL)
    question = checks.Arrays(
        oracle=lambda: {name: np.ones(2) for name in ("masked", "lost", "lock", "plain")},
        cases={"the only call": checks.case()},
        every_case=True,
    )
    verdict = question.grade(student.look_up("gradients"), points=4)
    assert verdict.points == 1
    said = {f.about: f.messages for f in verdict.findings}
    assert "masked entry" in str(said["lost"])
    assert "raised" not in verdict.text
    three = checks.Count([], checks.formula_of(3))
    verdict = three.grade(student.look_up("lost"), points=1)
    assert "'object'" in verdict.text
