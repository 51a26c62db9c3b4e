"""The command line: its output and its exit status. (Other modules test the subcommands.)

A user's mistake gives a line with the file and the repair, never a traceback.
"""

from __future__ import annotations

import ast
import errno
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from examiner import cli
from examiner.course import Course, CourseError
from examiner.output_files import full_output_message, write_output
from examiner.workers import executors
from tests.conftest import ROOT
from tests.messages import mentions, naming
from tests.small_class import ASSIGNMENT, write_course

SUBCOMMANDS = (
    *("build", "lint", "mutants", "import-edits", "autograde", "feedback", "mark"),
    *("report", "grades", "due", "demo", "backup", "restore", "similar", "watch"),
)
SLOW_TO_LOAD = ("tornado", "nbgrader", "nbconvert", "nbformat", "numpy", "matplotlib", "IPython")
SLOW_TO_LOAD += ("rich",)


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)


def test_help_names_all_subcommands_and_needs_no_course(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ")} >= {*SUBCOMMANDS}
    assert not [line for line in lines[1:] if line.endswith("...")], "a summary is cut off"
    for subcommand in SUBCOMMANDS:
        assert cli.main([subcommand, "--help"]) == 0
        assert f"Usage: examiner {subcommand}" in capsys.readouterr().out


def test_the_earlier_name_of_a_command_works_and_names_the_present_one(monkeypatch, capsys) -> None:
    reported = []
    monkeypatch.setattr(
        "examiner.authoring.mutants.mutant_reports", lambda _, *names: reported.append(names) or []
    )
    for name in ("holes", "mutants"):
        assert cli.main(["--course", str(ROOT), name, "ps1_flops", "q7_audit", "--all"]) == 0
        said = capsys.readouterr().err
        assert said.count("\n") == said.count("`examiner mutants`") == (name == "holes")
    assert reported == [("ps1_flops", "q7_audit")] * 2
    assert cli.main(["--help"]) == 0
    assert "holes" not in capsys.readouterr().out


def test_the_version_stands_in_one_place(capsys) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"examiner {version('examiner')}\n"
    written = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert written == version("examiner")
    assert re.search(rf"^## {re.escape(written)} ", (ROOT / "CHANGELOG.md").read_text(), re.M)


def test_help_is_quick_because_it_loads_nothing_big() -> None:
    program = (
        "import sys; from examiner import cli; cli.main(['--help']);"
        f"print([name for name in {SLOW_TO_LOAD} if name in sys.modules])"
    )
    done = run(program)
    assert done.stdout.endswith("[]\n"), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("marks", "No such command 'marks'"),
        ("report", "Missing argument 'ASSIGNMENT'"),
        ("build --force", "No such option: --force"),
        ("grades ps1_flops --format excel", "'excel' is not one of 'rows', 'canvas', 'moodle'"),
        ("due ps1_flops --days x", "Invalid value for '--days'"),
        ("autograde ps1_flops --workers 0", "0 is not in the range x>=1"),
        ("report ps1_flops --html a.csv", "Invalid value for '--html': a.csv: name a .html file."),
        ("grades ps1_flops --out a.html", "Invalid value for '--out': a.html: name a .csv file."),
    ],
)
def test_a_command_line_that_makes_no_sense_ends_with_status_2(words, message, capsys):
    assert cli.main(words.split()) == 2
    assert message in capsys.readouterr().err


@pytest.mark.slow
def test_a_traceback_shows_no_values(small_course: Course) -> None:
    program = (
        "import sys\nfrom examiner import cli\n"
        "def breaks(*_, **__):\n    answer = 'of_the_' + 'test'\n    1 / 0\n"
        "cli.private_course = breaks\n"  # which each command calls before it loads more
        f"sys.exit(cli.main(['--course', {str(small_course.root)!r}, 'build']))"
    )
    done = run(program)
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback ")
    assert "ZeroDivisionError" in done.stderr
    assert "of_the_test" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["typer", "nbgrader"])
def test_another_python_is_a_line(missing: str) -> None:
    """A package is missing, at the first import or at a later one."""
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from examiner import cli; sys.exit(cli.main(['report', 'ps1_flops']))"
    )
    done = run(program)
    assert done.returncode == 1
    assert done.stderr.startswith("examiner: ")
    assert mentions(done.stderr, missing, "`make setup`", ".venv/bin")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "interrupted", "error"),
    [
        ("examiner", "typer", "KeyboardInterrupt"),  # loads first
        pytest.param(  # loaded by a command
            "examiner",
            "nbgrader",
            "RuntimeError from KeyboardInterrupt()",
            marks=pytest.mark.slow,
        ),
        pytest.param(  # which nbgrader_config.py loads
            "nbgrader", "examiner.term", "KeyboardInterrupt", marks=pytest.mark.slow
        ),
    ],
)
def test_ctrl_c_while_a_program_loads_is_a_line(name: str, interrupted: str, error: str) -> None:
    words = {"examiner": "report", "nbgrader": "collect"}
    program = (
        "import sys\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {interrupted!r}:\n"
        f"            raise {error}\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        f"sys.argv = ['', {words[name]!r}, 'ps1_flops']\n"
        f"from examiner import startup; sys.exit(startup.{name}())"
    )
    done = run(program)
    assert (done.returncode, done.stderr) == (130, f"{name}: stopped\n")


JOB = """\
import atexit, sys, threading, time, types
from examiner import startup

class Kept:
    def __del__(self):
        print("freed")

def main():
    job.kept = Kept()
    atexit.register(print, "end")
    threading.Thread(target=lambda: time.sleep(0.2) or print("thread")).start()
    print("begin")
    return {returned}

job = sys.modules["job"] = types.ModuleType("job")
job.main = main
sys.exit(startup.run_program("job", "job"))
"""


@pytest.mark.parametrize(
    ("returned", "status"), [("None", 0), ("3", 3), ("sys.exit(4)", 4), ("sys.exit()", 0)]
)
def test_a_program_ends_at_once_but_with_its_threads_output_and_status(returned, status):
    done = run(JOB.format(returned=returned))
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.split() == ["begin", "thread", "end"]


def test_a_program_that_fails_or_can_not_write_ends_as_python_does():
    for returned in ("1 / 0", "sys.exit('why')"):
        done = run(JOB.format(returned=returned))
        assert (done.returncode, done.stdout.split()[-1]) == (1, "freed")
    assert done.stderr == "why\n"
    closed = run(JOB.format(returned="sys.stdout.close()"))
    assert closed.returncode == 0


INHERITS = """\
import signal, sys, types
from examiner import startup

def main():
    print(signal.getsignal(signal.SIGCHLD) is signal.SIG_DFL, "–")

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
sys.stdout.reconfigure(encoding="ascii", errors="strict")
sys.modules["job"] = types.SimpleNamespace(main=main)
sys.exit(startup.run_program("job", "job"))
"""


def test_a_program_works_with_ignored_signals_and_in_any_locale():
    """As a service may start it. If SIGCHLD is ignored, bubblewrap never ends."""
    done = run(INHERITS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True \\u2013\n", "")


@pytest.mark.parametrize("name", ["why?", "a?b", "100%41", "[2026] ML"])
def test_a_course_folder_that_would_be_another_one_is_refused(tmp_path, capsys, name):
    """Of the address of a gradebook, and in patterns, these characters are something else."""
    root = tmp_path / name
    root.mkdir()
    (root / "nbgrader_config.py").touch()
    assert cli.main(["--course", str(root), "report", ASSIGNMENT]) == 1
    assert mentions(capsys.readouterr().err, "can't be a course folder", "Rename")
    assert Course(tmp_path / "100% of [it #1 *{x} ä").root


def test_a_full_disk_is_named_only_if_it_is_the_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    full = OSError(errno.ENOSPC, "No space left on device")
    assert mentions(full_output_message(full), "output")
    full.filename = str(tmp_path / "other" / "file")
    assert str(tmp_path / "other") in full_output_message(full)


def test_every_text_of_a_course_is_read_as_utf_8():
    """In another locale, the notebooks would differ from those that were released."""
    modules = [m for m in (ROOT / "examiner").rglob("*.py") if "student" not in m.parts]
    assert len(modules) > 100
    assert [m for m in modules if ".read_text()" in m.read_text("utf-8")] == []


def test_every_text_of_a_course_is_written_as_utf_8():
    """In another locale, a text would be lost: the file is emptied before the writing fails."""
    modules = [m for m in (ROOT / "examiner").rglob("*.py") if "student" not in m.parts]
    calls = [
        (module.name, node)
        for module in modules
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "write_text"
    ]
    assert len(calls) > 4
    assert [(name, ast.unparse(node)) for name, node in calls if len(node.args) < 2] == []


@pytest.mark.parametrize(
    "use",
    ["mock.call()", "u.case", "from unittest import util", "import unittest.result as r"],
)
def test_a_module_loads_when_a_program_first_uses_it(use: str) -> None:
    done = run(
        "import sys\n"
        "from examiner.startup import load_when_used\n"
        "load_when_used('unittest', 'unittest.mock')\n"
        "import unittest as u\n"
        "import unittest.mock as mock\n"
        "assert 'unittest.case' not in sys.modules and 'unittest.util' not in sys.modules\n"
        f"{use}\n"
        "assert 'unittest.case' in sys.modules\n"
        "assert mock.__name__ == 'unittest.mock' and callable(mock.patch)\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_worker_loads_early_for_each_submission_without_a_result(small_course, monkeypatch):
    counts: list[int] = []
    monkeypatch.setattr(executors, "load_workers", counts.append)
    for submissions in range(3):
        cli.main(["--course", str(small_course.root), "autograde", ASSIGNMENT, "--workers", "2"])
        (small_course.root / f"submitted/s{submissions}/{ASSIGNMENT}").mkdir(parents=True)
    (small_course.root / f"autograded/s1/{ASSIGNMENT}").mkdir(parents=True)
    cli.main(["--course", str(small_course.root), "autograde", ASSIGNMENT, "--workers", "2"])
    assert counts == [0, 1, 2, 2]


PRIVATE = ("problems", "source", "draft", "tests", ".git", "submitted", "autograded", "feedback")
PRIVATE += ("attempts", "tries", "backups")


@pytest.mark.parametrize(
    ("mask", "mode", "folder", "written"),
    [(0o022, 0o755, 0o700, 0o600), (0o002, 0o2775, 0o2770, 0o660)],
    ids=["alone", "a group shares it"],
)
def test_a_command_closes_what_others_must_not_read(
    small_course: Course, mask: int, mode: int, folder: int, written: int
) -> None:
    root = small_course.root
    for name in PRIVATE:
        (root / name).mkdir(exist_ok=True)
        (root / name).chmod(mode)
    (root / "gradebook.db").touch(0o666)
    before = os.umask(mask)
    try:
        cli.main(["--course", str(root), "build"])
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert {(root / name).stat().st_mode & 0o7777 for name in PRIVATE} == {folder}
    assert not (root / "course.key").stat().st_mode & 0o007
    (notebook,) = (root / "source").rglob("*.ipynb")
    assert notebook.stat().st_mode & 0o777 == written


TYPED = "student,points\nada,3\n"


def test_what_somebody_else_wrote_or_changed_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "grades.csv"
    for content in ("one", "two"):  # its own it may replace
        write_output(tmp_path, file, content)
    assert file.read_text() == "two"
    for content in (TYPED, ""):
        file.write_text(content)
        with pytest.raises(CourseError, match=naming(file.name)):
            write_output(tmp_path, file, "three")
        assert file.read_text() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == [".written", "grades.csv"]
    with pytest.raises(CourseError, match=naming(tmp_path, os.strerror(errno.EISDIR))):
        write_output(tmp_path, tmp_path, "three")
    write_output(tmp_path, Path(os.devnull), "three")  # anything but a file is written to as it is


# --- mistakes of an instructor --------------------------------------------------------------------


TABLE, CONFIG = "problems/course.toml", "nbgrader_config.py"
SOURCE, TEXT = f"source/{ASSIGNMENT}/sums.ipynb", f"problems/{ASSIGNMENT}/sums.py"
OF_A_CLASS = ("report", "autograde", "feedback", "due", "grades")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("messages") / "course"
    folder.mkdir()
    write_course(folder)
    return folder


@pytest.mark.parametrize(
    ("file", "added", "command", "message"),  # None: the file is deleted
    [
        (TABLE, "x = [", "report", r"problems/course.toml is not TOML: "),
        (TABLE, None, "report", r"course.toml is missing"),
        (CONFIG, "if True", "report", r"py can't be run: SyntaxError: .*line \d+\)\. Correct it\."),
        (CONFIG, "c.CourseDirectory.db_url = 3", "report", r"py: The 'db_url' trait .* the int 3"),
        (CONFIG, "c.Examine.cell_second = 20", "autograde", r"no setting .*mean cell_seconds\?"),
        (CONFIG, "c.ExchangeColect.x = 1", "due", r"no setting .* mean c.ExchangeCollect\?"),
        (CONFIG, "c.StartedDays.points = -2", "autograde", r"config.py: The value of the 'points'"),
        (CONFIG, "c.CourseDirectory.db_url = 'sqlite//x'", "report", r"db_url is no address of a"),
        (CONFIG, "", "autograde", r"no gradebook .*: run `nbgrader generate_assignm"),
        (CONFIG, "", "report", r"no gradebook .*: run `nbgrader gener"),
        (SOURCE, None, "report", r"run `make build`"),
        (
            SOURCE,
            "{",
            "lint",
            r"source/ps0_warm_up/sums.ipynb .* run `make build`",
        ),
        (TEXT, '# %% answr="x"', "lint", r"sums.py, cell .* Did you mean answer\?"),
        (CONFIG, "", "restore x", r"there is no file x: name a backup \(backups/ has"),
        (CONFIG, "", "backup", r"there is nothing to back up"),
    ],
)
def test_a_mistake_is_a_line_with_its_repair(
    file, added, command, message, built, tmp_path, capsys
):
    root = shutil.copytree(built, tmp_path / "course")
    if added is None:
        (root / file).unlink()
    else:
        with (root / file).open("a") as text:
            text.write(added)
    assignment = [ASSIGNMENT] if command in OF_A_CLASS else []
    assert cli.main(["--course", str(root), *command.split(), *assignment]) == 1
    told = capsys.readouterr().err
    assert told.startswith("examiner: ")
    assert told.count("\n") == 1
    assert re.search(message, told), told


def test_a_misspelt_assignment_has_a_nearest_one_and_another_folder_is_said(built, capsys):
    for command in OF_A_CLASS:
        assert cli.main(["--course", str(built), command, "ps0_warmup"]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert mentions(line, "ps0_warmup", "ps0_warm_up")
        assert line.endswith(" ps0_warm_up?")  # the nearest one
    assert cli.main(["--course", str(built.parent), "report", ASSIGNMENT]) == 1
    assert "nbgrader_config.py" in capsys.readouterr().err
