"""No work of a student's is lost: written answers and code are found wherever they were typed."""

from __future__ import annotations

import base64
import json
import re
import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from examiner.cell_code import guessed_definitions
from examiner.cell_kinds import name_of
from examiner.course import Course
from examiner.gradebook.scores import auto_score, is_left_open
from examiner.grading.cell_texts import text_of
from examiner.grading.rebuild import answers_in, is_elsewhere, is_lost, is_unused, rebuild
from examiner.grading.reference_notebook import ReleasedCell
from examiner.grading.submission import Remark, SubmittedCell, parse_notebook
from examiner.pages.feedback import Mark, Marks, feedback_page
from tests.bench_medians import master_of
from tests.conftest import ROOT
from tests.messages import mentions

SOURCE = nbformat.read(ROOT / "source/ps1_flops/flops.ipynb", as_version=4)
RELEASE = nbformat.read(ROOT / "release/ps1_flops/flops.ipynb", as_version=4)
OUT = {name_of(cell): cell.source for cell in RELEASE.cells if name_of(cell)}
WHOLE = master_of(SOURCE)
QUESTIONS = Course(ROOT).problems("ps1_flops")[0].questions.values()
MASTER = replace(
    WHOLE,
    cells=tuple(c if c.locked else replace(c, source=OUT[c.name]) for c in WHOLE.cells),
    released=tuple(
        ReleasedCell(name_of(cell) or cell.id, cell.cell_type, cell.source)
        for cell in RELEASE.cells
    ),
    asked={question.name: tuple(question.defined) for question in QUESTIONS if question.defines},
)
WRITTEN = "q5_written"
TEXT = "The gradient of W_q flows through the scores."
MORE = "The softmax gives the Jacobian of each row."
HEADER = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", 13, b"IHDR")
PNG, OTHER_PNG = (
    base64.b64encode(HEADER + struct.pack(">II5BI", n, n, 8, 2, 0, 0, 0, 0)).decode()
    for n in (1, 2)
)
Change = Callable[[list[NotebookNode]], Any]


def released() -> list[NotebookNode]:
    """The released cells, with an answer to each question of code."""
    cells = json.loads(json.dumps(RELEASE.cells))
    solutions = {name_of(c): c.source for c in SOURCE.cells if c.metadata.get("nbgrader")}
    for cell in cells:
        about = cell["metadata"].get("nbgrader", {})
        if about.get("solution") and cell["cell_type"] == "code":
            lines = solutions[about["grade_id"]].split("\n")
            kept = (line for line in lines if "### BEGIN" not in line and "### END" not in line)
            cell["source"] = "\n".join(kept)
    return [nbformat.from_dict(cell) for cell in cells]


def graded(cells: list[NotebookNode]) -> tuple[NotebookNode, list[Remark]]:
    """The notebook that is examined, of a submission with these cells."""
    notebook, remarks = rebuild(parse_notebook(json.dumps({"cells": cells}).encode()), MASTER)
    written = next(cell for cell in notebook.cells if name_of(cell) == WRITTEN)
    written.metadata.nbgrader.checksum = checksum_of_the_release()
    return notebook, remarks


def checksum_of_the_release() -> str:
    notebook, _ = rebuild([], MASTER)
    return compute_checksum(next(c for c in notebook.cells if name_of(c) == WRITTEN))


def cell_of(notebook: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if name_of(cell) == name)


def place_of(cells: list[NotebookNode], name: str) -> int:
    return next(i for i, cell in enumerate(cells) if name_of(cell) == name)


def own(source: str, cell_type: str = "markdown", **more: Any) -> NotebookNode:
    return nbformat.from_dict({"cell_type": cell_type, "source": source, "metadata": {}} | more)


def insert(at: int, *texts: str, cell_type: str = "markdown") -> Change:
    """Cells of one's own, so many cells below the written answer."""

    def change(cells: list[NotebookNode]) -> None:
        place = place_of(cells, WRITTEN) + at
        cells[place:place] = [own(text, cell_type) for text in texts]

    return change


def write(text: str, name: str = WRITTEN) -> Change:
    def change(cells: list[NotebookNode]) -> None:
        cells[place_of(cells, name)].source = text

    return change


def append(text: str, offset: int) -> Change:
    """Text at the end of the cell so many cells below the written answer."""

    def change(cells: list[NotebookNode]) -> None:
        cells[place_of(cells, WRITTEN) + offset].source += f"\n\n{text}"

    return change


def split(cells: list[NotebookNode]) -> None:
    place = place_of(cells, WRITTEN)
    other = nbformat.from_dict(json.loads(json.dumps(cells[place])))
    cells[place].source, other.source, other.id = TEXT, MORE, "another"
    cells.insert(place + 1, other)


def split_without_a_name(cells: list[NotebookNode]) -> None:
    write(TEXT)(cells)
    insert(1, MORE)(cells)


def retype(cell_type: str) -> Change:
    def change(cells: list[NotebookNode]) -> None:
        cell = cells[place_of(cells, WRITTEN)]
        cell.cell_type, cell.source = cell_type, TEXT

    return change


def merge(upwards: bool) -> Change:
    """The written answer and the cell above it, or below it, as one."""

    def change(cells: list[NotebookNode]) -> None:
        write(TEXT)(cells)
        place = place_of(cells, WRITTEN)
        above, below = (place - 1, place) if upwards else (place, place + 1)
        cells[above].source += "\n\n" + cells[below].source
        del cells[below]

    return change


def move(to: int) -> Change:
    def change(cells: list[NotebookNode]) -> None:
        write(TEXT)(cells)
        cell = cells.pop(place_of(cells, WRITTEN))
        cells.insert(to if to >= 0 else len(cells), cell)

    return change


def rename(name: str) -> Change:
    def change(cells: list[NotebookNode]) -> None:
        cell = cells[place_of(cells, WRITTEN)]
        cell.source, cell.id = TEXT, name
        cell.metadata["nbgrader"]["grade_id"] = name

    return change


def forget_names(cells: list[NotebookNode]) -> None:
    for cell in cells:
        cell.metadata.clear()
        cell.pop("id", None)


def both(*changes: Change) -> Change:
    def change(cells: list[NotebookNode]) -> None:
        for each in changes:
            each(cells)

    return change


def as_databricks(cells: list[NotebookNode]) -> None:
    write(TEXT)(cells)
    forget_names(cells)
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.cell_type, cell.source = "code", f"%md\n{cell.source}"


def as_marimo(cells: list[NotebookNode]) -> None:
    write(TEXT)(cells)
    forget_names(cells)
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.cell_type, cell.source = "code", f'mo.md(r"""{cell.source}""")'


def as_one_cell(cell_type: str) -> Change:
    def change(cells: list[NotebookNode]) -> None:
        write(TEXT)(cells)
        parts = []
        for cell in cells:
            is_text = cell.cell_type == "markdown" and cell_type == "code"
            parts.append(re.sub("^", "# ", cell.source, flags=re.M) if is_text else cell.source)
        cells[:] = [own("\n\n".join(parts), cell_type)]

    return change


def only_the_answers(cells: list[NotebookNode]) -> None:
    """Keep the answers only, as if a student had typed them into an empty notebook."""
    cells[:] = [own("def n_parameters(): ...", "code"), own(TEXT)]


TYPED = {
    "below the stub": insert(1, TEXT),
    "two cells below": insert(1, TEXT, MORE),
    "above the stub": insert(0, TEXT),
    "above the statement": insert(-1, TEXT),
    "below the test before": insert(-3, TEXT),
    "below the next heading": insert(2, TEXT),
    "at the end": insert(20, TEXT),
    "as raw text": insert(1, TEXT, cell_type="raw"),
    "as a comment": insert(1, f"# {TEXT}", cell_type="code"),
    "as a text in code": insert(1, f'"""\n{TEXT}\n"""', cell_type="code"),
    "as text that is no code": insert(1, TEXT, cell_type="code"),
    "in the statement": append(TEXT, -1),
    "in the next statement": append(TEXT, 1),
    "in the test before": append(f"# {TEXT}", -4),
    "under the stub's line": append(TEXT, 0),
    "split in two": split,
    "split, and the name kept once": split_without_a_name,
    "as a code cell": retype("code"),
    "as a raw cell": retype("raw"),
    "merged with the statement": merge(upwards=True),
    "merged with the next question": merge(upwards=False),
    "moved to the top": move(0),
    "moved to the end": move(-1),
    "renamed": rename("cell-0123456789abcdef"),
    "all names lost": both(write(TEXT), forget_names),
    "all names lost, below the stub": both(insert(1, TEXT), forget_names),
    "all names lost, at the end": both(insert(20, TEXT), forget_names),
    "in Databricks": as_databricks,
    "in marimo": as_marimo,
    "in one cell of code": as_one_cell("code"),
    "in one cell of text": as_one_cell("markdown"),
    "in an empty notebook": only_the_answers,
    "in the code of another answer": lambda cells: append_to_code(cells, "q5_gradients"),
    "printed, far away": lambda cells: cells.insert(3, own(f"print('{TEXT}')", "code")),
    "as the title of a link": write(f"[//]: # ({TEXT})"),
    "as a comment of HTML": write(f"<!-- {TEXT} -->"),
}


def append_to_code(cells: list[NotebookNode], name: str) -> None:
    cell = cells[place_of(cells, name)]
    cell.source += f'\n\n"""\n{TEXT} {MORE} {TEXT} {MORE}\n"""'


@pytest.mark.parametrize("change", TYPED.values(), ids=TYPED)
def test_a_written_answer_goes_to_a_person_wherever_it_was_typed(change: Change) -> None:
    cells = released()
    change(cells)
    notebook, _ = graded(cells)
    written = cell_of(notebook, WRITTEN)
    assert TEXT in written.source
    assert auto_score(written) is None
    assert not is_left_open(written)
    assert not is_lost(written)
    if MORE in json.dumps(cells):
        assert written.source.index(TEXT) < written.source.index(MORE)


def test_text_that_a_page_does_not_render_is_listed_below_the_answer() -> None:
    cells = released()
    write(f"See below.\n\n[//]: # ({TEXT})\n\n<!--\n{MORE}\n-->\n\n[link]: https://a.b")(cells)
    source = cell_of(graded(cells)[0], WRITTEN).source
    listing = source[source.index("```") :]
    assert TEXT in listing
    assert MORE in listing
    assert "a.b" not in listing


NOTE = "A note of mine on the imports."


def test_an_answer_in_its_own_cell_is_shown_as_it_was_typed_and_nothing_is_added() -> None:
    cells = released()
    write(f"{TEXT}\n\n{MORE}")(cells)
    cells.insert(5, own(NOTE))
    cells.insert(
        place_of(cells, "q3_activation"), own("print(n_parameters(1, 2, 3, 4, 5))", "code")
    )
    notebook, _ = graded(cells)
    assert cell_of(notebook, WRITTEN).source == f"{TEXT}\n\n{MORE}"
    (other,) = (cell for cell in notebook.cells if is_elsewhere(cell, WRITTEN))
    assert NOTE in other.source
    assert "print" not in other.source


@pytest.mark.parametrize(
    "change",
    [
        lambda cells: None,
        forget_names,
        lambda cells: cells.pop(place_of(cells, WRITTEN)),
        lambda cells: [cell.update(source=cell.source + "\n") for cell in cells],
        lambda cells: insert(1, "  \n")(cells),
    ],
    ids=["as released", "names lost", "cell deleted", "white space", "an empty cell"],
)
def test_who_wrote_nothing_gets_no_points_and_nobody_has_to_look(change: Change) -> None:
    cells = released()
    change(cells)
    notebook, _ = graded(cells)
    assert auto_score(cell_of(notebook, WRITTEN)) == 0
    assert is_left_open(cell_of(notebook, WRITTEN))


def test_pictures_come_along_and_two_of_one_name_stay_two() -> None:
    cells = released()
    place = place_of(cells, WRITTEN)
    first, second = ({"a.png": {"image/png": data}} for data in (PNG, OTHER_PNG))
    cells[place].update(source="![a](attachment:a.png)", attachments=first)
    cells.insert(place + 1, own("![a](attachment:a.png)", attachments=second))
    notebook, _ = graded(cells)
    written = cell_of(notebook, WRITTEN)
    data = [bundle["image/png"] for bundle in written.attachments.values()]
    assert data == [PNG, OTHER_PNG]
    assert all(f"(attachment:{name})" in written.source for name in written.attachments)


# --- code ----------------------------------------------------------------------------------------


def test_a_solved_notebook_without_names_is_answered_in_every_question() -> None:
    cells = released()
    forget_names(cells)
    notebook, remarks = graded(cells)
    before = nbformat.from_dict({"cells": released()})
    for name in MASTER_ANSWERS:
        assert cell_of(notebook, name).source == cell_of(before, name).source
    assert [remark.text for remark in remarks if remark.serious] != []


MASTER_ANSWERS = [cell.name for cell in MASTER.cells if cell.kind == "answer"]


def test_an_answer_in_a_copy_of_another_questions_cell_stands_at_its_own_question() -> None:
    cells = released()
    place = place_of(cells, "q4_feedforward")
    copied = nbformat.from_dict(json.loads(json.dumps(cells[place_of(cells, "q1_parameters")])))
    answer, copied.id = cells[place].source, "a-copy"
    copied.source = answer
    cells[place] = copied
    notebook, _ = graded(cells)
    assert cell_of(notebook, "q4_feedforward").source == answer
    assert "n_parameters" in cell_of(notebook, "q1_parameters").source


def test_code_in_a_cell_of_the_course_is_shown_at_its_question_and_somebody_is_told() -> None:
    cells = released()
    answer = cells[place_of(cells, "q2_attention")]
    cells[place_of(cells, "q2_attention_test")].source += f"\n\n{answer.source}"
    answer.source = next(c.source for c in RELEASE.cells if name_of(c) == "q2_attention")
    notebook, remarks = graded(cells)
    (shown,) = (c for c in notebook.cells if "q2_attention" in answers_in(c))
    assert is_unused(shown)
    assert "def attention_flops" in shown.source
    assert not is_left_open(cell_of(notebook, "q2_attention"))
    assert any("q2_attention_test" in remark.text for remark in remarks if remark.serious)


@pytest.mark.parametrize("stubs", [True, False], ids=["stubs left", "stubs deleted"])
@pytest.mark.parametrize("at", ["q1_parameters_test", "q3_activation", "end"])
def test_all_answers_in_one_cell_are_found_there(stubs: bool, at: str) -> None:
    cells = released()
    answers = {name_of(c): c.source for c in cells if name_of(c) in MASTER_ANSWERS}
    code = "\n\n\n".join(answers.values())
    cells = [c for c in cells if stubs or name_of(c) not in MASTER_ANSWERS]
    for cell in cells:
        if name_of(cell) in MASTER_ANSWERS:
            cell.source = OUT[name_of(cell)]
    if at == "q3_activation" and not stubs:
        at = "q3_activation_test"
    cells.insert(len(cells) if at == "end" else place_of(cells, at), own(code, "code"))
    notebook, _ = graded(cells)
    for name in MASTER_ANSWERS:
        cell = cell_of(notebook, name)
        (defined,) = guessed_definitions(cell.source) & {*MASTER.asked[name]}
        assert re.search(rf"^(def {defined}\(|{defined} =)", cell.source, re.MULTILINE)
        assert OUT[name] not in cell.source
        assert not is_left_open(cell)
    stubs_run = [c for c in notebook.cells if c.cell_type == "code" and c.source in OUT.values()]
    assert not {*MASTER_ANSWERS} & {*map(name_of, stubs_run)}


def test_an_answer_in_another_questions_cell_is_not_undone_by_the_stub() -> None:
    cells = released()
    place = place_of(cells, "q2_attention")
    cells[place_of(cells, "q1_parameters")].source += f"\n\n\n{cells[place].source}"
    cells[place].source = OUT["q2_attention"]
    notebook, remarks = graded(cells)
    assert "def attention_flops" in cell_of(notebook, "q2_attention").source
    assert "def n_parameters" not in cell_of(notebook, "q2_attention").source
    assert any("q2_attention" in remark.text for remark in remarks)


def test_the_text_of_a_second_notebook_goes_to_the_person_who_marks() -> None:
    cells = released()
    other = parse_notebook(json.dumps({"cells": [own(TEXT), own("import numpy", "code")]}).encode())
    submitted = parse_notebook(json.dumps({"cells": cells}).encode())
    notebook, _ = rebuild(submitted, MASTER, others={"derivation.ipynb": other})
    written = cell_of(notebook, WRITTEN)
    assert TEXT in written.source
    assert mentions(written.source.replace(TEXT, ""), "derivation")
    notebook, _ = rebuild(submitted, MASTER, others={"copy.ipynb": submitted})
    assert TEXT not in cell_of(notebook, WRITTEN).source


def test_a_comment_in_the_code_of_an_answer_is_shown_beside_the_written_one() -> None:
    cells = released()
    write("See the comments in my code.")(cells)
    append_to_code(cells, "q5_gradients")
    notebook, _ = graded(cells)
    (other,) = (cell for cell in notebook.cells if is_elsewhere(cell, WRITTEN))
    assert MORE in other.source


def test_a_notebook_of_the_older_format_is_read() -> None:
    old = [
        {"cell_type": "heading", "level": 2, "source": ["Question"]},
        {"cell_type": "code", "input": ["def n_parameters():\n", "    return 1"]},
        {"cell_type": "markdown", "source": TEXT},
    ]
    raw = json.dumps({"nbformat": 3, "worksheets": [{"cells": old}, "odd"]}).encode()
    found = [(cell.cell_type, cell.source) for cell in parse_notebook(raw)]
    assert found == [
        ("markdown", "## Question"),
        ("code", "def n_parameters():\n    return 1"),
        ("markdown", TEXT),
    ]


def test_a_page_shows_an_answer_that_stands_in_two_cells() -> None:
    cells = released()
    place = place_of(cells, "q1_parameters")
    half = nbformat.from_dict(json.loads(json.dumps(cells[place])))
    half.source, half.id = f"{cells[place].source}\n\n\ndef attention_flops(): ...", "half"
    cells.insert(place, half)
    notebook, _ = graded(cells)
    marks = Marks("ps1_flops", "ada", {"q1_parameters_test": Mark(1.0, 2.0)})
    page = feedback_page(nbformat.writes(notebook, 4).encode(), marks)
    assert "in another cell of your notebook" in page


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("%md\n# a\nb", "# a\nb"),
        ("%%markdown\na", "a"),
        ('mo.md(r"""\na\n""")', "\na\n"),
        ("mo.md('a')", "a"),
        ("%matplotlib inline\na = 1", None),
        ("x = mo.md('a')", None),
    ],
)
def test_text_in_the_forms_of_other_notebooks_is_text(source: str, text: str | None) -> None:
    assert text_of(SubmittedCell(source, "code", None)) == text
