"""Any submission becomes a notebook with the reference's cells and the student's answers."""

from __future__ import annotations

import base64
import json
import os
import re
import struct
from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum
from rich.console import Console

from examiner.cell_kinds import CellKind, cell_kind, name_of
from examiner.gradebook.reference_agreement import _as_released
from examiner.gradebook.scores import read_marks
from examiner.grading import rebuild, submission
from examiner.grading.attachments import show_pictures
from examiner.grading.fingerprint import digest_of_files
from examiner.grading.grade import grade
from examiner.grading.matching import Matching
from examiner.grading.notebook_choice import ForeignNotebook, choose_notebook
from examiner.grading.rebuild import is_for_graders
from examiner.grading.reference_notebook import ReferenceCell, ReferenceNotebook, ReleasedCell
from examiner.grading.submission import Submission, SubmittedCell, Unreadable
from examiner.intake.times import exchange_timestamp
from examiner.pages.feedback import GONE, Mark, Marks, feedback_page
from examiner.pages.titles import Titles
from examiner.reports import report_commands, report_reading
from examiner.reports.tables import report_table
from tests.conftest import ROOT
from tests.messages import lines_naming, mentions
from tests.small_class import ASSIGNMENT, DUE, RIGHT, InThisProcess, SmallClass

STUB = "def f(n):\n    raise NotImplementedError"
TEST = "assert f(1)\n### BEGIN HIDDEN TESTS\nsecret(f)\n### END HIDDEN TESTS"
VISIBLE = "assert f(1)"


MASTER = ReferenceNotebook(
    (
        ReferenceCell("given", CellKind.GIVEN, "import numpy as np"),
        ReferenceCell("q1", CellKind.ANSWER, STUB),
        ReferenceCell("q1_test", CellKind.TEST, TEST, points=3.0),
        ReferenceCell("q2_written", CellKind.WRITTEN, "*Write here.*", "markdown", points=5.0),
    ),
    {"name": "python3", "display_name": "Python 3", "language": "python"},
)


def cell(name, source, cell_type="code"):
    return SubmittedCell(source, cell_type, name)


RELEASED = [
    cell("given", "import numpy as np"),
    cell("q1", STUB),
    cell("q1_test", VISIBLE),
    cell("q2_written", "*Write here.*", "markdown"),
]


def rebuilt(*cells):
    notebook, remarks = rebuild.rebuild(cells, MASTER)
    remarks = [remark.text for remark in remarks]
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    names = [c.metadata.get("nbgrader", {}).get("grade_id") for c in notebook.cells]
    assert [n for n in names if n] == [c.name for c in MASTER.cells]
    return notebook, remarks


def source_of(notebook, name):
    (found,) = (c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)
    return found.source


def test_answers_and_own_cells_stay_in_place_and_an_untouched_release_changes_nothing():
    notebook, remarks = rebuilt(*RELEASED)
    assert [c.source for c in notebook.cells] == [c.source for c in MASTER.cells]
    assert remarks == []
    assert notebook.metadata.kernelspec.name == "python3"
    answered = [cell(None, "# mine", "markdown"), *RELEASED]
    answered[2:3] = [cell(None, "helper = 1"), cell("q1", "def f(n): return n")]
    notebook, remarks = rebuilt(*answered)
    own = ["# mine", "import numpy as np", "helper = 1", "def f(n): return n"]
    assert [c.source for c in notebook.cells][:4] == own
    (remark,) = remarks
    assert remark.startswith("q2_written: ")
    assert "2 cells" in remark


def test_of_doubled_answers_the_last_one_counts_and_stubs_undo_nothing():
    first, second = cell("q1", "def f(n): return 1"), cell("q1", "def f(n): return 2")
    notebook, remarks = rebuilt(first, second, cell("q1", STUB), *RELEASED[2:])
    assert source_of(notebook, "q1") == "def f(n): return 2"
    sources = [c.source for c in notebook.cells]
    assert sources.index(first.source) < sources.index(second.source)
    assert STUB not in sources
    assert mentions(remarks, "q1", 3)


def test_an_untouched_written_answer_has_the_checksum_of_the_release_and_its_rubric_below():
    untouched = replace(_as_released(MASTER["q2_written"]), rubric="1 point: the idea")
    notebook, _ = rebuild.rebuild(RELEASED[-1:], ReferenceNotebook((untouched,)))
    *_, written, scheme = notebook.cells
    assert compute_checksum(written) == written.metadata.nbgrader.checksum
    assert "1 point: the idea" in scheme.source
    assert is_for_graders(scheme)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"PK\x03\x04", "the file is a zip archive"),
        (b"%PDF-1.7", "the file is a PDF"),
        (b'{"cells": [', "the file is damaged, or was made by another program"),
        (b"\xff\xfe\x00", "the file is damaged"),
        (b"[" * 100_000, "the file is damaged"),
        (b"[1, 2]", "not a notebook"),
        (b"{}", "no list of cells"),
        (b'{"cells": 3}', "no list of cells"),
        (b'{"cells": [' + b"9" * 5000 + b"]}", "the file is damaged"),
    ],
)
def test_what_is_no_notebook_is_refused_with_the_reason(raw, reason):
    with pytest.raises(Unreadable, match=reason):
        submission.parse_notebook(raw)


def test_a_cell_is_known_by_its_id_where_its_metadata_is_gone():
    raw = {"cells": [{"cell_type": "code", "id": "q1", "source": "def f(n): return 7"}]}
    notebook, _ = rebuilt(*submission.parse_notebook(json.dumps(raw).encode()))
    assert source_of(notebook, "q1") == "def f(n): return 7"


def test_so_many_pictures_are_kept_and_it_is_said():
    header = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5BI", 13, b"IHDR", 1, 1, 8, 2, 0, 0, 0, 0)
    png = base64.b64encode(header).decode()
    pictures = {f"{number}.png": {"image/png": png} for number in range(60)}
    written = {"cell_type": "markdown", "id": "q2_written", "source": "x", "attachments": pictures}
    own = [{"cell_type": "markdown", "source": "x", "attachments": pictures} for _ in range(15)]
    given = {"cell_type": "code", "id": "given", "source": "import numpy as np"}
    raw = json.dumps({"cells": [*own[:5], given, written, *own[5:]]}).encode()
    cells = submission.parse_notebook(raw)
    _, remarks = show_pictures(cells, Submission(b""), MASTER, None)
    notebook, _ = rebuilt(*cells)
    kept = [len(cell.get("attachments", {})) for cell in notebook.cells if cell.source[:1] == "x"]
    assert kept[:5] == [50] * 5
    assert mentions(remarks, "q2_written", 10)
    assert len(lines_naming(remarks, "a cell", 60)) == 6


def test_of_too_many_cells_none_is_dropped_and_all_are_for_a_person():
    empty = {"cell_type": "code", "source": ""}
    answer = {**empty, "id": "q1", "source": RIGHT_ANSWER}
    kept = json.dumps({"cells": [*[empty] * (submission.MAX_CELLS - 1), answer]}).encode()
    assert submission.parse_notebook(kept)[-1].source == RIGHT_ANSWER
    many = json.dumps({"cells": [*[empty] * submission.MAX_CELLS, answer]}).encode()
    for given, name in ((submitted(many), "flops.ipynb"), (submitted(ANSWERED, a=many), "a.ipynb")):
        graded = grade(given, OF_A_COURSE, Mock())
        (remark,) = graded.remarks
        assert mentions([remark.text], name, submission.MAX_CELLS, submission.MAX_CELLS + 1)
        assert remark.serious
        assert {name: record.points for name, record in graded.records.items()} == {
            "q1_test": None,
            "q2_written": None,
        }


class TestFiles:
    """The choice of the file to read."""

    @pytest.mark.parametrize(
        ("names", "said"),
        [
            (["a.ipynb", "b.ipynb"], r"rename the right one of a\.ipynb, b\.ipynb"),
            (["all.zip", "timestamp.txt", "student.md", ".DS_Store"], r"only all\.zip$"),
        ],
    )
    def test_what_was_submitted_in_its_place_is_named_and_one_of_two_is_no_guess(
        self, tmp_path, names, said
    ):
        for name in names:
            (tmp_path / name).write_bytes(b"{}")
        found = Submission.collect(tmp_path / "flops.ipynb", ["flops"])
        assert re.match(f"no notebook was submitted.* {said}", found.problem)

    @pytest.mark.parametrize("denied", ["ada", "ps1_flops", "flops.ipynb"])
    def test_what_can_not_be_read_is_that_students_matter(self, tmp_path, monkeypatch, denied):
        """As after `chmod 077`, from which root alone is free."""
        opened, path = os.open, tmp_path / "ada" / "ps1_flops" / "flops.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"{}")

        def denying(name, *flags, **options):
            if name == denied:
                raise PermissionError(13, "Permission denied")
            return opened(name, *flags, **options)

        monkeypatch.setattr(os, "open", denying)
        found = submission.Submission.collect(path, ["flops"])
        assert (found.files, found.not_allowed) == ({}, True)
        assert mentions(found.problem, "`chmod -R u+rwX`")

    def test_another_file_that_is_too_large_is_another_submission(self, tmp_path):
        found = []
        for number, size in enumerate((2**26, 2**26, 2**27)):
            path = tmp_path / str(number) / "ps1" / "flops.ipynb"
            path.parent.mkdir(parents=True)
            path.write_bytes(STUBS)
            with path.with_name("scan.pdf").open("wb") as file:
                file.truncate(size)
            collected = Submission.collect(path, ["flops"])
            beside, _ = show_pictures([], collected, MASTER, None)
            found.append((digest_of_files(collected), collected.digest(), beside.attachments))
            path.unlink()
            assert Submission.collect(path, ["flops"]).digest()  # the file may hold the answers
        first, copied, replaced = found
        assert copied == first
        assert [one == other for one, other in zip(first, replaced, strict=True)] == [False] * 3

    def test_no_link_is_followed_on_the_way(self, tmp_path):
        there = tmp_path / "elsewhere" / "ps1_flops"
        there.mkdir(parents=True)
        (there / "flops.ipynb").write_bytes(b"{}")
        (tmp_path / "ada").symlink_to(there.parent)
        (tmp_path / "bob").mkdir()
        (tmp_path / "bob" / "ps1_flops").symlink_to(there)
        for student in ("ada", "bob"):
            path = tmp_path / student / "ps1_flops" / "flops.ipynb"
            found = submission.Submission.collect(path, ["flops"])
            assert (found.notebook, found.files) == (b"", {})
            assert "(a link)" in found.problem


# --- which of several notebooks ------------------------------------------------------------------

OF_A_COURSE = ReferenceNotebook(MASTER.cells, assignment="ps1", elsewhere={"softmax": "ps2"})
RIGHT_ANSWER = "def f(n): return n"


def notebook(**cells: str) -> bytes:
    """A notebook with these cells, by their names; "x_…": one that has none."""
    made = []
    for name, source in cells.items():
        about = {} if name.startswith("x_") else {"nbgrader": {"grade_id": name}}
        made.append({"cell_type": "code", "source": source, "metadata": about})
    return json.dumps({"cells": made}).encode()


STUBS = notebook(q1=STUB, q1_test=VISIBLE)
ANSWERED = notebook(q1=RIGHT_ANSWER, q1_test=VISIBLE)
OTHERWISE = notebook(q1="def f(n): return 0", q1_test=VISIBLE)
ANOTHER_SET = notebook(given="import numpy as np", softmax="def f(z): return z")


def submitted(first: bytes, problem: str = "", **others: bytes) -> Submission:
    files = {f"{name}.ipynb": content for name, content in others.items()}
    return Submission(first, files, (), problem, "flops.ipynb", tuple(files))


def said(submission: Submission) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """The answers that are graded, the notices and the remarks."""
    cells, found = choose_notebook(submission, OF_A_COURSE)
    lines = [tuple(r.text for r in found if r.serious is serious) for serious in (True, False)]
    return [*Matching.of(cells, OF_A_COURSE).answers.values()], *lines


@pytest.mark.parametrize(
    ("first", "problem", "why"),
    [
        (STUBS, "", "has no answers"),
        (b"no notebook", "", "can't be read"),
        (b"", "no notebook was submitted; rename the right one of a.ipynb", "was not submitted"),
        (ANOTHER_SET, "", "has no cells of this problem set"),
    ],
)
def test_the_one_with_answers_is_graded_in_the_place_of_what_has_none(first, problem, why):
    found, (line,), _ = said(submitted(first, problem, a=ANSWERED, b=ANSWERED, c=STUBS))
    assert found == [RIGHT_ANSWER]
    assert [words for words in ("a.ipynb", "flops.ipynb", why) if words not in line] == []


def test_other_answers_beside_the_expected_notebook_are_named():
    found, notices, remarks = said(submitted(ANSWERED, a=OTHERWISE, b=ANSWERED, d=b"{}"))
    assert found == [RIGHT_ANSWER]
    assert [mentions(notice, "a.ipynb", "flops.ipynb") for notice in notices] == [True]
    assert [mentions(remark, "b.ipynb") for remark in remarks] == [True]


def test_another_sets_notebook_is_said_to_be_one_in_a_line():
    for raw, others in ((ANOTHER_SET, ["ps2"]), (notebook(x_1="1 + 1"), [])):
        with pytest.raises(ForeignNotebook) as raised:
            choose_notebook(submitted(raw), OF_A_COURSE)
        assert "ps1" in str(raised.value)
        assert re.findall("ps2", str(raised.value)) == others


def test_answers_that_lost_their_names_are_answers():
    for cells in ({"x_1": RIGHT_ANSWER}, {"x_0": "1 +", "q1": "f = 1"}):
        assert said(submitted(notebook(**cells)))[0]
    figure = ReleasedCell("a-figure", "code", "f = 3")
    drawn = replace(OF_A_COURSE, released=(*OF_A_COURSE.layout, figure))
    cells, _ = choose_notebook(submitted(notebook(q1=STUB, x_1="f = 3")), drawn)
    assert Matching.of(cells, drawn).answers == {}


def test_no_notebook_of_the_course_has_answers_as_it_is_released():
    for path in sorted(ROOT.glob("release/*/*.ipynb")):
        released = nbformat.read(path, as_version=4)
        named = [cell for cell in released.cells if name_of(cell)]
        reference = ReferenceNotebook(
            tuple(ReferenceCell(name_of(c), cell_kind(c), c.source, c.cell_type) for c in named),
            released=tuple(
                ReleasedCell(name_of(c) or c.id, c.cell_type, c.source) for c in released.cells
            ),
        )
        cells, _ = choose_notebook(submitted(path.read_bytes()), reference)
        assert Matching.of(cells, reference).answers == {}, path


# --- a class -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_page_tells_a_lost_cell_of_a_written_answer_as_one_of_code(tmp_path, courses, sandbox):
    room = SmallClass(tmp_path / "class", courses, InThisProcess(sandbox))

    def lose(notebook):
        lost = ("q1_sum", "q2_written")
        notebook.cells = [cell for cell in notebook.cells if cell.id not in lost]

    room.submit("ada", {}, change=lose)
    room.autograde()
    with Gradebook(room.db_url) as gradebook:
        marks = read_marks(gradebook, ASSIGNMENT, "sums", "ada", Titles())
    page = feedback_page(room.room.autograded("ada").read_bytes(), marks)
    assert mentions(page, 2, "(q1_sum; q2_written)")
    assert (page.count(f"<li>{GONE}</li>"), "not answered" in page) == (2, False)
    assert page.count("<h3>Your answer</h3>") == 1
    assert marks.cells["q2_written"] == Mark(0.0, 3.0)  # nobody has to look


@pytest.mark.slow(5)
def test_log_report_and_page_say_what_was_graded(tmp_path, courses, sandbox, capsys):
    room = SmallClass(tmp_path / "class", courses, InThisProcess(sandbox))
    stubs = {cell.id: cell.source for cell in room.room.released().cells if cell.id in RIGHT}
    for student in ("bob", "dan", "eve", "mona"):
        room.submit(student, {})
    room.room.submitted("mona").rename(room.room.submitted("mona").with_name("scan.pdf"))
    place = room.room.submitted("dan")
    place.rename(place.with_name("sums (1).ipynb"))
    room.submit("dan", stubs)
    room.room.submitted("eve").write_bytes(ANOTHER_SET)
    (room.room.submitted("bob").parent / "timestamp.txt").write_text("last week")
    hour = timedelta(hours=1)
    late = exchange_timestamp(DUE - hour, DUE + hour)  # two times, for a person to compare
    (place.parent / "timestamp.txt").write_text(late)
    console, in_its_place = Console(width=300), "“sums (1).ipynb” was graded instead of sums"
    graded = f"dan: {in_its_place}.ipynb"
    no_notebook = "no notebook was submitted, only scan.pdf\n"
    no_date = "bob: its timestamp.txt holds no date"
    report_commands.moves(room.dry_run(), console)
    text = capsys.readouterr().out
    assert [line for line in (graded, no_date) if line not in text] == []
    of_another = f"the notebook has no cells of {ASSIGNMENT}"
    for closing in (room.autograde(), room.autograde()):  # nothing is graded the second time
        report = report_reading.read_report(room.grading().folder)
        report_commands.summary(closing, report, console)
        text = capsys.readouterr().out
        assert [line for line in (graded, no_date, of_another) if line not in text] == []
        assert text.count("  eve: ") == text.count(no_notebook) == 1
    rows = {row.student: row for row in report.rows}
    assert rows["dan"].points == rows["bob"].points
    assert (rows["dan"].points["q1_sum"], rows["dan"].hours_late) == (2, 0)
    assert rows["eve"].points["q1_sum"] == 0
    report_commands.report(report, console)
    for text in (capsys.readouterr().out, report_table(report)):
        for line in ("instead of sums.ipynb", "has no cells of", "write the time that counts"):
            assert line in text
    for student, line in (("dan", in_its_place), ("eve", of_another)):
        marks = Marks(ASSIGNMENT, student, {"q1_sum_test": Mark(0.0, 2.0)})
        assert line in feedback_page(room.room.autograded(student).read_bytes(), marks)
    room.submit("dan", {"q1_sum": "total = sum"})  # a second one with answers: a person says which
    place.rename(place.with_name("b.ipynb"))
    room.submit("dan", stubs)
    failures = room.autograde().failures["dan"]
    assert mentions(failures, "sums.ipynb", "b.ipynb", "“sums (1).ipynb”")
