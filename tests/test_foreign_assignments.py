"""Assignments that were not built here are refused in a line, before and after students work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from examiner import cli
from examiner.cell_kinds import CellKind, nbgrader_metadata
from examiner.term.settings import read_settings
from tests.small_class import ASSIGNMENT, SmallClass

NAME = "hw1"
CHECKED = (
    "assert f(1) == 2\n### BEGIN HIDDEN TESTS\nquestion.grade(f, points=2)\n### END HIDDEN TESTS"
)


def notebook(test: str = CHECKED, **kernelspec: str) -> NotebookNode:
    """A notebook as formgrader's extension of JupyterLab makes it."""
    cells = [
        nbformat.v4.new_code_cell(
            source, metadata={"nbgrader": nbgrader_metadata(kind, name, points)}
        )
        for kind, name, points, source in (
            (
                CellKind.ANSWER,
                "cell-1",
                None,
                "def f(n):\n    ### BEGIN SOLUTION\n    return 2 * n",
            ),
            (CellKind.TEST, "cell-2", 2, test),
        )
    ]
    cells[0].source += "\n    ### END SOLUTION"
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": python | kernelspec})
    nbformat.validate(made)
    return made


def put(folder: Path, *notebooks: NotebookNode) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, each in enumerate(notebooks):
        nbformat.write(each, folder / f"part{number}.ipynb")


def with_task(folder: Path) -> None:
    made, about = notebook(), nbgrader_metadata(CellKind.WRITTEN, "task-1", 3)
    about |= {"task": True, "solution": False, "locked": True}
    made.cells.append(nbformat.v4.new_markdown_cell("Build it.", metadata={"nbgrader": about}))
    put(folder, made)


def with_data(folder: Path) -> None:
    put(folder, notebook())
    (folder / "data").mkdir()
    (folder / "data" / "x.csv").write_text("1,2\n")


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "plain asserts": (lambda f: put(f, notebook("assert f(1) == 2")), "plain asserts"),
    "hidden asserts": (
        lambda f: put(
            f, notebook("### BEGIN HIDDEN TESTS\nassert f(1) == 2\n### END HIDDEN TESTS")
        ),
        "plain asserts",
    ),
    "several notebooks": (lambda f: put(f, notebook(), notebook()), "several notebooks"),
    "a task": (with_task, "manually graded task"),
    "autotests": (lambda f: put(f, notebook("### AUTOTEST f(1)")), "AUTOTEST"),
    "data files": (with_data, "files beside the notebook (data/x.csv)"),
    "R": (lambda f: put(f, notebook(name="ir", display_name="R", language="R")), "(R)"),
    "Julia": (
        lambda f: put(f, notebook(name="julia-1.11", display_name="Julia", language="julia")),
        "(julia)",
    ),
    "none of these": (lambda f: put(f, notebook()), "problems/course.toml does not have it"),
}


@pytest.fixture
def room(tmp_path: Path, courses, executor) -> SmallClass:
    return SmallClass(tmp_path / "class", courses, executor)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_not_built_here_is_refused_by_every_way_to_grade_it(room, capsys, kind):
    make, said = KINDS[kind]
    root = room.room.course.root
    make(root / "source" / NAME)
    submitted = root / "submitted" / "ada" / NAME
    put(submitted, notebook())
    config = read_settings(room.room.course)
    formgrader = NbGraderAPI(CourseDirectory(config=config), config=config)
    lines = [
        room.room.nbgrader_here("generate_assignment", NAME),
        room.room.nbgrader_here("autograde", NAME),
        (1, formgrader.generate_assignment(NAME)["error"]),
        (1, formgrader.autograde(NAME, "ada")["error"]),
    ]
    lines.append((cli.main(["--course", str(root), "autograde", NAME]), capsys.readouterr().err))
    for status, line in lines:
        assert status == 1
        assert f"{NAME} can't be graded: " in line
        assert said in line
        assert "Traceback" not in line
    assert not (root / "release" / NAME).exists()
    assert not (root / "autograded").exists()


def test_files_put_beside_a_built_notebook_are_refused_before_its_release(room):
    root = room.room.course.root
    (root / "source" / ASSIGNMENT / "x.csv").write_text("1,2\n")
    status, said = room.room.nbgrader_here("generate_assignment", ASSIGNMENT)
    assert (status, "x.csv" in said) == (1, True)
