"""What an instructor does wrong is said in a line with file and repair, never in a traceback."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from examiner import cli
from tests.small_class import ASSIGNMENT, write_course

Change = Callable[[Path], object]


def append(name: str, text: str) -> Change:
    def change(root: Path) -> None:
        with (root / name).open("ab") as file:
            file.write(text.encode("latin-1"))

    return change


def nothing(root: Path) -> None:
    pass


OF_AN_ASSIGNMENT = ("report", "autograde", "feedback", "due", "grades")
TABLE, CONFIG = "problems/course.toml", "nbgrader_config.py"
SOURCE = f"source/{ASSIGNMENT}/sums.ipynb"
TEXT = f"problems/{ASSIGNMENT}/sums.py"
MISTAKES = {
    "TOML": (append(TABLE, "x = ["), ["report"], r"problems/course.toml is not TOML: "),
    "no table": (lambda root: (root / TABLE).unlink(), ["report"], r"course.toml is missing"),
    "settings": (
        append(CONFIG, "if True"),
        ["report"],
        r"nbgrader_config.py can't be run: SyntaxError: .*line \d+\)\. Correct it\.",
    ),
    "setting": (
        append(CONFIG, "c.CourseDirectory.db_url = 3"),
        ["report"],
        r"nbgrader_config.py: The 'db_url' trait .* expected a unicode string, not the int 3",
    ),
    "a misspelt limit": (
        append(CONFIG, "c.Examine.cell_second = 20"),
        ["autograde"],
        r"_config.py: there is no setting c.Examine.cell_second. Did you mean cell_seconds\?",
    ),
    "a misspelt class of nbgrader's": (
        append(CONFIG, "c.ExchangeColect.update = True"),
        ["due"],
        r"_config.py: there is no setting c.ExchangeColect. Did you mean c.ExchangeCollect\?",
    ),
    "a rule that can't be": (
        append(CONFIG, "c.StartedDays.points = -2"),
        ["autograde"],
        r"nbgrader_config.py: The value of the 'points' trait of a StartedDays .* -2.0 was",
    ),
    "database": (
        append(CONFIG, 'c.CourseDirectory.db_url = "sqlite//x"'),
        ["report"],
        r"CourseDirectory.db_url is no address of a database",
    ),
    "not generated": (nothing, ["autograde"], r"no grade book .*: run `nbgrader generate_assignm"),
    "not generated, and a report": (nothing, ["report"], r"no grade book .*: run `nbgrader gener"),
    "not built": (lambda root: (root / SOURCE).unlink(), ["report"], r"run `make build`"),
    "no notebook": (
        append(SOURCE, "{"),
        ["lint"],
        r"sums.ipynb is not a notebook that can be read .* Restore it, or delete it and run `make",
    ),
    "a text": (
        append(TEXT, '# %% answr="x"'),
        ["lint"],
        r"sums.py, cell .*answr.*: correct it, or take it out. Did you mean answer\?",
    ),
    "restore": (
        nothing,
        ["restore", "x"],
        r"there is no file x: name a backup \(backups/ has",
    ),
    "backup": (nothing, ["backup"], r"there is nothing to back up"),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("messages") / "course"
    folder.mkdir()
    write_course(folder)
    return folder


@pytest.fixture
def root(built: Path, tmp_path: Path) -> Path:
    return shutil.copytree(built, tmp_path / "course")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_a_line_with_its_repair(mistake, root, capsys):
    change, words, message = MISTAKES[mistake]
    change(root)
    assignment = [ASSIGNMENT] if words[0] in OF_AN_ASSIGNMENT else []
    assert cli.main(["--course", str(root), *words, *assignment]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("examiner: ")
    assert told.err.count("\n") == 1
    assert re.search(message, told.err), told.err


@pytest.mark.parametrize("command", OF_AN_ASSIGNMENT)
def test_a_misspelt_assignment_has_a_nearest_one(command, built, capsys):
    assert cli.main(["--course", str(built), command, "ps0_warmup"]) == 1
    assert capsys.readouterr().err == (
        "examiner: there is no assignment ps0_warmup; there are ps0_warm_up. "
        "Did you mean ps0_warm_up?\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["grades", ASSIGNMENT, "--format", "excel"], "'excel' is not one of 'rows', 'canvas', 'm"),
        (["due", ASSIGNMENT, "--days", "x"], "Invalid value for '--days'"),
        (["autograde", ASSIGNMENT, "--workers", "0"], "0 is not in the range x>=1"),
    ],
)
def test_an_option_that_there_is_not_ends_with_status_2(words, message, built, capsys):
    assert cli.main(["--course", str(built), *words]) == 2
    assert message in capsys.readouterr().err


def test_another_folder_is_said(tmp_path, capsys):
    assert cli.main(["--course", str(tmp_path), "report", ASSIGNMENT]) == 1
    assert "is in no course folder" in capsys.readouterr().err
