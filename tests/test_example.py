"""The example of docs/adding-a-problem.md: word for word, in a copy of the course."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from examiner import cli
from examiner.bank import Answer
from examiner.course import Assignment, Course
from tests import bank_runner, test_bank, test_release

ROOT = Path(__file__).parent.parent
SET = "ps9_example"
# The other problem sets are in the copy's tables alone, as if they weren't written yet.
COPIED = (
    "examiner/checks/numbers.py",
    "README.md",
    "docs/student.md",
    "nbgrader_config.py",
    "problems/course.toml",
    "problems/shared",
    "problems/sources.toml",
)
# The code blocks of the page that are files (or, of a table, its end), each behind its path.
NAMED = re.compile(r"`([\w/]+/\w+\.(?:py|toml))`(?:(?!\n\n).)*\n\n```\w+\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """The problem set of the page, built as a newcomer would."""
    root = tmp_path_factory.mktemp("example")
    for name in COPIED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    for name, text in NAMED.findall((ROOT / "docs" / "adding-a-problem.md").read_text("utf-8")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        with (root / name).open("a") as file:
            file.write(f"\n{text}" if name.endswith("toml") else text)
    written = (root / "problems" / SET / "example.py").read_text()
    for command in ("build", "lint"):
        assert cli.main(["--course", str(root), command]) == 0
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


def test_the_build_writes_it_into_the_pages(example: Assignment) -> None:
    assert f"| `{SET}` | pairs and means | 8 |\n" in (example.root / "README.md").read_text()
    page = (example.root / "docs" / "sub-problems.md").read_text()
    for row in ("`Count` | 2 | 5 |", "`Arrays` | 3 | 5 |", "a person | 3 |  |"):
        assert row in page


def test_its_answers_get_what_they_say(example: Assignment, course: Course) -> None:
    paths = sorted((course.root / "tests" / "bank" / SET).glob("*/*/*.py"))
    assert len(paths) == 10
    for path in paths:
        assert test_bank.complaints_of(Answer.read(path)) == []
        if path.parent.name == "wrong_answer":
            assert bank_runner.error_of_visible_test(Answer.read(path)) is None


def test_it_is_handed_out_as_the_others_are(
    example: Assignment, course: Course, tmp_path: Path
) -> None:
    test_release.test_the_guide_for_students_is_handed_out_with_the_notebook(example)
    test_release.test_tools_and_drawings_are_folded_wherever_the_notebook_is_opened(example)
    test_release.test_an_answer_that_raises_is_told_in_lines_and_stops_nothing(example)
    test_release.test_a_stub_fails_its_visible_test(example, tmp_path)
    released = example.release.read_text()
    assert "8 points: 5 graded by machine, 3 by a person" in released
    assert "by_definition" not in released
