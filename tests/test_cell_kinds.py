"""Cells that work in a student's notebook: no difference of kernels or versions costs a point."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from examiner.grading.newer_syntax import NEWEST, needs_newer_python
from examiner.grading.record import VerdictRecord
from examiner.reports import report_commands, report_reading
from tests.small_class import RIGHT, SmallClass

TOTAL = RIGHT["q1_sum"]
OLD = sys.version_info[:2] < (3, 12)


@pytest.fixture
def room(tmp_path: Path, courses, executor) -> SmallClass:
    return SmallClass(tmp_path / "class", courses, executor)


def points(room: SmallClass, student: str) -> float | None:
    return room.room.marks(student)["q1_sum_test"][0]


MAGICS = [
    "%autosave 60",
    "%tensorflow_version 2.x",
    "%load_ext line_profiler",
    "%pip install numpy",
    "!pip install numpy",
    "%conda install numpy",
    "%matplotlib widget",
    "%matplotlib notebook",
    "%matplotlib qt",
    "%matplotlib anything",
    "%config InlineBackend.figure_format = 'retina'",
    "%config Nothing.at_all = 1",
    "%python",
    "%%memit",
    "%%memit -r 3\n%%time",
    "%%time\n%%memit",
    "%%shell",
    "%%debug",
    "result = %nothing 3",
    "get_ipython().run_line_magic('autosave', '60')",
    "get_ipython().magic('matplotlib notebook')",
    "import matplotlib\nmatplotlib.use('TkAgg')",
    "import matplotlib.pyplot as plt\nplt.switch_backend('nbagg')",
]


def test_no_magic_that_a_kernel_has_keeps_a_cell_from_defining_its_answer(sandbox):
    for magic in MAGICS:
        with closing(sandbox.student()) as student:
            run = student.run(f"{magic}\n{TOTAL}")
            assert (run.status, student.look_up("total")(3)) == ("ok", 6), magic


def test_no_magic_costs_a_point_and_the_log_names_those_that_do_nothing(room):
    magics = ["%autosave 60", "%matplotlib widget", "%%memit -r 3"]
    magics += ["%config InlineBackend.figure_format = 'retina'"]  # which plain IPython has as well
    for number, magic in enumerate(magics):
        room.submit(f"s{number}", {"q1_sum": f"{magic}\n{TOTAL}"})
    lines: dict[str, str] = {}
    room.autograde(lambda o: lines.update({o.student: " ".join(r.text for r in o.remarks)}))
    assert [points(room, f"s{number}") for number in range(4)] == [2.0] * 4
    for student, named in (("s0", "%autosave"), ("s1", "%matplotlib widget"), ("s2", "%%memit")):
        assert named in lines[student]
    assert "did nothing" not in lines["s3"]


def test_a_cell_in_another_language_is_not_run_and_changes_nothing(sandbox):
    with closing(sandbox.student()) as student:
        student.run("x = 5")
        for cell in ("%%R\nx <- 4", "%%shell\nx=1", "%%sql\nselect 1", "%%ai chatgpt\nx = 3"):
            assert student.run(cell).status == "ok", cell
        assert student.look_up("x") == 5


@pytest.mark.parametrize("code", ["1 / 0", "x = ("])
def test_what_stands_below_an_unknown_magic_fails_as_it_would_without(sandbox, code):
    with closing(sandbox.student()) as student:
        without, below = student.run(code), student.run(f"%%memit\n{code}")
        assert below.reason.partition(":")[0] == without.reason.partition(":")[0] != ""


def test_figures_of_any_backend_are_drawn_inline(sandbox):
    with closing(sandbox.student()) as student:
        for line in ("%matplotlib widget", "import matplotlib; matplotlib.use('QtAgg')"):
            run = student.run(f"{line}\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);")
            assert [output.output_type for output in run.outputs] == ["display_data"], line


# --- syntax that this Python lacks ---------------------------------------------------------------

NEWER = [
    'parts = {"total": 1}\ntext = f"{parts["total"]}"',
    "type Number = int",
    "def first[T](items: list[T]) -> T: return items[0]",
]
NEWEST_ONLY = ["try: pass\nexcept ValueError, TypeError: pass", 't = t"{1}"']
WRONG = ["x = (", 'print "a"', "f'{a'", "def f(a, a): pass", "return 3", "(" * 100_000, "x = 1 +"]


def test_syntax_is_newer_if_this_python_refuses_and_a_newer_one_accepts_it():
    assert not any(map(needs_newer_python, [*WRONG, TOTAL, "try: 1\nexcept* ValueError: 2"]))
    if OLD:
        assert {needs_newer_python(code) for code in NEWER} == {(3, 12)}
    if sys.version_info[:2] < NEWEST:
        assert {needs_newer_python(code) for code in NEWEST_ONLY} == {NEWEST}


@pytest.mark.skipif(sys.version_info[:2] >= NEWEST, reason="this Python has all syntax")
def test_an_answer_in_newer_syntax_needs_manual_grading_and_a_wrong_one_does_not(room, capsys):
    newer = "\n".join(NEWEST_ONLY[:1])
    room.submit("ada", {"q1_sum": f"{TOTAL}\n{newer}"})
    room.submit("bob", {"q1_sum": f"{TOTAL}\nx = ("})
    room.submit("eve", {"q1_sum": f"{newer}\ndef total(n): return 0", "q3_squares": "x = ("})
    done = room.autograde()
    assert (points(room, "ada"), points(room, "bob"), points(room, "eve")) == (None, 0.0, None)
    assert room.room.marks("ada")["q1_sum_test"][1]  # formgrader lists it
    assert room.room.marks("eve")["q3_squares_test"][0] == 0.0
    assert set(done.newer) == {"ada", "eve"}
    assert all(f"3.{v}" in done.newer_python for v in (sys.version_info.minor, NEWEST[1]))
    said = "\n".join(done.remarks["ada"])
    assert "SyntaxError" in said
    assert f"Python 3.{NEWEST[1]}" in said


@pytest.mark.skipif(sys.version_info[:2] >= NEWEST, reason="this Python has all syntax")
def test_what_a_helper_in_newer_syntax_would_define_needs_manual_grading(room):
    def add_helper(notebook):
        (answer,) = (i for i, cell in enumerate(notebook.cells) if cell.id == "q1_sum")
        helper = {"cell_type": "code", "id": "helper", "metadata": {}, "outputs": []}
        source = f"def helper(n):\n    return n * (n + 1) // 2\n{NEWEST_ONLY[0]}"
        notebook.cells.insert(answer, helper | {"execution_count": None, "source": source})

    uses = {"q1_sum": "def total(n):\n    return helper(n)"}
    room.submit("ada", uses, change=add_helper)
    room.submit("bob", {"q1_sum": "def total(n):\n    return n"}, change=add_helper)
    room.autograde()
    assert points(room, "ada") is None
    assert points(room, "bob") is not None  # it doesn't rest on the helper


# --- debuggers and input -------------------------------------------------------------------------


WAITING = {
    "def total(n):\n    breakpoint()\n    return n": "breakpoint",
    "import pdb\ndef total(n):\n    pdb.set_trace()\n    return n": "breakpoint",
    "breakpoint()\ndef total(n):\n    return n": "breakpoint",
    "def total(n):\n    return int(input('n?'))": "input()",
}


def test_what_waits_for_somebody_who_types_is_named(room):
    for number, code in enumerate(WAITING):
        room.submit(f"s{number}", {"q1_sum": code})
    room.autograde()
    for number, (code, named) in enumerate(WAITING.items()):
        (cell,) = (c for c in room.room.graded(f"s{number}").cells if c.id == "q1_sum_test")
        assert named in " ".join(VerdictRecord.read(cell).wrong), code


# --- line endings --------------------------------------------------------------------------------


def test_line_endings_of_windows_change_nothing_that_is_graded_or_said(room):
    def windows(notebook):
        for cell in notebook.cells:
            cell.source = cell.source.replace("\n", "\r\n")

    answers = {"q1_sum": TOTAL + "\nlines = 'a\\r\\nb\u2028c\u2029d'\nassert len(lines) == 8"}
    room.submit("ada", answers)
    room.submit("bob", answers, change=windows)
    remarks = {}
    room.autograde(lambda outcome: remarks.update({outcome.student: outcome.remarks}))
    assert remarks["ada"] == remarks["bob"]
    assert room.room.marks("ada") == room.room.marks("bob")
    graded = [[c.source for c in room.room.graded(who).cells] for who in ("ada", "bob")]
    assert graded[0] == graded[1]
    assert room.room.marks("bob")["q1_sum_test"] == (2.0, False)


def test_the_command_says_once_for_the_class_that_a_newer_python_is_needed(room, capsys):
    if sys.version_info[:2] >= NEWEST:
        pytest.skip("this Python has all syntax")
    for student in ("ada", "bob"):
        room.submit(student, {"q1_sum": f"{TOTAL}\n{NEWEST_ONLY[0]}"})
    done = room.autograde()
    report_commands.summary(done, report_reading.read_report(room.folder))
    assert capsys.readouterr().out.count("make setup PYTHON=") == 1


# --- names of files ------------------------------------------------------------------------------

NAMES = [
    "sums (1).ipynb",
    "sums.ipynb.json",
    "sums.ipynb.txt",
    "SUMS.IPYNB",
    "Sums.ipynb.TXT",
    "sums.ipynb (2).json",
    "sums-1.ipynb",
    "sums.json",
    "sums.txt",
    "my sums final.Ipynb",
    "sums.ipynb.download",
]


def test_a_notebook_is_read_whatever_a_browser_or_a_platform_made_of_its_name(room):
    for number, name in enumerate(NAMES):
        room.submit(f"s{number:02}", {})
        place = room.room.submitted(f"s{number:02}")
        place.rename(place.with_name(name))
        (place.parent / "._sums.ipynb").write_bytes(b"\0\5\x16\7")  # which a Mac puts beside
    done = room.autograde()
    assert [n for k, n in enumerate(NAMES) if points(room, f"s{k:02}") != 2.0] == []
    assert all("instead of sums.ipynb" in " ".join(said) for said in done.remarks.values())
    assert len(done.remarks) == len(NAMES)
