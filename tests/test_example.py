"""docs/adding-a-problem.md and the problem set that it shows, docs/example: built in a copy."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from examiner import cli
from examiner.bank import BankAnswer
from examiner.course import Assignment, Course
from tests import bank_runner, test_bank, test_release
from tests.messages import numbers

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "example"
PAGE = (ROOT / "docs" / "adding-a-problem.md").read_text("utf-8")
SET = "ps9_example"
# The other problem sets are in the copy's tables alone, as if they weren't written yet.
COPIED = (
    "examiner/checks/derivations/comparing.py",
    "examiner/checks/derivations/expressions.py",
    "examiner/checks/numbers.py",
    "README.md",
    "docs/student.md",
    "nbgrader_config.py",
    "problems/course.toml",
    "problems/shared",
    "problems/sources.toml",
    "tests/bank_ids.py",
    "tests/bank_runner.py",
)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"`((?:problems|tests)/[\w/]+\.(?:py|toml))`")


def shown() -> Iterator[tuple[str, str, str]]:
    """Yield the language, the path and the text of each code block of the page. The path is the
    last one named above the block."""
    for block in FENCED.finditer(PAGE):
        named = PATH.findall(PAGE[: block.start()])
        yield block[1], named[-1] if named else "", block[2]


TABLES = {path: text for kind, path, text in shown() if kind == "toml"}
DEBUGGED = [text for kind, _, text in shown() if kind == "python" and "import pdb" in text]
COMMANDS = [
    command
    for kind, _, text in shown()
    if not kind
    for command in text.replace("\\\n", " ").splitlines()
]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """The problem set of the page, built as a newcomer would."""
    root = tmp_path_factory.mktemp("example")
    for name in COPIED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    for folder in ("problems", "tests"):
        shutil.copytree(EXAMPLE / folder, root / folder, dirs_exist_ok=True)
    for path, text in TABLES.items():
        with (root / path).open("a") as file:
            file.write(f"\n{text}")
    written = (root / "problems" / SET / "example.py").read_text()
    for command in (["build", "--draft", SET], ["build", SET], ["lint"]):
        assert cli.main(["--course", str(root), *command]) == 0
    assert (root / "problems" / SET / "example.py").read_text() == written
    (problem,) = Course(root).problems()
    return problem


@pytest.fixture
def course(example: Assignment, monkeypatch: pytest.MonkeyPatch) -> Course:
    """Its course, which the tests of the bank and of the release take for theirs."""
    course = Course(example.root)
    for module in (bank_runner, test_release):
        monkeypatch.setattr(module, "COURSE", course)
    return course


def test_the_page_shows_what_the_files_hold() -> None:
    code = [(p, text) for kind, p, text in shown() if kind == "python" and text not in DEBUGGED]
    assert len(code) >= 9
    for path, text in code:
        assert text in (EXAMPLE / path).read_text("utf-8"), path
    assert sorted(TABLES) == ["problems/course.toml", "problems/sources.toml"]


def test_the_page_shows_each_marking_module_of_the_example() -> None:
    modules = {f"problems/{SET}/marking/{path.name}" for path in EXAMPLE.glob("*/*/marking/*.py")}
    assert modules <= {path for _, path, _ in shown()}


@pytest.mark.slow
def test_the_build_writes_it_into_the_pages(example: Assignment) -> None:
    row = f"| `{SET}` | {example.title} | 21 | 0 |\n"
    assert row in (example.root / "README.md").read_text()
    page = (example.root / "docs" / "sub-problems.md").read_text()
    graded = ("`Count` | 2 | 6 |", "`Ledger` | 3 | 5 |", "`Arrays` | 3 | 5 |", "a person | 3 |  |")
    several = "`Arrays`, `Properties`, `Resources` | 4 | 6 |"
    for row in (*graded, "`Choices` | 3 | 5 |", "`Derivation` | 3 | 5 |", several):
        assert row in page


@pytest.mark.slow
def test_its_answers_get_what_they_say(example: Assignment, course: Course) -> None:
    paths = sorted((course.root / "tests" / "bank" / SET).glob("*/*/*.py"))
    assert len(paths) == 32
    for path in paths:
        assert test_bank.complaints_of(BankAnswer.read(path)) == []
        if path.parent.name == "wrong_answer":
            assert bank_runner.error_of_visible_test(BankAnswer.read(path)) is None


@pytest.mark.slow
def test_it_is_released_as_the_others_are(
    example: Assignment, course: Course, tmp_path: Path
) -> None:
    test_release.test_the_guide_for_students_is_released_with_the_notebook(example)
    test_release.test_tools_and_drawings_are_folded_wherever_the_notebook_is_opened(example)
    test_release.test_an_answer_that_raises_is_told_in_lines_and_stops_nothing(example)
    test_release.test_a_stub_fails_its_visible_test(example, tmp_path)
    released = example.release.read_text()
    assert any(numbers(line) == [21, 18, 3] for line in released.splitlines())
    assert "by_definition" not in released


@pytest.mark.slow
def test_no_mutant_of_its_arrays_survives(
    example: Assignment, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"`.venv/bin/examiner mutants {SET} q3_centre`" in PAGE
    assert cli.main(["--course", str(example.root), "mutants", SET, "q3_centre"]) == 0
    assert "surviving" not in capsys.readouterr().out


@pytest.mark.slow
def test_the_commands_of_the_page_run(example: Assignment) -> None:
    assert len(COMMANDS) == 2
    marked, stopped = (run_in(example, command) for command in COMMANDS)
    assert "1 of 2" in marked
    assert re.search(r"marking/q6_running_mean\.py\(\d+\)is_causal\(\)", stopped)


@pytest.mark.slow
def test_a_debugger_steps_through_a_question(example: Assignment, tmp_path: Path) -> None:
    (code,) = DEBUGGED
    (tmp_path / "debug.py").write_text(code)
    said = run_in(example, f".venv/bin/python {tmp_path / 'debug.py'}")
    assert "1.5 of 3" in said
    assert re.search(r"question\.py\(\d+\)grade\(\)", said)


def run_in(example: Assignment, command: str) -> str:
    """Run a command of the page in the copy, and let debuggers go on; its output."""
    command = command.replace(".venv/bin/python", sys.executable)
    done = subprocess.run(
        command, shell=True, cwd=example.root, input="c\nq\n", capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
