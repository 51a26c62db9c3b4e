"""Figures: drawn by the build, handed out, and not run when a submission is graded."""

from __future__ import annotations

import base64
import re
from contextlib import closing
from pathlib import Path
from unittest import mock

import nbformat
import pytest
from nbformat import NotebookNode

from examiner.authoring import build, figures
from examiner.authoring.figures import is_figure
from examiner.authoring.notebook_source import instructor_notebook
from examiner.authoring.release import ClearOtherOutputs
from examiner.authoring.source_edits import import_edits
from examiner.cell_code import bound_names
from examiner.cell_kinds import CellKind, cell_kind
from examiner.course import Assignment, Course, CourseError
from examiner.grading.examination import examine
from examiner.grading.rebuild import rebuild
from examiner.grading.reference_notebook import Figure, ReferenceCell, ReferenceNotebook
from examiner.grading.submission import SubmittedCell
from examiner.pages.feedback import Marks, feedback_page
from examiner.pages.formgrader import formgrader_page
from tests.attack_pages import ABOUT
from tests.bank_runner import COURSE, answers

# A figure that needs no answer, one that shows an answer, and an open cell that uses neither.
CELLS = """\
# %% folded figure
# alt: A line.
def draw_line():
    plt.figure(figsize=(2, 1))
    plt.plot([1, 2])
    plt.show()


draw_line()
"""
OF_ANSWER = """\
# %% folded figure
print(total(3))

"""


def with_figures(course: Course, figure: str = CELLS) -> Assignment:
    """The small course, with a figure among its given code and one at its end."""
    (problem,) = course.problems()
    text = problem.notebook_source.read_text()
    text = text.replace(
        "import numpy as np\n", "import matplotlib.pyplot as plt\nimport numpy as np\n"
    )
    text = text.replace(
        "# %% [markdown]\n# ## Question 1", f"{figure}\n# %% [markdown]\n# ## Question 1"
    )
    text = text.replace(
        "# %% [markdown]\n# ## Question 2", f"{OF_ANSWER}# %% [markdown]\n# ## Question 2"
    )
    problem.notebook_source.write_text(text)
    return problem


@pytest.fixture
def problem(small_course: Course) -> Assignment:
    """The small course with its figures, built."""
    problem = with_figures(small_course)
    build.build(small_course)
    return problem


def cell(path: Path, code: str) -> NotebookNode:
    """The first cell with this line in it."""
    return next(c for c in nbformat.read(path, as_version=4).cells if code in c.source)


# --- building ------------------------------------------------------------------------------------


def test_a_figure_is_released_as_the_build_drew_it(problem: Assignment) -> None:
    for path in (problem.source, problem.release):
        (output,) = cell(path, "draw_line").outputs
        png = base64.b64decode(output.data["image/png"])
        assert png.startswith(b"\x89PNG")
        assert b"Software" not in png
        assert cell(path, "print(total(3))").outputs == []  # it needs an answer
    folded = {"jupyter": {"source_hidden": True}, "cellView": "form"}  # JupyterLab; Colab
    assert cell(problem.release, "draw_line").metadata == folded


@pytest.mark.slow(2)
def test_a_second_build_draws_nothing_anew(problem: Assignment) -> None:
    with mock.patch.object(figures, "_run", side_effect=AssertionError):
        assert build.build(Course(problem.root)) == []
    text = problem.notebook_source.read_text()
    problem.notebook_source.write_text(text.replace("plt.plot([1, 2])", "plt.plot([2, 1])"))
    before = cell(problem.release, "draw_line").outputs
    assert problem.release in build.build(Course(problem.root))
    assert cell(problem.release, "draw_line").outputs != before


ALT = "# alt: A line from (0, 1)\n#      to (1, <<q1_sum>>), without <<axes.\n"
TEXT = "A line from (0, 1) to (1, `q1_sum`, 2 points), without <<axes."


def describe(problem: Assignment, old: str = "# alt: A line.\n", new: str = ALT) -> None:
    text = problem.notebook_source.read_text().replace(old, new)
    problem.notebook_source.write_text(text)
    build.build(Course(problem.root))


@pytest.mark.slow
def test_a_figure_has_the_alternative_text_of_its_comment(problem: Assignment) -> None:
    """A new text draws nothing anew."""
    assert cell(problem.release, "draw_line").outputs[0].data["text/plain"] == "A line."
    with mock.patch.object(figures, "_run", side_effect=AssertionError):
        describe(problem)
        for path in (problem.source, problem.release):
            figure = cell(path, "draw_line")
            assert "#      to (1, `q1_sum`, 2 points), without" in figure.source
            (output,) = figure.outputs
            assert output.data["text/plain"] == TEXT
            assert output.metadata["image/png"].alt == TEXT
            assert output.metadata["image/png"].width > 0
        assert build.stale(Course(problem.root)) == []
        describe(problem, "without", "with")
    (output,) = cell(problem.release, "draw_line").outputs
    assert output.metadata["image/png"].alt == TEXT.replace("without", "with")


@pytest.mark.slow
def test_each_picture_of_a_cell_has_its_text(small_course: Course) -> None:
    figure = "# %% figure\n# alt: One.\nplt.plot([1])\nplt.show()\n# alt: Two.\n"
    figure += "plt.plot([2])\nplt.show()\nplt.plot([3])\nprint(3)\n"
    problem = with_figures(small_course, figure)
    build.build(small_course)
    printed, *pictures = cell(problem.release, "# alt: One.").outputs
    assert printed.text == "3\n"
    assert [each.metadata["image/png"].alt for each in pictures] == ["One.", "Two.", "Two."]


@pytest.mark.slow
def test_pages_show_the_alternative_text(problem: Assignment) -> None:
    """It stands in the output's metadata, or in the comment of a figure that a student ran."""
    describe(problem, new="# alt: A <line>.\n")
    notebook = nbformat.read(problem.release, as_version=4)
    ran = nbformat.from_dict(dict(cell(problem.release, "draw_line")))
    ran.id, ran.source = "ran", ran.source.replace("A <line>.", "My line.")
    ran.outputs = [nbformat.from_dict(dict(each, metadata={})) for each in ran.outputs]
    notebook.cells.append(ran)
    file = nbformat.writes(notebook).encode()
    page = feedback_page(file, Marks("ps0_warm_up", "ada", {}))
    assert re.findall('<img alt="([^"]*)"', page) == ["A &lt;line&gt;.", "My line."]
    assert re.search(r'<img[^>]*\salt="A &lt;line&gt;\."', formgrader_page(file, ABOUT))


@pytest.mark.slow
def test_a_figure_without_an_alternative_text_is_an_issue(problem: Assignment) -> None:
    with pytest.raises(CourseError) as error:
        describe(problem, new="")
    (line,) = str(error.value).splitlines()  # the other figure only prints
    assert "this figure has no alternative text: say in a comment `# alt: …`" in line
    with pytest.raises(CourseError, match="no alternative text"):
        describe(problem, "def draw_line", "# alt:\ndef draw_line")
    describe(problem, "# alt:\n", "# alt: A line.\n")


def test_what_an_instructor_ran_is_not_released(problem: Assignment) -> None:
    for change in (lambda old: old, lambda old: [*old, *old]):
        ran = cell(problem.source, "draw_line")
        ran.outputs, ran.execution_count = change(ran.outputs), 3
        kept, _ = ClearOtherOutputs().preprocess_cell(nbformat.from_dict(dict(ran)), {}, 0)
        assert kept.outputs == (ran.outputs if len(ran.outputs) == 1 else [])
        assert kept.execution_count is None


def test_an_edit_in_the_notebook_keeps_the_words(problem: Assignment) -> None:
    notebook = nbformat.read(problem.source, as_version=4)
    for edited in notebook.cells:
        edited.source = edited.source.replace("plt.plot([1, 2])", "plt.plot([1, 3])")
        edited.metadata.pop("jupyter", None)  # an editor unfolds it
    nbformat.write(notebook, problem.source)
    import_edits(Course(problem.root), problem.name)
    text = problem.notebook_source.read_text()
    assert text.count("# %% figure folded\n") == 2
    assert "plt.plot([1, 3])" in text


# --- grading -------------------------------------------------------------------------------------

DRAW = "def draw():\n    print('drawn')\n\n\ndraw()"
SHOW = "print(f(1))"
STUB = "def f(n):\n    raise NotImplementedError"
PICTURE = {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo="}, "metadata": {}}
MASTER = ReferenceNotebook(
    (ReferenceCell("q1", CellKind.ANSWER, STUB),),
    {"name": "python3", "display_name": "Python 3"},
    figures=(Figure(DRAW, frozenset({"draw"}), (PICTURE,)), Figure(SHOW, frozenset())),
)


def outputs_after_grading(sandbox, *sources: str, answer: str = STUB) -> list[str]:
    """Return the outputs of a student's code cells after grading, in words."""
    cells = [
        SubmittedCell(answer, "code", "q1"),
        *(SubmittedCell(s, "code", None) for s in sources),
    ]
    notebook, _ = rebuild(cells, MASTER)
    with closing(sandbox.student()) as student:
        examine(notebook, student)
    nbformat.validate(notebook)
    return ["".join(map(_in_words, cell.outputs)) for cell in notebook.cells[1:]]


def _in_words(output: NotebookNode) -> str:
    return "picture" if "data" in output else output.get("text", "").strip() or output.ename


def test_a_figure_keeps_its_picture_and_is_not_run(sandbox) -> None:
    shown, of_answers = outputs_after_grading(sandbox, DRAW, SHOW)
    assert shown == "picture"
    assert "shows your answers" in of_answers


def test_a_figure_that_was_changed_is_run(sandbox) -> None:
    changed, after = outputs_after_grading(sandbox, DRAW.replace("'drawn'", "'mine'"), "draw()")
    assert (changed, after) == ("mine", "mine")


@pytest.mark.parametrize("use", ["draw()", "globals()['draw']()"])
def test_a_figure_whose_names_are_used_is_run(sandbox, use: str) -> None:
    assert outputs_after_grading(sandbox, DRAW, use) == ["drawn", "drawn"]
    answer = f"def f(n):\n    {use}"
    assert outputs_after_grading(sandbox, DRAW, "f(1)", answer=answer) == ["drawn", "drawn"]


@pytest.mark.slow
def test_of_two_copies_of_a_figure_one_is_run(sandbox) -> None:
    """So that copies of a large picture don't fill a page."""
    assert outputs_after_grading(sandbox, SHOW, SHOW)[1] == "NotImplementedError"
    assert outputs_after_grading(sandbox, DRAW, DRAW) == ["drawn", "drawn"]


@pytest.mark.parametrize("problem", COURSE.problems(), ids=lambda p: p.name)
def test_no_figure_runs_because_its_names_are_words_elsewhere(problem: Assignment) -> None:
    """A figure runs in grading if answers use its names: that can take seconds."""
    cells = instructor_notebook(problem).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    locked = (CellKind.GIVEN, CellKind.TEST)
    others = [cell.source for cell in code if not is_figure(cell) and cell_kind(cell) not in locked]
    others += [answer.code for answer in answers() if answer.assignment == problem.name]
    words = {*re.findall(r"\w+", "\n".join(others))}
    used = {name for cell in code if is_figure(cell) for name in bound_names(cell.source) & words}
    assert not used, f"rename {', '.join(sorted(used))} in the figures of {problem.name}"
