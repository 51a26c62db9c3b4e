"""Which of several notebooks is graded, and what is said of one that is another problem set's."""

from __future__ import annotations

import json
from datetime import timedelta

import nbformat
import pytest
from rich.console import Console

from examiner.cells import Kind, kind_of, name_of
from examiner.grading.master import Figure, Master, MasterCell
from examiner.grading.submission import OfAnother, Submission, Undecided, answers, choose
from examiner.intake.times import timestamp_of
from examiner.pages.feedback import Mark, Marks, feedback_page
from examiner.reports import report_reading, show
from examiner.reports.tables import report_table
from tests.conftest import ROOT
from tests.small_class import ASSIGNMENT, DUE, RIGHT, InThisProcess, SmallClass
from tests.test_submission import MASTER as FOUR_CELLS
from tests.test_submission import STUB, TEST

MASTER = Master(FOUR_CELLS.cells, assignment="ps1", elsewhere={"softmax": "ps2"})
RIGHT_ANSWER = "def f(n): return n"


def notebook(**cells: str) -> bytes:
    """A notebook with these cells, by their names; "x_…": one that has none."""
    made = []
    for name, source in cells.items():
        about = {} if name.startswith("x_") else {"nbgrader": {"grade_id": name}}
        made.append({"cell_type": "code", "source": source, "metadata": about})
    return json.dumps({"cells": made}).encode()


STUBS = notebook(q1=STUB, q1_test=TEST)
ANSWERED = notebook(q1=RIGHT_ANSWER, q1_test=TEST)
OTHERWISE = notebook(q1="def f(n): return 0", q1_test=TEST)
ANOTHER_SET = notebook(given="import numpy as np", softmax="def f(z): return z")


def submitted(first: bytes, problem: str = "", **others: bytes) -> Submission:
    files = {f"{name}.ipynb": content for name, content in others.items()}
    return Submission(first, files, (), problem, "flops.ipynb", tuple(files))


def said(submission: Submission) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """The answers that are graded, the notices and the remarks."""
    cells, found = choose(submission, MASTER)
    lines = [tuple(r.text for r in found if r.serious is serious) for serious in (True, False)]
    return [*answers(cells, MASTER).values()], *lines


@pytest.mark.parametrize(
    ("first", "problem", "why"),
    [
        (STUBS, "", "has no answers"),
        (b"no notebook", "", "can't be read"),
        (b"", "it was not submitted; rename the right one of a.ipynb", "was not submitted"),
        (ANOTHER_SET, "", "is no notebook of this problem set"),
    ],
)
def test_the_one_with_answers_is_graded_in_the_place_of_what_has_none(first, problem, why):
    found, (line,), _ = said(submitted(first, problem, a=ANSWERED, b=ANSWERED, c=STUBS))
    assert found == [RIGHT_ANSWER]
    assert line == f"a.ipynb was graded in the place of flops.ipynb, which {why}"


def test_of_two_with_different_answers_a_person_says_which():
    with pytest.raises(Undecided, match=r"a\.ipynb and b\.ipynb have: keep the right one"):
        choose(submitted(STUBS, a=ANSWERED, b=OTHERWISE), MASTER)


def test_other_answers_beside_the_expected_notebook_are_named():
    found, notices, remarks = said(submitted(ANSWERED, a=OTHERWISE, b=ANSWERED, d=b"{}"))
    assert found == [RIGHT_ANSWER]
    too = "a.ipynb was submitted too, with other answers; only flops.ipynb was graded"
    assert notices == (too,)
    assert remarks == ("b.ipynb was submitted too; it has no other answers",)


def test_another_sets_notebook_is_said_to_be_one_in_a_line():
    reason = "this is no notebook of ps1: none of its cells is in it"
    for raw, has in ((ANOTHER_SET, " (it has cells of ps2)"), (notebook(x_1="1 + 1"), "")):
        with pytest.raises(OfAnother) as raised:
            choose(submitted(raw), MASTER)
        assert str(raised.value) == reason + has


def test_answers_that_lost_their_names_are_answers():
    for cells in ({"x_1": RIGHT_ANSWER}, {"x_0": "1 +", "q1": "f = 1"}):
        assert said(submitted(notebook(**cells)))[0]
    drawn = Master(MASTER.cells, figures=(Figure("f = 3", frozenset("f")),))
    cells, _ = choose(submitted(notebook(q1=STUB, x_1="f = 3")), drawn)
    assert answers(cells, drawn) == {}


def test_no_notebook_of_the_course_has_answers_as_it_is_handed_out():
    for path in sorted(ROOT.glob("release/*/*.ipynb")):
        released = nbformat.read(path, as_version=4)
        named = [cell for cell in released.cells if name_of(cell)]
        master = Master(
            tuple(MasterCell(name_of(c), kind_of(c) or Kind.GIVEN, c.source) for c in named)
        )
        cells, _ = choose(submitted(path.read_bytes()), master)
        assert answers(cells, master) == {}, path


# --- a class -------------------------------------------------------------------------------------


def page_of(room: SmallClass, student: str) -> str:
    marks = Marks(ASSIGNMENT, student, {"q1_sum_test": Mark(0.0, 2.0)})
    return feedback_page(room.room.autograded(student).read_bytes(), marks)


def test_log_report_and_page_say_what_was_graded(tmp_path, courses, sandbox, capsys):
    room = SmallClass(tmp_path / "class", courses, InThisProcess(sandbox))
    names = {"bob": ("q1_sum",), "dan": (), "eve": ()}
    stubs = {cell.id: cell.source for cell in room.room.released().cells if cell.id in RIGHT}
    for student in names:
        room.submit(student, {})
    place = room.room.submitted("dan")
    place.rename(place.with_name("sums (1).ipynb"))
    room.submit("dan", stubs)
    room.room.submitted("eve").write_bytes(ANOTHER_SET)
    (room.room.submitted("bob").parent / "timestamp.txt").write_text("last week")
    late = timestamp_of(DUE - timedelta(hours=1), DUE + timedelta(hours=1))  # for whoever looks
    (room.room.submitted("dan").parent / "timestamp.txt").write_text(late)
    console = Console(width=300)
    show.moves(room.dry_run(), console)
    text = capsys.readouterr().out
    assert "dan: “sums (1).ipynb” was graded in the place of sums.ipynb" in text
    assert "bob: its timestamp.txt holds no date: taken as in time" in text
    for closing in (room.autograde(), room.autograde()):  # nothing is graded the second time
        report = report_reading.collect(room.grading().folder)
        show.summary(closing, report, console)
        text = capsys.readouterr().out
        assert "bob: its timestamp.txt holds no date: taken as in time" in text
        assert "dan: “sums (1).ipynb” was graded in the place of sums.ipynb" in text
        assert f"this is no notebook of {ASSIGNMENT}: none of its cells is in it" in text
        assert text.count("  eve: ") == 1
    rows = {row.student: row for row in report.rows}
    assert rows["dan"].points == rows["bob"].points
    assert rows["dan"].points["q1_sum"] == 2
    assert (rows["eve"].points["q1_sum"], rows["bob"].noted) == (0, ())
    assert 'to look at,,,"“sums (1).ipynb” was graded in the place of' in report_table(report)
    show.report(report, console)
    text = capsys.readouterr().out
    undecided = "write the time that counts"
    for line in ("the place of sums.ipynb", "no notebook of", "txt holds no date", undecided):
        assert line in text
    assert undecided in report_table(report)
    assert rows["dan"].hours_late == 0
    assert "“sums (1).ipynb” was graded in the place of sums.ipynb" in page_of(room, "dan")
    assert f"this is no notebook of {ASSIGNMENT}" in page_of(room, "eve")


def test_two_answered_notebooks_beside_a_stub_wait_for_a_person(tmp_path, courses, sandbox):
    room = SmallClass(tmp_path / "class", courses, InThisProcess(sandbox))
    place = room.room.submitted("dan")
    stubs = {cell.id: cell.source for cell in room.room.released().cells if cell.id in RIGHT}
    for name, answered in (("a", {}), ("b", {"q1_sum": "total = sum"})):
        room.submit("dan", answered)
        place.rename(place.with_name(f"{name}.ipynb"))
    room.submit("dan", stubs)
    done = room.autograde()
    assert "sums.ipynb has no answers, but a.ipynb and b.ipynb have" in done.failures["dan"]
    place.with_name("b.ipynb").unlink()
    assert room.autograde().complete
    assert room.grades()["dan", "q1_sum_test"][0] == 2
