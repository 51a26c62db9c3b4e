"""nbgrader's commands and formgrader's buttons lead to the examiner."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import io
import itertools
import logging
import os
from functools import reduce
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import alembic.command
import alembic.config
import nbformat
import nbgrader.utils
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import _temp_alembic_ini
from sqlalchemy.exc import SQLAlchemyError
from traitlets import TraitError

from examiner.cell_kinds import is_locked
from examiner.course import CourseError
from examiner.gradebook.gradebook_file import copies
from examiner.guard import ORIGINALS, original_of
from examiner.term import nbgrader_overrides
from examiner.term.nbgrader_overrides import OVERRIDES, PrintableRecord
from examiner.term.settings import read_settings
from examiner.workers.worker import CannotGrade
from tests.messages import lines_naming, mentions, naming, numbers
from tests.small_class import ASSIGNMENT, SQUARE, SmallClass, files

MEND = f"`nbgrader generate_assignment {ASSIGNMENT}`"

# The overridden functions, their callers and the functions that plugins override, with digests of
# their source in nbgrader 0.9.6. If a digest differs, read the change and the examiner's override;
# then correct the digest.
FORMGRADER = "nbgrader.server_extensions.formgrader.formgrader"
KNOWN = {
    "nbgrader.converters.autograde:Autograde.start": "10d6830579cd",
    "nbgrader.converters.generate_feedback:GenerateFeedback.start": "10d6830579cd",
    "nbgrader.converters.generate_assignment:GenerateAssignment.start": "fdb5803e43e1",
    "nbgrader.api:Gradebook.__init__": "c60c420276e8",
    "nbgrader.api:get_alembic_version": "40160af67d70",
    "nbgrader.api:Grade.to_dict": "985228236bcb",
    "nbgrader.apps.dbapp:DbUpgradeApp.start": "6e483b76487a",
    "nbgrader.apps.dbapp:DbStudentImportApp.start": "f6318a19b733",
    "nbgrader.apps.nbgraderapp:NbGraderApp.start": "1e1915d6a05d",
    "nbgrader.apps.api:capture_log": "e8882c841c72",
    "nbgrader.apps.api:parse_utc": "9c552805ada6",
    "nbgrader.apps.zipcollectapp:ZipCollectApp._clear_existing_files": "4984c953c991",
    "nbgrader.apps.zipcollectapp:ZipCollectApp.process_extracted_files": "8dd49644f65c",
    "nbgrader.coursedir:CourseDirectory.get_existing_timestamp": "187a451f7b84",
    "nbgrader.exchange.default.exchange:Exchange.start": "a52280a6d563",
    "nbgrader.exchange.default.exchange:ignore_patterns": "b844ba65abe9",
    f"{FORMGRADER}:HTMLExporter": "716c4a507806",
    "nbgrader.utils:parse_utc": "9c552805ada6",
    # Who calls them
    "nbgrader.apps.api:NbGraderAPI.autograde": "99d6b171e65d",
    "nbgrader.apps.api:NbGraderAPI.generate_feedback": "a7c124ae4a8c",
    "nbgrader.apps.autogradeapp:AutogradeApp.start": "d105cdec7105",
    "nbgrader.apps.generatefeedbackapp:GenerateFeedbackApp.start": "86e7fa2e0d6c",
    "nbgrader.apps.zipcollectapp:ZipCollectApp.start": "6200e66c52b0",
    "nbgrader.apps.zipcollectapp:ZipCollectApp.extract_archive_files": "d30e4e7ea7e3",
    f"{FORMGRADER}:FormgradeExtension.init_tornado_settings": "885e38e473f8",
    # Functions that the plugins of the exchange override
    "nbgrader.exchange.default:ExchangeCollect.init_src": "24005a6e8bdf",
    "nbgrader.exchange.default:ExchangeCollect.copy_files": "856a7e996467",
    "nbgrader.exchange.default.exchange:Exchange.do_copy": "0bb2e9133a77",
    "nbgrader.exchange.default:ExchangeReleaseAssignment.init_src": "142e9f88f108",
    "nbgrader.exchange.default:ExchangeReleaseFeedback.init_src": "6014385b7b8d",
    "nbgrader.exchange.default:ExchangeReleaseFeedback.copy_files": "32ebfc60e9d2",
}


def test_nbgrader_has_the_code_that_the_overrides_were_written_for() -> None:
    nbgrader_overrides.apply()
    digests = {}
    for place in KNOWN.keys() | OVERRIDES.keys():
        module, _, names = place.partition(":")
        found = reduce(getattr, names.split("."), importlib.import_module(module))
        assert (found is OVERRIDES.get(place)) == (place in OVERRIDES), place
        if place in OVERRIDES:
            found = original_of(found)
        # formgrader makes its pages with a class of another package; the list has its name.
        text = found.__name__ if isinstance(found, type) else inspect.getsource(found)
        digests[place] = hashlib.sha256(text.encode()).hexdigest()[:12]
    assert digests == KNOWN


def test_a_cell_is_locked_if_nbgrader_says_so() -> None:
    flags = ("grade", "solution", "locked")
    cells = [nbformat.v4.new_code_cell(), nbformat.v4.new_code_cell(metadata={"nbgrader": {}})]
    for values in itertools.product([False, True], repeat=len(flags)):
        about = dict(zip(flags, values, strict=True))
        cells.append(nbformat.v4.new_code_cell(metadata={"nbgrader": about}))
    assert [is_locked(c) for c in cells] == [bool(nbgrader.utils.is_locked(c)) for c in cells]


def test_a_new_gradebook_gets_the_schema_that_nbgrader_names() -> None:
    """nbgrader runs this command of alembic as a program, which loads nbgrader for it."""
    said = io.StringIO()
    with _temp_alembic_ini("sqlite://") as settings:
        alembic.command.heads(alembic.config.Config(settings, stdout=said))
    assert said.getvalue().split()[0] == nbgrader_overrides.newest_schema()


@pytest.fixture
def room(tmp_path: Path, courses, executor, monkeypatch) -> SmallClass:
    """A class of two, graded; nbgrader's commands have no workers started for it."""
    graded = {"ada": {}, "bob": SQUARE}
    room = SmallClass(tmp_path / "class", courses, executor, graded=graded)
    monkeypatch.setattr(nbgrader_overrides, "_open_pool", lambda *_: room.executor.pool)
    return room


@pytest.fixture
def formgrader(room: SmallClass) -> NbGraderAPI:
    """Return the API behind formgrader's buttons."""
    config = read_settings(room.room.course)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def mend_check(room: SmallClass) -> None:
    marking = room.room.problem.notebook_source.parent / "marking" / "q3_squares.py"
    marking.write_text(marking.read_text().replace("n / 6", "n / 6 + 0 * n"))


# --- grading -------------------------------------------------------------------------------------


def test_the_button_grades_one_student_anew_and_keeps_marks_by_hand(room, formgrader):
    room.grade_by_hand("ada", "q2_written", manual_score=2.0)
    before, count = room.contents(), room.executor.count
    room.room.autograded("ada").chmod(0o644)
    room.room.autograded("ada").write_text("{}")
    done = formgrader.autograde(ASSIGNMENT, "ada")
    assert done["success"], done
    assert room.executor.count == count + 1
    after = room.contents()
    assert room.grades()["ada", "q2_written"] == (None, 2.0, None, False)
    assert after["files"] == before["files"]
    assert formgrader.autograde(ASSIGNMENT, "*")["success"]
    assert room.executor.count == count + 3


def test_the_command_grades_who_is_new_or_named_by_a_pattern(room):
    for student in ("[x]", "a\nb", "zoe"):
        room.submit(student, {})
    count = room.executor.count
    status, said = room.room.nbgrader_here("autograde", ASSIGNMENT, "--student", "z*")
    assert (status, room.executor.count) == (0, count + 1), said
    status, said = room.room.nbgrader_here("autograde", ASSIGNMENT)
    assert (status, room.executor.count) == (0, count + 3), said
    assert any(numbers(line)[-2:] == [2, 3] for line in said.splitlines())  # to grade, unchanged
    assert mentions(said, "“a\ufffdb”", "0.1 s")  # no line of the log is a student's
    assert room.room.marks("a\nb") == room.room.marks("[x]") == room.room.marks("ada")
    status, said = room.room.nbgrader_here("autograde", ASSIGNMENT, "--student", "zo")
    assert (status, mentions(said, "submitted", "zo")) == (1, True)


@pytest.mark.parametrize(
    ("error", "named", "in_log"),
    [
        (SystemError("the worker is lost"), "ada", ["ada: NOT GRADED", "the worker is lost"]),
        (CannotGrade("install bubblewrap"), "install bubblewrap", []),
    ],
)
def test_an_earlier_result_stays_where_there_is_no_new_one(
    room, formgrader, monkeypatch, error, named, in_log
):
    before = room.contents()
    monkeypatch.setattr("tests.small_class.grade", Mock(side_effect=error))
    room.executor._known.clear()
    done = formgrader.autograde(ASSIGNMENT, "ada")
    assert (done["success"], mentions(done["error"], named)) == (False, True)
    assert mentions(done["log"] or "-", *in_log)
    assert room.contents() == before


def test_no_button_grades_by_a_misspelt_setting_or_a_check_that_was_mended(room, formgrader):
    before = room.contents()
    formgrader.config.StartedDay.points = 2.0
    formgrader.config.ExchangeList.root = "elsewhere"  # which is no misspelt one
    error = formgrader.autograde(ASSIGNMENT, "ada")["error"]
    assert mentions(error, "c.StartedDay", "c.StartedDays")
    del formgrader.config["StartedDay"]
    mend_check(room)
    error = formgrader.autograde(ASSIGNMENT, "ada")["error"]
    assert mentions(error, "source/ps0_warm_up/sums.ipynb", "problems/", MEND)
    assert room.contents() == before


# --- the notebook source and the gradebook --------------------------------------------------------


def test_generating_builds_the_text_and_keeps_a_copy_of_the_gradebook(room, formgrader):
    root = room.room.course.root
    room.grade_by_hand("ada", "q2_written", manual_score=2.0)
    mend_check(room)
    assert formgrader.generate_assignment(ASSIGNMENT)["success"]
    (copy,) = copies(root)
    with Gradebook(f"sqlite:///{root / 'backups' / copy}") as book:
        assert book.find_grade("q2_written", "sums", ASSIGNMENT, "ada").manual_score == 2.0
    assert not room.autograde().failures
    assert room.grades()["ada", "q2_written"] == (None, 2.0, None, False)


def test_a_text_that_can_not_be_built_is_said_and_nothing_replaced(room, formgrader):
    before = room.room.problem.release.read_bytes()
    marking = room.room.problem.notebook_source.parent / "marking" / "q1_sum.py"
    marking.write_text(marking.read_text().replace("n**2 / 2 + n / 2", "n**2"))
    done = formgrader.generate_assignment(ASSIGNMENT)
    assert mentions(done["error"], "q1_sum", "earns")
    assert "Traceback" not in done["error"]
    assert room.room.problem.release.read_bytes() == before


def test_no_cell_is_added_removed_or_renamed_once_there_are_submissions(room, formgrader):
    root, problem = room.room.course.root, room.room.problem
    table, source = root / "problems" / "course.toml", problem.notebook_source
    for path in (table, source):
        path.write_text(path.read_text().replace("q3_squares", "q3_sum_of_squares"))
    source.write_text(source.read_text().replace('given="square"', 'given="power"'))
    (source.parent / "marking" / "q3_squares.py").rename(
        source.parent / "marking" / "q3_sum_of_squares.py"
    )
    before = {**room.contents(), **dict(files(root / "source")), **dict(files(root / "release"))}
    done = formgrader.generate_assignment(ASSIGNMENT)
    (line,) = done["error"].splitlines()
    added, removed = line.split("removed: ")
    assert mentions(added, ASSIGNMENT, "given_power", "q3_sum_of_squares", "q3_sum_of_squares_test")
    assert mentions(removed, "given_square", "q3_squares", "q3_squares_test", "sums.py", "put back")
    after = {**room.contents(), **dict(files(root / "source")), **dict(files(root / "release"))}
    assert after == before
    assert not copies(root)


def test_a_release_that_fails_leaves_the_earlier_one(room, formgrader, monkeypatch):
    before = dict(files(room.room.problem.release.parent))
    mend_check(room)
    monkeypatch.setattr("nbgrader.preprocessors.SaveCells.preprocess", Mock(side_effect=OSError))
    assert not formgrader.generate_assignment(ASSIGNMENT)["success"]
    assert dict(files(room.room.problem.release.parent)) == before


def test_a_lost_gradebook_is_not_made_anew(room, formgrader):
    book = room.room.course.root / "gradebook.db"
    book.unlink()
    for run in (formgrader.generate_assignment, lambda name: formgrader.autograde(name, "ada")):
        done = run(ASSIGNMENT)
        assert mentions(done["error"], "gradebook.db", "autograded/", "examiner restore")
    status, said = room.room.nbgrader_here("db", "upgrade")
    assert (status, mentions(said, "gradebook.db", "autograded/", "examiner restore")) == (1, True)
    with pytest.raises(CourseError, match=naming(book, "autograded/", "examiner restore")):
        room.autograde()
    assert not book.exists()


def test_an_upgrade_keeps_a_copy_of_the_gradebook(room, monkeypatch):
    nbgrader_overrides.apply()
    monkeypatch.setitem(ORIGINALS, nbgrader_overrides.upgrade, lambda app: None)  # which takes long
    status, said = room.room.nbgrader_here("db", "upgrade")
    assert status == 0, said
    assert len(copies(room.room.course.root)) == 1


@pytest.mark.parametrize("due", ["next Friday", "30.10.2026", "Oct 30 2026 11pm", "10/11/2026", ""])
def test_a_due_date_in_words_ends_in_a_line_that_says_how_to_write_it(room, due):
    words = ("db", "assignment", "add", ASSIGNMENT, f"--duedate={due}")
    with Gradebook(room.db_url) as book:
        before = book.find_assignment(ASSIGNMENT).duedate
    status, said = room.room.nbgrader_here(*words)
    assert status == 1
    assert mentions(said, "2026-10-30 23:59 +0200")
    assert "Traceback" not in said
    with Gradebook(room.db_url) as book:
        assert book.find_assignment(ASSIGNMENT).duedate == before


# --- handing out and back ------------------------------------------------------------------------


@pytest.fixture
def exchange(formgrader, tmp_path: Path) -> Path:
    """The folder of an exchange, for formgrader's buttons."""
    folder = tmp_path / "exchange"
    folder.mkdir()
    folder.chmod(0o777)  # as nbgrader wants it
    formgrader.config.Exchange.root = str(folder)
    return folder


def test_no_text_is_released_that_could_not_be_graded(room, formgrader, exchange):
    mend_check(room)
    error = formgrader.release_assignment(ASSIGNMENT)["error"]
    assert mentions(error, "source/ps0_warm_up/sums.ipynb", "problems/", MEND)
    assert list(exchange.iterdir()) == []
    assert formgrader.generate_assignment(ASSIGNMENT)["success"]
    assert formgrader.release_assignment(ASSIGNMENT)["success"]
    assert list(exchange.glob(f"*/outbound/{ASSIGNMENT}/sums.ipynb"))
    (room.room.course.root / "autograded").rename(room.room.course.root / "away")
    with Gradebook(room.db_url) as gradebook:
        gradebook.remove_assignment(ASSIGNMENT)
    error = formgrader.release_assignment(ASSIGNMENT)["error"]
    assert mentions(error, ASSIGNMENT, "gradebook", MEND)


def test_the_course_is_closed_and_what_students_fetch_is_open(room, formgrader, exchange):
    root, mask = room.room.course.root, os.umask(0o022)
    try:
        (root / "source").chmod(0o755)
        formgrader.config.Exchange.root = str(exchange / "new" / "exchange")
        assert formgrader.generate_assignment(ASSIGNMENT)["success"]
        assert formgrader.release_assignment(ASSIGNMENT)["success"]
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(mask)
    (released,) = exchange.glob(f"new/exchange/*/outbound/{ASSIGNMENT}/sums.ipynb")
    (inbound,) = exchange.glob("new/exchange/*/inbound")
    assert released.stat().st_mode & 0o004
    assert inbound.stat().st_mode & 0o777 == 0o733
    folders = [place for place in released.parents if place.is_relative_to(exchange)]
    assert all(place.stat().st_mode & 0o001 for place in folders)
    assert not (root / "source").stat().st_mode & 0o077
    assert not (root / "gradebook.db").stat().st_mode & 0o077


def test_pages_that_are_not_made_are_not_released_without_a_word(formgrader, exchange):
    done = formgrader.release_feedback(ASSIGNMENT)
    (line,) = lines_naming(done["log"], f"`examiner mark {ASSIGNMENT}`")
    assert numbers(line)[-2:] == [2, 2]  # answers, students
    assert mentions(
        done["error"], f"feedback/<student>/{ASSIGNMENT}/", f"`examiner feedback {ASSIGNMENT}`"
    )


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status", "named"),
    [
        (CourseError("mend it"), 1, ["mend it"]),
        (KeyboardInterrupt(), 130, ["stopped"]),
        (TraitError("no number"), 1, ["nbgrader_config.py", "no number"]),
        (SQLAlchemyError("no table"), 1, ["gradebook", "no table"]),
    ],
)
def test_what_a_person_can_put_right_is_a_line(monkeypatch, capsys, error, status, named):
    monkeypatch.setattr(nbgrader_overrides, "check_assignment", Mock(side_effect=error))
    app = SimpleNamespace(subapp=SimpleNamespace(coursedir=SimpleNamespace(db_url="sqlite://")))
    with pytest.raises(SystemExit) as ended:
        nbgrader_overrides.start_command(app)
    assert ended.value.code == status
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("nbgrader: ")
    assert mentions(said, *named)


def test_a_line_of_the_log_is_a_line_and_prints():
    words = ("a\n[INFO] b\x1b[2J\u202e", 5)
    record = PrintableRecord("x", logging.INFO, "", 1, "read %s of\n%d", words, None)
    assert record.getMessage() == "read a\n    [INFO] b\ufffd[2J\ufffd of\n    5"
