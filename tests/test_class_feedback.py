"""`examiner feedback`: the pages that nbgrader would write, no more than needed, never lost."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from examiner import cli
from examiner.course import Course, CourseError
from examiner.intake import folders
from examiner.term import nbgrader_overrides
from examiner.term.class_feedback import Feedback
from examiner.term.class_runner import PAGES, OnResult, Summary, ignore_progress
from examiner.term.plan import ClassFolder
from examiner.workers import executors
from examiner.workers.executors import Pool
from tests.messages import lines_naming, mentions
from tests.small_class import ASSIGNMENT, RAISES, SQUARE, SmallClass, files

ZERO_IF_LATE = "c.LateSubmissionPlugin.penalty_method = 'zero'"
NO_PAGE = SystemError("the worker is lost")
LOST = f"SystemError: {NO_PAGE}"


class Quick(Executor):
    """An executor that returns the data of a page at once, instead of a page.

    Attributes:
        fails: The students without a page, with the reason.
    """

    def __init__(self) -> None:
        self.fails: dict[str, Exception] = {}
        self.made: list[str] = []
        self.problem = ""

    def submit(self, function, notebook, marks, settings):
        assert function is executors.page_one
        future: Future = Future()
        if marks.student in self.fails:
            future.set_exception(self.fails[marks.student])
        else:
            self.made.append(marks.student)
            future.set_result((f"{marks}\n{notebook.decode()}", self.problem, 0.1))
        return future

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        yield Pool(self, lambda: 2)


@pytest.fixture(scope="module")
def graded_once(tmp_path_factory, courses, executor) -> SmallClass:
    room = SmallClass(tmp_path_factory.mktemp("class") / "c", courses, executor, ZERO_IF_LATE)
    for student, answers in (("ada", {}), ("bob", SQUARE), ("eve", RAISES)):
        room.submit(student, answers)
        room.room.submitted(student).with_name("submission_secret.txt").write_text(student)
    room.room.submitted("eve").with_name("timestamp.txt").write_text("2026-10-31 01:00:00 UTC")
    unread = room.room.submitted("un read")
    unread.parent.mkdir(parents=True)
    unread.write_bytes(b"PK")
    (room.room.submitted("bob").parent / "data").mkdir()
    (room.room.submitted("bob").parent / "data" / "two.csv").write_text("1,2")
    assert room.autograde().complete
    room.grade_by_hand("ada", "q2_written", manual_score=2.0)
    with Gradebook(room.db_url) as gradebook:
        comment = gradebook.find_comment("q2_written", "sums", ASSIGNMENT, "ada")
        comment.manual_comment = "Nice, *and short*."
        gradebook.db.commit()
    return room


class Pages:
    """A class that is graded, and its pages."""

    def __init__(self, root: Path) -> None:
        self.root, self.executor = root, Quick()

    def make(self, on_result: OnResult = ignore_progress, **wanted) -> Summary:
        wanted = {"open_pool": self.executor.pool} | wanted
        return Feedback(self.folder, **wanted).run(on_result=on_result)

    @property
    def folder(self) -> ClassFolder:
        return ClassFolder.of(Course(self.root), ASSIGNMENT)

    def formgrader(self) -> NbGraderAPI:
        """Return the API behind formgrader's buttons."""
        return NbGraderAPI(CourseDirectory(config=self.folder.config), config=self.folder.config)

    def contents(self) -> dict[str, tuple[int, bytes]]:
        """All that is handed out."""
        found = dict(files(self.root / "feedback"))
        return {name: file for name, file in found.items() if "/." not in name}


@pytest.fixture
def pages(tmp_path, graded_once) -> Pages:
    shutil.copytree(graded_once.room.course.root, tmp_path / "course")
    return Pages(tmp_path / "course")


def test_pages_are_what_was_graded_with_what_a_person_gave(pages, executor):
    """Files beside them are there, too. Four students are in the gradebook, and one isn't."""
    shutil.copytree(pages.root / "autograded" / "bob", pages.root / "autograded" / "[x]")
    done = pages.make(open_pool=executor.pool)
    assert list(done.plan.left_out) == ["[x]"]
    assert sorted(done.seconds) == ["ada", "bob", "eve", "un read"]
    here = pages.contents()
    assert len(here) == 4 + 3 * 2 + 1  # pages, dates and secrets, data
    (_, page), (mode, late) = (here[f"{s}/{ASSIGNMENT}/sums.html"] for s in ("ada", "eve"))
    assert b"Nice, <em>and short</em>." in page
    assert b"taken off for lateness" in late
    assert stat.S_IMODE(mode) == 0o644


class TestNoMoreThanNeeded:
    @pytest.fixture(autouse=True)
    def made(self, pages) -> dict[str, tuple[int, bytes]]:
        assert pages.make().complete
        pages.executor.made.clear()
        return pages.contents()

    def test_nothing_changed(self, pages, made):
        assert pages.make().plan.unchanged == ["ada", "bob", "eve", "un read"]
        assert pages.executor.made == []
        assert len(pages.make(force=True).seconds) == 4
        assert pages.contents() == made

    def test_a_mark_by_hand_a_file_beside_the_notebook_or_a_page_that_is_gone(self, pages, made):
        with Gradebook(f"sqlite:///{pages.root / 'gradebook.db'}") as gradebook:
            gradebook.find_grade("q2_written", "sums", ASSIGNMENT, "eve").manual_score = 1.0
            gradebook.db.commit()
            with pytest.raises(CourseError, match=r"lateness of eve .* `examiner autograde"):
                pages.make()
            notebook = gradebook.find_submission_notebook("sums", ASSIGNMENT, "eve")
            notebook.late_submission_penalty += 1.0  # as the command computes it
            gradebook.db.commit()
        (pages.root / "autograded" / "bob" / ASSIGNMENT / "note.txt").write_text("for bob")
        (pages.root / "feedback" / "ada" / ASSIGNMENT / "sums.html").unlink()
        shutil.rmtree(pages.root / "feedback" / "un read")
        assert sorted(pages.make().seconds) == ["ada", "bob", "eve", "un read"]
        after = pages.contents()
        assert after[f"bob/{ASSIGNMENT}/note.txt"][1] == b"for bob"
        changed = {name for name in made if after[name] != made[name]}
        assert changed == {f"eve/{ASSIGNMENT}/sums.html"}

    def test_a_page_in_short_is_tried_again(self, pages):
        pages.executor.problem = "it took longer than 60 s"
        told = []
        pages.make(lambda page: told.extend(page.remarks), students=["bob"], force=True)
        (remark,) = told
        assert remark.serious
        assert remark.text.endswith(pages.executor.problem)
        assert list(pages.make().seconds) == ["bob"]


class TestNothingIsLost:
    def test_one_that_fails_is_reported_and_the_others_get_theirs(self, pages, capsys):
        pages.make()
        before = pages.contents()
        pages.executor.fails["bob"] = NO_PAGE
        (pages.root / "submitted" / "late" / ASSIGNMENT).mkdir(parents=True)
        done = pages.make(force=True)
        assert done.failures == {"bob": LOST}
        assert done.plan.left_out.keys() == {"late"}
        assert mentions(done.plan.left_out["late"], f"`examiner autograde {ASSIGNMENT}`")
        assert sorted(done.seconds) == ["ada", "eve", "un read"]
        assert not done.complete
        assert pages.contents() == before

    @pytest.mark.parametrize("moment", ["put_files", "set_permissions"])
    def test_whatever_ends_a_run(self, pages, monkeypatch, moment):
        """An earlier page stays until there is a new one; the same command does the rest."""
        pages.make()
        before = pages.contents()
        with monkeypatch.context() as patch:
            patch.setattr(f"{folders.__name__}.{moment}", killed)
            with pytest.raises(KeyboardInterrupt):
                pages.make(force=True)
        assert pages.contents() == before
        shutil.move(
            pages.root / "feedback" / "ada" / ASSIGNMENT,
            pages.root / "feedback" / "ada" / f".{ASSIGNMENT}.old",
        )  # killed between two renames
        assert pages.make().complete
        assert pages.contents() == before
        assert not list((pages.root / "feedback").glob("*/.*.[on]*[dw]"))

    def test_only_one_at_a_time(self, pages):
        def another(page):
            with pytest.raises(CourseError, match="`examiner feedback`"):
                pages.make()

        assert pages.make(another).complete


def test_the_command_tells_and_ends_with_a_status(pages, monkeypatch, capsys):
    monkeypatch.setattr(executors, "local", lambda workers: pages.executor.pool())
    words = ["--course", str(pages.root), "feedback", ASSIGNMENT]
    pages.executor.fails["bob"] = NO_PAGE
    assert cli.main(words) == 1
    told = capsys.readouterr().out
    assert "4 pages to make" in told
    assert re.search(r"\d/4 ada\b.* 0\.1 s", told)
    assert [PAGES.failed in line for line in lines_naming(told, "bob", LOST)] == [True, False]
    pages.executor.fails.clear()
    assert cli.main([*words, "--workers", "2"]) == 0
    assert "1 page made" in (told := capsys.readouterr().out)
    assert "3 unchanged" in told
    waits = f"needs manual grading: 3 answers of 3 students; run `examiner mark {ASSIGNMENT}`"
    assert told.splitlines()[-1] == waits


def test_names_of_students_do_nothing_on_a_terminal_and_end_no_run(pages, monkeypatch, capsys):
    monkeypatch.setattr(executors, "local", lambda workers: pages.executor.pool())
    for name in ("\x1b[2J\x1b]0;title\x07x", "a\nbob: page made", os.fsdecode(b"\xff")):
        shutil.copytree(pages.root / "autograded" / "bob", pages.root / "autograded" / name)
    assert cli.main(["--course", str(pages.root), "feedback", ASSIGNMENT]) == 1
    told = capsys.readouterr().out
    left_out = lines_naming(told, f"examiner autograde {ASSIGNMENT}", "--student")
    assert len(left_out) == 2 * 3  # in the log and at the end: the gradebook doesn't have them
    assert "4 pages made" in told
    assert all(line.isprintable() for line in told.splitlines())
    assert not any(line.startswith("bob: page made") for line in told.splitlines())


def killed(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_formgraders_button_makes_the_pages_and_who_was_removed_stops_nobody(pages, monkeypatch):
    monkeypatch.setattr(nbgrader_overrides, "_open_pool", lambda *_: pages.executor.pool)
    assert pages.make(students=["ada", "bob"]).complete
    before = pages.contents()
    with Gradebook(f"sqlite:///{pages.root / 'gradebook.db'}") as gradebook:
        gradebook.remove_student("bob")
    line = (
        f"no marks in the gradebook: run `examiner autograde {ASSIGNMENT} --student bob`, "
        f"or delete autograded/bob/{ASSIGNMENT}"
    )
    assert pages.make().plan.left_out == {"bob": line}
    pages.executor.made.clear()
    done = pages.formgrader().generate_feedback(ASSIGNMENT, "ada")
    assert (done["success"], pages.executor.made) == (True, ["ada"])
    done = pages.formgrader().generate_feedback(ASSIGNMENT, force=False)
    assert f"bob: left out: {line}" in done["log"]
    assert (done["success"], pages.executor.made) == (True, ["ada"])
    after = pages.contents()
    assert {name: after[name] for name in before} == before
    pages.executor.fails["eve"] = NO_PAGE
    done = pages.formgrader().generate_feedback(ASSIGNMENT)
    assert mentions(done["error"], "eve")
    assert mentions(done["log"], "eve", LOST)
