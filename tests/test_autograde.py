"""`examiner autograde`: as nbgrader writes it, no more than needed, and safe to stop."""

from __future__ import annotations

import copy
import errno
import json
import os
import random
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from nbformat import from_dict
from nbgrader.api import Gradebook

from examiner.authoring import build
from examiner.course import Course, CourseError
from examiner.gradebook import class_gradebook
from examiner.gradebook.gradebook_file import IN_USE
from examiner.gradebook.scores import work_digests
from examiner.grading import fingerprint
from examiner.grading.record import VerdictRecord
from examiner.intake import folders
from examiner.reports import report_commands, report_reading
from examiner.term.class_runner import CHANGED, DRY_RUN, GRADES, Summary, follow
from examiner.term.plan import ClassFolder
from tests.classroom import ROOT, run_in
from tests.messages import lines_naming, mentions, naming, numbers
from tests.processes import below, gone
from tests.small_class import (
    ASSIGNMENT,
    RAISES,
    RIGHT,
    SQUARE,
    SmallClass,
    rows,
)

ZERO_IF_LATE = "c.LateSubmissionPlugin.penalty_method = 'zero'"


@pytest.fixture
def small_class(tmp_path, courses, executor) -> SmallClass:
    return SmallClass(tmp_path / "course", courses, executor)


@pytest.fixture
def three(small_class) -> SmallClass:
    """Three students, not graded yet."""
    small_class.submit("ada", {})
    small_class.submit("bob", SQUARE)
    small_class.submit("eve", RAISES)
    return small_class


def points(graded: SmallClass, student: str) -> tuple[float | None, ...]:
    found = graded.grades()
    cells = ("q1_sum_test", "q3_squares_test", "q2_written")
    return tuple(found[student, cell][0] for cell in cells)


@pytest.mark.slow
def test_the_rules_are_all_that_grading_imports():
    program = (
        "import sys, examiner.grading.grade\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('examiner')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    found = {p for pattern in fingerprint.MARKING_CODE for p in fingerprint.PACKAGE.glob(pattern)}
    imported = {Path(file) for file in done.stdout.split()}
    empty = {p for p in imported if p.name == "__init__.py" and len(p.parts) and p not in found}
    assert {p.relative_to(ROOT).as_posix() for p in imported - found - empty} == {
        "examiner/guard.py",
        "examiner/startup.py",
    }


@pytest.mark.slow(3)
def test_what_is_written_of_a_class(tmp_path, courses, executor):
    """First graded, then given marks by hand, changed here and there, and graded again."""
    here = SmallClass(tmp_path / "course", courses, executor, ZERO_IF_LATE)
    stub = next(c.source for c in here.room.released().cells if c.id == "q2_written")
    here.submit("ada", {})
    here.submit("bob", SQUARE | {"q2_written": stub})
    here.submit("eve", {"q2_written": stub})
    here.submit("[late]", RAISES)
    late = here.room.submitted("[late]").parent
    (late / "timestamp.txt").write_text("2026-10-31 01:00:00 UTC")
    (late / "data").mkdir()
    (late / "data" / "two.csv").write_text("1,2")
    unread = here.room.submitted("un read")
    unread.parent.mkdir(parents=True)
    unread.write_bytes(b"PK")
    here.room.submitted("nothing").parent.mkdir(parents=True)
    assert here.autograde().failures == {}
    assert points(here, "bob") == (1.0, 4.0, 0.0)
    assert points(here, "nothing") == (0.0, 0.0, 0.0)
    assert points(here, "un read") == (0.0, 0.0, None)  # a person reads the file
    penalties = [row[-1] for row in here.contents()["submitted_notebook"]]
    assert sorted(penalties, key=str) == [2.0, None, None, None, None, None]
    mode, data = here.contents()["files"][f"[late]/{ASSIGNMENT}/data/two.csv"]
    assert (stat.S_IMODE(mode), data) == (0o444, b"1,2")
    here.grade_by_hand("ada", "q2_written", manual_score=2.0)
    here.grade_by_hand("bob", "q1_sum_test", manual_score=1.5, extra_credit=0.5)
    here.grade_by_hand("bob", "q3_squares_test", extra_credit=1.0)
    here.submit("bob", {"q2_written": "A new answer."})
    here.grade_by_hand("eve", "q2_written", manual_score=1.0)  # it stood elsewhere
    here.room.submitted("eve").write_bytes(b"PK")
    here.autograde(force=True)
    grades = here.grades()
    assert grades["eve", "q2_written"] == (None, 1.0, None, True)  # a file is no empty answer
    assert grades["ada", "q2_written"] == (None, 2.0, None, False)  # settled
    assert grades["bob", "q1_sum_test"] == (2.0, 1.5, 0.5, True)  # its answer changed
    assert grades["bob", "q3_squares_test"] == (4.0, None, 1.0, False)
    assert here.autograde().plan.tasks == []


@pytest.mark.slow(3)
class TestPlan:
    """No more is done than has to be."""

    def test_what_has_not_changed_is_left_alone(self, three):
        first = three.autograde()
        assert sorted(first.seconds) == ["ada", "bob", "eve"]
        assert points(three, "bob") == (1.0, 4.0, None)
        before, count = three.contents(), three.executor.count
        again = three.autograde()
        assert again.plan.unchanged == ["ada", "bob", "eve"]
        assert three.executor.count == count
        three.submit("bob", {})
        assert list(three.autograde().seconds) == ["bob"]
        assert points(three, "bob") == (2.0, 4.0, None)
        three.submit("bob", SQUARE)
        assert sorted(three.autograde(force=True).seconds) == ["ada", "bob", "eve"]
        assert three.contents() == before

    def test_a_changed_test_is_run_again_and_what_a_person_decided_stays(self, three, monkeypatch):
        three.autograde()
        three.grade_by_hand("ada", "q2_written", manual_score=2.0)
        three.grade_by_hand("bob", "q1_sum_test", manual_score=1.0)
        three.grade_by_hand("bob", "q3_squares_test", manual_score=3.0)
        three.ask_for("q3_squares", "n / 6 + n**2 / 2 + n**3 / 3")
        (move,) = three.dry_run().moves  # no points, but a person has to look at it again
        assert (move.question, move.student, move.by_hand) == ("q3_squares", "bob", 3.0)
        three.autograde()
        assert three.autograde().plan.tasks == []
        grades = three.grades()
        assert grades["ada", "q2_written"] == (None, 2.0, None, False)
        assert grades["bob", "q1_sum_test"] == (1.0, 1.0, None, False)
        assert grades["bob", "q3_squares_test"] == (4.0, 3.0, None, True)  # asked otherwise
        monkeypatch.setattr(fingerprint, "digest_of_marking_code", lambda: "another examiner")
        assert three.dry_run().plan.tasks == ["ada", "bob", "eve"]

    def test_a_mark_by_hand_is_looked_at_again_if_a_module_that_marks_has_changed(self, three):
        module = three.room.problem.notebook_source.parent / "marking" / "q3_squares.py"
        three.autograde()
        three.grade_by_hand("bob", "q1_sum_test", manual_score=1.0)
        three.grade_by_hand("bob", "q3_squares_test", manual_score=3.0)
        module.write_text(f"{module.read_text()}\nLATER = 1\n")
        build.build(Course(three.room.course.root))
        three.autograde()
        grades = three.grades()
        assert grades["bob", "q1_sum_test"] == (1.0, 1.0, None, False)
        assert grades["bob", "q3_squares_test"] == (4.0, 3.0, None, True)

    def test_a_dry_run_says_whose_marks_would_move_and_writes_nothing(self, three, capsys):
        """It also counts the answers that need manual grading again after a new submission."""
        three.autograde()
        three.grade_by_hand("ada", "q2_written", manual_score=2.0)
        three.grade_by_hand("bob", "q2_written", manual_score=1.0)
        three.grade_by_hand("ada", "q1_sum_test", manual_score=1.5)
        three.submit("ada", {"q2_written": "Something else."})
        three.ask_for("q1_sum", "n**2")
        before = three.contents()
        found = three.dry_run()
        assert three.contents() == before
        assert [(m.question, m.student, m.before, m.after, m.by_hand) for m in found.moves] == [
            ("q1_sum", "ada", 2.0, 0.0, 1.5),
            ("q1_sum", "bob", 1.0, 2.0, None),
            ("q1_sum", "eve", 2.0, 0.0, None),
            ("q2_written", "ada", 2.0, None, 2.0),
        ]
        ada, bob, _, written = found.moves
        assert (ada.was, bool(ada.now), bool(bob.was), bob.now) == ((), True, True, ())
        assert written.now[0] == CHANGED
        done = three.autograde()
        assert points(three, "bob") == (2.0, 4.0, None)
        flagged = {cell for cell, (*_, by_person) in three.grades().items() if by_person}
        assert flagged == {("ada", "q1_sum_test"), ("ada", "q2_written"), ("eve", "q2_written")}
        report_commands.summary(done, report_reading.read_report(three.grading().folder))
        last = capsys.readouterr().out.splitlines()[-1]
        assert re.findall(r"\d+", last) == ["2", "2"]
        assert three.dry_run().moves == []

    def test_what_was_found_before_in_a_damaged_file_is_said_in_the_notebooks_order(self, three):
        good = three.room.submitted("ada").read_bytes()
        three.room.submitted("ada").write_bytes(b"PK")
        three.autograde()
        three.room.submitted("ada").write_bytes(good)
        dry = three.grading(dry_run=True)
        questions = dry.folder.assignment.questions
        questions["q1_sum"] = questions.pop("q1_sum")  # as if it stood last
        found = dry.run().moves
        assert [move.question for move in found] == ["q3_squares", "q1_sum"]
        (was,) = {move.was for move in found}
        assert [mentions(reason, "notebook", "read") for reason in was] == [True]

    def test_who_can_not_be_read_keeps_the_earlier_marks_and_stops_nobody(self, three, monkeypatch):
        """As after `chmod 077`, from which root alone is free."""
        three.autograde(students=["ada", "bob"])
        before, opened = three.grades(), os.open

        def denying(name, *flags, **options):
            if name == "bob":
                raise PermissionError(errno.EACCES, "Permission denied")
            return opened(name, *flags, **options)

        monkeypatch.setattr(os, "open", denying)
        done = three.autograde(force=True)
        assert sorted(done.seconds) == ["ada", "eve"]
        assert "`chmod -R u+rwX`" in done.plan.left_out["bob"]
        assert not done.complete
        assert before.items() <= three.grades().items()
        rows = report_reading.read_report(three.folder).rows
        assert [row.student for row in rows] == ["ada", "bob", "eve"]

    def test_one_question_alone(self, three):
        three.autograde(students=["ada", "bob"])
        before = three.contents()
        done = three.autograde(only="q1_sum")
        assert sorted(done.seconds) == ["ada", "bob"]
        assert list(done.plan.left_out) == ["eve"]  # not graded yet
        assert not done.complete
        assert three.contents() == before
        three.ask_for("q1_sum", "n**2")
        three.ask_for("q3_squares", "n")
        three.autograde(only="q1_sum", students=["ada", "bob"])
        assert points(three, "bob") == (2.0, 4.0, None)
        three.autograde(students=["bob"])
        assert points(three, "bob") == (2.0, 0.0, None)
        three.change_test("given_square", "n * n", "n**2")
        release = three.room.problem.release
        release.write_text(release.read_text().replace("return n * n", "return n**2"))
        assert list(three.autograde(only="q1_sum", students=["bob"]).failures) == ["bob"]
        dated = three.room.submitted("ada").with_name("timestamp.txt")
        dated.write_text("2026-10-30 21:00:00 UTC")
        assert list(three.autograde(only="q1_sum", students=["ada"]).plan.left_out) == ["ada"]
        with pytest.raises(CourseError, match=r"no autograded question; .* q1_sum, q3"):
            three.autograde(only="q2_written")

    def test_a_result_that_is_broken_or_not_in_the_gradebook_is_made_again(self, three):
        three.autograde()
        before = three.contents()
        with closing(sqlite3.connect(three.room.course.root / "gradebook.db")) as book:
            book.execute("update grade set auto_score = 1 where auto_score = 4")
            book.commit()
        assert len(three.autograde().seconds) == 2
        three.room.autograded("ada").chmod(0o644)
        three.room.autograded("ada").write_text('{"cells": [')  # a machine lost its power
        assert list(three.autograde().seconds) == ["ada"]
        assert three.contents() == before


def test_a_submission_without_a_time_is_no_longer_late(small_class):
    def penalties() -> list[float]:
        with Gradebook(small_class.db_url) as gradebook:
            submissions = gradebook.assignment_submissions(ASSIGNMENT)
            return [each.late_submission_penalty for each in submissions]

    config = small_class.room.course.root / "nbgrader_config.py"
    config.write_text(f"{config.read_text()}\nc.StartedDays.points = 2\n")
    changes = {"ada": None, "bob": "yesterday", "cyd": ""}
    times = {}
    for student in changes:
        small_class.submit(student, {})
        times[student] = small_class.room.submitted(student).parent / "timestamp.txt"
        times[student].write_text("2026-10-31 20:00:00 UTC")
    small_class.autograde()
    assert penalties() == [2.0, 2.0, 2.0]
    for student, text in changes.items():
        times[student].write_text(text) if text is not None else times[student].unlink()
    small_class.autograde()
    assert penalties() == [0.0, 0.0, 0.0]


def test_marks_by_hand_change_no_total_without_the_cost_of_lateness(small_class):
    config = small_class.room.course.root / "nbgrader_config.py"
    config.write_text(f"{config.read_text()}\nc.StartedDays.points = 2\n")
    small_class.room.submit("ada", {"q2_written": "Pairs."})
    times = small_class.room.submitted("ada").parent / "timestamp.txt"
    times.write_text("2026-10-31 20:00:00 UTC")
    small_class.autograde()
    course = small_class.room.course
    ClassFolder.with_current_marks(course, ASSIGNMENT)
    small_class.grade_by_hand("ada", "q2_written", manual_score=3.0)
    with pytest.raises(CourseError, match=rf"lateness of ada .* `examiner autograde {ASSIGNMENT}`"):
        ClassFolder.with_current_marks(course, ASSIGNMENT)
    small_class.autograde()
    ClassFolder.with_current_marks(course, ASSIGNMENT)


def test_a_stub_with_other_spaces_is_no_answer_that_counts(small_class):
    def copied(ending: str):
        def change(notebook):
            (place,) = (i for i, c in enumerate(notebook.cells) if c.id == "q1_sum")
            stub = copy.deepcopy(notebook.cells[place])
            notebook.cells[place].source = RIGHT["q1_sum"]
            stub.source += ending
            notebook.cells.insert(place + 1, stub)

        return change

    for student, ending in (("ada", ""), ("bob", "\n"), ("cyd", " ")):
        small_class.room.submit(student, {}, change=copied(ending))
    small_class.autograde()
    grades = small_class.grades()
    assert [grades[student, "q1_sum_test"][0] for student in ("ada", "bob", "cyd")] == [2.0] * 3


def test_code_in_a_text_cell_is_an_answer(small_class):
    listing = f"So:\n\n```python\n{RIGHT['q1_sum']}\n```\n\nDone."

    def added(kind: str, source: str):
        def change(notebook):
            (place,) = (i for i, c in enumerate(notebook.cells) if c.id == "q1_sum")
            cell = {"cell_type": kind, "id": "x", "metadata": {}, "source": source}
            notebook.cells.insert(place + 1, nbformat.from_dict(cell))

        return change

    def turned(kind: str, source: str):
        def change(notebook):
            (cell,) = (c for c in notebook.cells if c.id == "q1_sum")
            cell.cell_type, cell.source = kind, source
            del cell["outputs"], cell["execution_count"]

        return change

    for student, change in {
        "listing": added("markdown", listing),
        "raw": added("raw", RIGHT["q1_sum"]),
        "markdown": turned("markdown", RIGHT["q1_sum"]),
        "fenced": turned("markdown", listing),
        "nothing": added("markdown", "A total is a sum.\n\n```\nx = 1\n```"),
    }.items():
        small_class.room.submit(student, {}, change=change)
    inside = {"q2_written": f"By\n\n{listing}"}
    small_class.room.submit("written", inside)
    small_class.autograde()
    grades = small_class.grades()
    earned = {student: grades[student, "q1_sum_test"][0] for student, _ in grades}
    assert earned == dict.fromkeys(earned, 2.0) | {"nothing": 0.0}


def test_what_a_killed_collection_put_aside_is_graded(small_class):
    small_class.submit("ada", {})
    folder = small_class.room.submitted("ada").parent
    folder.rename(folder.with_name(f".{ASSIGNMENT}.old"))
    small_class.submit("bob", {})
    with folders.exclusive_access(folder.parent, ""):  # it is being collected
        assert sorted(small_class.autograde().seconds) == ["bob"]
    assert sorted(small_class.autograde().seconds) == ["ada"]


def test_text_of_an_earlier_release_is_no_answer(small_class):
    room, source = small_class, small_class.room.problem.notebook_source
    room.room.submit("ada", {})
    room.room.submit("bob", {"q2_written": "Pairs."})
    room.autograde()
    before, code = room.grades(), "np.arange(3)\n"
    assert not before["ada", "q2_written"][3]
    changes = {
        "All numbers are whole": "Here, all numbers are whole",
        "The sum 1 + 2 + … + n.": "The sum of the first n numbers.",
        f"{code}\n": f"{code}np.arange(4)\n\n",
        "## Question 2: why": "Explain.\n#\n# ## Question 2: why",
        "assert isinstance(total(3), int)": "assert isinstance(total(4), int)",
        "Here, all": "Now, all",
    }
    for old, new in changes.items():
        text = source.read_text()
        assert text.count(old) == 1
        if old == "Here, all":  # the words of a release between the first and the last
            room.room.nbgrader("generate_assignment", ASSIGNMENT)
        source.write_text(text.replace(old, new))
    room.room.nbgrader("generate_assignment", ASSIGNMENT)
    summary = room.autograde()
    assert sorted(summary.seconds) == ["ada", "bob"]
    assert room.grades() == before
    for student in ("ada", "bob"):
        notebook = room.room.autograded(student).read_text()
        assert "Typed into" not in notebook
        assert "All numbers are whole" not in notebook


def test_what_is_missing_is_said_with_what_mends_it_before_anything_is_touched(small_class):
    room, root, problem = small_class, small_class.room.course.root, small_class.room.problem
    generate = f"run `nbgrader generate_assignment {ASSIGNMENT}`"

    def refused(match: str, **wanted) -> None:
        with pytest.raises(CourseError, match=match):
            room.autograde(**wanted)
        assert not list((root / "autograded").glob("*"))

    refused("nothing was submitted: put submissions at submitted/")
    room.submit("ada", {})
    refused("nothing was submitted by carl", students=["carl"])
    marking, release = problem.notebook_source.parent / "marking" / "q3_squares.py", problem.release
    kept = {path: path.read_bytes() for path in (marking, problem.source, release)}
    marking.write_text(marking.read_text().replace("n / 6", "n / 3"))
    refused(f"sums.ipynb differs from problems/: {generate}")
    marking.write_bytes(kept[marking])
    release.write_text(release.read_text().replace("squares(1) == 1", "squares(0) == 0"))
    refused(f"q3_squares_test in release/.* gradebook: {generate}")
    release.unlink()  # handed out, and put away
    source = json.loads(problem.source.read_text())
    source["cells"] = [c for c in source["cells"] if c["id"] != "q3_squares_test"]
    problem.source.write_text(json.dumps(source))
    refused(generate)
    problem.notebook_source.unlink()
    refused("q3_squares_test in source/.* changed since .* was entered in the grad")
    problem.source.write_bytes(kept[problem.source])
    with Gradebook(room.room.db_url) as gradebook:
        gradebook.remove_assignment(ASSIGNMENT)
    refused(f"not in the gradebook: {generate}")
    for content, said in (
        (b"", f"the gradebook is empty: {generate}"),
        (b"no database at all" * 100, r"is damaged \(file is not a database\): put back a copy of"),
    ):
        (root / "gradebook.db").write_bytes(content)
        refused(said)
    (root / "gradebook.db").unlink()
    refused(f"there is no gradebook .*: {generate}")
    assert not (root / "gradebook.db").exists()


IN_A_NAMESPACE = ("unshare", "--map-root-user", "--mount", "sh", "-ec")
ON_A_FULL_DISK = """
mount -t tmpfs -o size=4m none "$1"; cp -r "$2" "$1/course"; cd "$1/course"; shift 2
dd if=/dev/zero of=../fill bs=1k 2> /dev/null || echo "full: $(df . | tail -1)"
exec "$@"
"""
FAIL_ON_A_FULL_DISK = f"""
import sys
from examiner import cli
from nbgrader.apps.nbgraderapp import main
for words in ("due {ASSIGNMENT} 2026-11-30T20:00", "report {ASSIGNMENT}", "backup"):
    print(cli.main(words.split()), flush=True)
sys.argv[1:] = ["db", "student", "add", "eve"]
main()
"""


class TestSafeToStop:
    """However a run ends, the graded results stay, and the same command does the rest."""

    @pytest.fixture
    def expected(self, three):
        """Return the contents after an undisturbed run of three students; remove the results."""
        return three.undisturbed()

    def test_a_full_disk_is_told_as_one(self, three, tmp_path):
        """It is not reported as a damaged gradebook, though SQLite says only "disk I/O error"."""
        course, disk = three.room.course.root, tmp_path / "disk"
        disk.mkdir()
        run = ["sh", str(disk), str(course), sys.executable, "-c", FAIL_ON_A_FULL_DISK]
        done = run_in(course, [*IN_A_NAMESPACE, ON_A_FULL_DISK, *run])
        if "full: " not in done.stdout:
            pytest.skip(f"no small disk can be made here: {done.stderr}")
        assert (done.stdout.split()[-3:], done.returncode) == (["1"] * 3, 1)
        told = lines_naming(done.stderr, "full", disk)
        assert [line.split(":")[0] for line in told] == ["examiner"] * 3 + ["nbgrader"]
        assert "restore" not in done.stderr

    def test_a_full_disk_a_locked_gradebook_and_one_that_is_deleted(
        self, three, expected, monkeypatch
    ):
        """After each of them, the same command goes on, and graded results stay."""
        root, write = three.room.course.root, Path.write_bytes

        def stopped(match, tell=lambda *_: None) -> int:
            """Return the number of graded submissions when a run stops."""
            with pytest.raises(CourseError, match=match):
                three.autograde(tell)
            return len(list(root.glob("autograded/*/*/sums.ipynb")))

        def no_room(path, *arguments):
            if "autograded" in path.parts:
                raise OSError(errno.ENOSPC, "No space left on device")
            return write(path, *arguments)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", no_room)
            assert stopped(naming("disk", root / "autograded")) == 0
        monkeypatch.setattr(class_gradebook, "LOCK_SECONDS", 0.2)
        with closing(sqlite3.connect(root / "gradebook.db")) as other:
            lock = re.escape(IN_USE)
            assert stopped(lock, lambda *_: other.execute("BEGIN IMMEDIATE")) == 1
        kept = (root / "gradebook.db").read_bytes()
        lost = naming(root / "gradebook.db")
        assert stopped(lost, lambda *_: (root / "gradebook.db").unlink()) == 2
        (root / "gradebook.db").write_bytes(kept)  # a copy from before the run
        three.autograde()
        assert three.contents() == expected

    def test_only_one_at_a_time(self, three):
        def another(outcome):
            with pytest.raises(CourseError, match="`examiner autograde`"):
                three.autograde()

        assert three.autograde(another).complete

    @pytest.mark.slow
    def test_killed_at_any_moment(self, three, expected):
        """The test kills forked children while they save; the remaining files are whole."""
        root = three.room.course.root

        def fork() -> int:
            child = os.fork()
            if child == 0:
                try:
                    os._exit(0 if three.autograde(force=True).complete else 1)
                except BaseException:
                    os._exit(2)
            return child

        start = time.monotonic()
        assert os.waitpid(fork(), 0)[1] == 0
        whole = time.monotonic() - start
        rng, killed = random.Random(0), 0
        while killed < 4:
            child = fork()
            time.sleep(rng.uniform(0, whole))
            os.kill(child, signal.SIGKILL)
            in_time = os.WIFSIGNALED(os.waitpid(child, 0)[1])
            killed += in_time
            whole *= 1.0 if in_time else 0.8  # the first run may have been a slow one
            self.assert_whole(root)
        three.autograde()
        assert three.contents() == expected
        assert sorted(p.name for p in (root / "autograded").rglob(".*")) == []

    def assert_whole(self, root: Path) -> None:
        """Every result in autograded/ is complete, and in the gradebook."""
        found = rows(root / "gradebook.db")
        students = {row[0] for row in found["submitted_assignment"]}
        assert len(found["grade"]) == 3 * len(students)
        for path in (root / "autograded").glob(f"*/{ASSIGNMENT}"):
            assert path.parent.name in students
            cells = json.loads((path / "sums.ipynb").read_text())["cells"]
            assert sum(VerdictRecord.read(cell) is not None for cell in cells) == 2
            assert (path / "timestamp.txt").is_file()


SLOW = "import time\ntime.sleep(0.3)\n"


def lines_until(process: subprocess.Popen, text: str) -> list[str]:
    """Return the output of a process up to a line with this text."""
    lines: list[str] = []
    while not (lines and text in lines[-1]):
        lines.append(next(process.stdout))
    return lines


@pytest.mark.slow(30)
def test_the_command_with_a_worker_killed_then_interrupted(small_class):
    """The same command again does the rest; an undisturbed run has the same result."""
    for number in range(8):
        answer = SQUARE["q1_sum"] if number % 2 else RIGHT["q1_sum"]
        small_class.submit(f"s{number}", {"q1_sum": SLOW + answer})
    expected = small_class.undisturbed()
    words = [sys.executable, "-m", "examiner.cli", "autograde", ASSIGNMENT, "--workers", "2"]
    with subprocess.Popen(
        words,
        cwd=small_class.room.course.root,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as run:
        seen = lines_until(run, "1/8 ")
        os.kill(min(below(run.pid, "worker_process", children=True)), signal.SIGKILL)
        seen += lines_until(run, "4/8 ")
        workers = below(run.pid, "worker_process", children=True)
        run.send_signal(signal.SIGINT)
        rest = run.stdout.read()
    assert run.returncode == 130, rest
    assert "8/8" not in rest
    (saved,) = (found for line in rest.splitlines() if len(found := numbers(line)) == 2)
    assert 4 <= saved[0] <= 7
    assert saved[1] == 8
    # The line comes once, though three workers were started; with cgroups it doesn't come at all.
    assert sum("no cgroups" in line for line in seen) <= 1
    assert "Traceback" not in rest
    gone(workers)
    assert len(small_class.autograde().plan.unchanged) >= 4
    assert small_class.contents() == expected


def test_the_log_and_the_tables(three, capsys):
    """Plain lines where nobody watches, a table and the slowest at the end."""
    from rich.console import Console

    console = Console(width=100)
    with follow(console) as shown:
        done = three.grading().run(shown.on_plan, shown.on_result)
    report_commands.summary(done, report_reading.read_report(three.grading().folder))
    done = Summary(done.plan, failures={"ada": "[no] luck"}, moves=[])
    report_commands.moves(done)
    text = capsys.readouterr().out
    assert "3 submissions to grade" in text
    assert re.search(r"\d/3 bob\b.* 0\.1 s", text)
    assert mentions(text, "ada", "[no] luck")
    assert len(lines_naming(text, "bob", "0.1 s")) == 2  # the line of bob, and the slowest
    (line,) = (line for line in text.splitlines() if line.startswith(" q1_sum"))
    assert line.split() == ["q1_sum", "1.67", "2", "0.83", "–", "2", "0", "0"]


def test_what_an_interrupted_run_has_done_is_said(three, capsys):
    def interrupted(outcome):
        shown.on_result(outcome)
        raise KeyboardInterrupt

    for words, anew, said in (
        (GRADES, False, "1 of 3 saved; the same command does the rest"),
        (GRADES, True, "1 of 2 saved; the same command starts over"),
        (DRY_RUN, False, "nothing was written"),
    ):
        with pytest.raises(KeyboardInterrupt), follow(words=words, anew=anew) as shown:
            three.grading().run(shown.on_plan, interrupted)
        assert capsys.readouterr().out.splitlines()[-1] == said


def test_a_picture_in_place_of_another_is_another_answer():
    metadata = {
        "nbgrader": {"grade_id": "q2_written", "grade": True, "solution": True, "points": 3}
    }
    cell = from_dict({"cell_type": "markdown", "source": "![](p.png)", "metadata": metadata})
    first, second = (
        work_digests([from_dict({**cell, "attachments": {"p.png": {"image/png": data}}})])
        for data in ("aaaa", "bbbb")
    )
    assert first != second


def test_the_course_s_files_go_where_a_student_put_others_in_the_way(tmp_path):
    (tmp_path / "data").write_text("a file in place of a folder")
    (tmp_path / "table.csv" / "deep").mkdir(parents=True)
    ours = ("data/inner/numbers.csv", "table.csv", "new.csv")
    folders.put_files(dict.fromkeys(ours, b"the course's").items(), tmp_path)
    found = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.csv") if p.is_file()}
    assert found == set(ours)


def test_files_are_handed_on_that_can_be_and_no_others(tmp_path):
    (tmp_path / "data").mkdir()
    for name in ("data/x.csv", "a.txt", "old.pyc", "page.html", "n.ipynb", "a\nb", "\x1b[2J", "é"):
        (tmp_path / name).write_text("x")
    (tmp_path / os.fsdecode(b"\xff")).write_text("x")
    for folder in ("flops.html", "other.ipynb", "cache"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("x")
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(2**36)
    found = folders.files_of_student(tmp_path, ["*.pyc", "cache"])
    assert list(found) == ["a.txt", "é", os.fsdecode(b"\xff"), "data/x.csv"]
