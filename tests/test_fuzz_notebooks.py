"""Random changes of valid submissions: every file is rebuilt, examined and marked.

Three statements are true of every change. There is no exception. The examination runs the tests of
the reference notebook. No change of a wrong answer earns more points: the mark of a changed file
differs only if its answer differs.
"""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from examiner.cell_kinds import CellKind
from examiner.grading import rebuild, submission
from examiner.grading.examination import examine
from examiner.grading.reference_notebook import ReferenceCell, ReferenceNotebook, new_cell
from examiner.student import Limits, Sandbox

GIVEN = "import numpy as np\n\n\ndef given(n):\n    return n"
VISIBLE = "assert area(2) is not None"
HIDDEN = (
    "### BEGIN HIDDEN TESTS\nfrom examiner.checks import Count, sizes\n\n"
    "(n,) = sizes('n')\nCount([n], 3 * n**2 + 2 * n).grade(area, points=4)\n"
    "### END HIDDEN TESTS"
)
SUM = (
    "### BEGIN HIDDEN TESTS\nfrom examiner.checks import Arrays, case\n\n"
    "Arrays(oracle=sum, cases={'three': case([1, 2, 3])}).grade(total, points=2)\n"
    "### END HIDDEN TESTS"
)
STUB = "def area(n):\n    raise NotImplementedError"


MASTER = ReferenceNotebook(
    (
        ReferenceCell("given", CellKind.GIVEN, GIVEN),
        ReferenceCell("q1_area", CellKind.ANSWER, STUB),
        ReferenceCell("q1_area_test", CellKind.TEST, f"{VISIBLE}\n{HIDDEN}", points=4.0),
        ReferenceCell("q2_total", CellKind.ANSWER, "total = None"),
        ReferenceCell("q2_total_test", CellKind.TEST, SUM, points=2.0),
    ),
    {"name": "python3", "display_name": "Python 3", "language": "python"},
)
RELEASED = {"given": GIVEN, "q1_area_test": VISIBLE, "q2_total_test": ""}
# The first earns half of the points of its question, the second none.
ANSWERS = {
    "q1_area": "def area(n):\n    return 3 * n * n",
    "q2_total": "def total(values):\n    return 0",
}
EARNS = {"q1_area_test": 2.0, "q2_total_test": 0.0}


def valid() -> dict[str, Any]:
    """A submission as Jupyter would save it."""
    sources = RELEASED | ANSWERS
    cells = [cell.notebook_cell(sources[cell.name]) for cell in MASTER.cells]
    cells.insert(0, new_cell("markdown", "My work.", "note"))
    cells.append(new_cell("code", "helper = [1, 2]", "own"))
    return json.loads(nbformat.writes(rebuild.notebook_of(cells, MASTER)))


# --- changes -------------------------------------------------------------------------------------

ODD: list[Any] = [
    *(None, True, 0, -1, 10**30, 1e308, "", "x", "\ud800\x00", [], {}, [[]], {"": None}),
    *("q1_area", "q1_area_test", "given", "code", "raw", "markdown", "skip-execution"),
    *("4.0", "area = 4.0", "### BEGIN HIDDEN TESTS\n4.0\n### END HIDDEN TESTS", "%%bash\nexit 3"),
    *("def area(", "raise SystemExit", "assert False", "import os", "1/0"),
    {"grade_id": "q1_area_test", "grade": True, "points": 1000},
    [{"output_type": "execute_result", "data": {"text/plain": "4.0"}, "metadata": {}}],
    {"cell_type": "code", "source": ["4", ".", 0], "metadata": {"nbgrader": {"grade_id": []}}},
]
KEYS = ["cells", "metadata", "nbgrader", "grade_id", "id", "source", "cell_type", "tags", "outputs"]
KEYS += ["attachments", "points", "locked", "solution", "nbformat", "x"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys or indices."""
    members = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, member in members:
        yield value, key
        if isinstance(member, (dict, list)):
            yield from places(member)


def change(rng: random.Random, notebook: dict) -> None:
    """Change one thing in a notebook: something odd, or another part of it, takes a place."""
    found = list(places(notebook))
    (one, key), (other, name) = rng.choice(found), rng.choice(found)
    new = copy.deepcopy(rng.choice([rng.choice(ODD), other[name]]))
    match rng.choice(["replace", "delete", "add", "mix up", "edit", "edit"]):
        case "replace":
            one[key] = new
        case "delete":
            del one[key]
        case "add" if isinstance(one, list):
            one.insert(key, new)
        case "add":
            one[rng.choice(KEYS)] = new
        case "mix up" if isinstance(notebook.get("cells"), list):
            rng.shuffle(notebook["cells"])
        case "edit":  # a few characters of a text (no digits: 0 could become the right answer)
            container, key = rng.choice([(c, k) for c, k in found if isinstance(c[k], str)])
            text, place = container[key], rng.randrange(len(container[key]) + 1)
            new = "".join(rng.choices(" \n\t#'\"()[]:%!?@λ\x00", k=rng.randint(0, 3)))
            container[key] = text[:place] + new + text[place + rng.randint(0, 3) :]


def changed(rng: random.Random) -> bytes:
    """A submission with one to four changes of its content, and now and then one of its bytes."""
    notebook = valid()
    for _ in range(rng.randint(1, 4)):
        with contextlib.suppress(IndexError):  # there is nothing left of that kind
            change(rng, notebook)
    raw = bytearray(json.dumps(notebook).encode())
    if rng.random() < 0.2:
        place = rng.randrange(len(raw))
        raw[place : place + rng.randint(0, 9)] = rng.randbytes(rng.randint(0, 9))
    return bytes(raw)


# --- the statements -------------------------------------------------------------------------------


def rebuilt(raw: bytes) -> nbformat.NotebookNode:
    """The notebook that is examined, as `grade` makes it; with the reference notebook's tests."""
    try:
        notebook, _ = rebuild.rebuild(submission.parse_notebook(raw), MASTER)
    except submission.Unreadable as reason:
        notebook = rebuild.unreadable_notebook(str(reason), MASTER, submitted="1")
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    about = [(c.metadata.nbgrader, c.source) for c in notebook.cells if "nbgrader" in c.metadata]
    assert [n.grade_id for n, _ in about] == [cell.name for cell in MASTER.cells]
    for n, source in about:
        if n.locked:
            assert source == MASTER[n.grade_id].source
            assert n.get("points", 0.0) == MASTER[n.grade_id].points
    return notebook


def earned(notebook: nbformat.NotebookNode, sandbox: Sandbox) -> dict[str, float]:
    with closing(sandbox.student()) as student:
        results = examine(notebook, student, MASTER.given)
    json.loads(nbformat.writes(notebook).encode())
    for name, result in results.items():
        assert result.points is not None, f"{name} was left for a person"
    return {name: result.points for name, result in results.items()}


@pytest.mark.parametrize(
    ("times", "examined"),
    [
        pytest.param(200, 40, marks=pytest.mark.slow(5)),
        pytest.param(10_000, 10_000, marks=pytest.mark.bench),
    ],
)
def test_no_change_of_a_submission_fails_or_earns(
    times: int, examined: int, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many are rebuilt; of those that are unlike the others, so many are examined as well."""
    rng, seen = random.Random(times), set()
    monkeypatch.setattr(sandbox, "limits", Limits(cell_seconds=2.0, notebook_seconds=6.0))
    assert earned(rebuilt(json.dumps(valid()).encode()), sandbox) == EARNS
    for _ in range(times):
        notebook = rebuilt(changed(rng))
        code = "\n".join(c.source for c in notebook.cells if c.cell_type == "code")
        if code not in seen and len(seen) < examined:
            seen.add(code)
            for name, points in earned(notebook, sandbox).items():
                assert points <= EARNS[name], (name, points, code)
    assert len(seen) >= min(examined, 1000)
