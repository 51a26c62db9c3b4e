"""nbgrader's own commands: what they refuse, and what is left where they fail."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from examiner.authoring import build
from examiner.course import Course, CourseError
from examiner.gradebook.gradebook_file import copies
from examiner.term import nbgrader_runs
from examiner.term.nbgrader_runs import REPLACED, init_destination, start
from tests.small_class import ASSIGNMENT, InThisProcess, SmallClass

pytestmark = pytest.mark.slow(2)

MEND = f"run `nbgrader generate_assignment {ASSIGNMENT}`."


@pytest.fixture
def room(tmp_path: Path, courses, sandbox) -> SmallClass:
    """A class of one, graded."""
    room = SmallClass(tmp_path / "class", courses, InThisProcess(sandbox))
    room.submit("ada", {})
    room.autograde()
    return room


@pytest.fixture
def formgrader(room: SmallClass) -> NbGraderAPI:
    """What formgrader's buttons call."""
    config = build.nbgrader_config(room.room.course)
    nbgrader_runs.apply()
    coursedir = CourseDirectory(config=config)
    return NbGraderAPI(coursedir, config=config)


def mend_check(room: SmallClass) -> None:
    marking = room.room.problem.text.parent / "marking" / "q3_squares.py"
    marking.write_text(marking.read_text().replace("n/6", "n/6 + 0*n"))


def test_formgraders_button_grades_by_no_check_that_was_mended(room, formgrader):
    before = room.contents()
    mend_check(room)
    done = formgrader.autograde(ASSIGNMENT, "ada")
    assert not done["success"]
    assert done["error"].endswith(MEND)
    assert done["error"].startswith("source/ps0_warm_up/sums.ipynb is not what problems/")
    assert "Traceback" not in done["error"]
    assert room.contents() == before


def test_generating_builds_the_text_and_keeps_a_copy_of_the_grade_book(room, formgrader):
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
    marking = room.room.problem.text.parent / "marking" / "q1_sum.py"
    marking.write_text(marking.read_text().replace("n**2/2 + n/2", "n**2"))
    done = formgrader.generate_assignment(ASSIGNMENT)
    assert "its solution earns" in done["error"]
    assert "Traceback" not in done["error"]
    assert room.room.problem.release.read_bytes() == before


def test_a_lost_grade_book_is_not_made_anew(room, formgrader):
    book = room.room.course.root / "gradebook.db"
    book.unlink()
    for run in (formgrader.generate_assignment, lambda name: formgrader.autograde(name, "ada")):
        done = run(ASSIGNMENT)
        assert "is missing or empty, but autograded/ has results" in done["error"]
        assert "examiner restore" in done["error"]
    with pytest.raises(CourseError, match="autograded/ has results"):
        room.autograde()
    assert not book.exists()


@pytest.mark.slow(3)
def test_without_results_a_grade_book_is_made(tmp_path, monkeypatch):
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", programs)  # nbgrader starts alembic
    nbgrader_runs.apply()
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}"):
        assert (tmp_path / "gradebook.db").exists()


def test_a_missing_sandbox_is_said_before_a_result_is_touched(room, formgrader, monkeypatch):
    def without(self):
        raise nbgrader_runs.CannotGrade("install bubblewrap")

    monkeypatch.setattr("examiner.workers.worker.Worker.start", without)
    before = room.contents()
    assert formgrader.autograde(ASSIGNMENT, "ada")["error"] == "install bubblewrap"
    assert room.contents() == before


def test_a_misspelt_setting_is_said_before_a_result_is_touched(room, formgrader):
    before = room.contents()
    formgrader.config.StartedDay.points = 2.0
    formgrader.config.ExchangeList.root = "elsewhere"  # which is no misspelt one
    done = formgrader.autograde(ASSIGNMENT, "ada")
    assert done["error"].endswith("no setting c.StartedDay. Did you mean c.StartedDays?")
    assert room.contents() == before
    del formgrader.config["StartedDay"]
    assert formgrader.autograde(ASSIGNMENT, "ada")["success"]


def test_a_name_with_a_line_break_stops_nobody(room, formgrader):
    submitted = room.room.course.root / "submitted"
    for name in ("a\nb", "zoe"):
        shutil.copytree(submitted / "ada", submitted / name)
    done = formgrader.autograde(ASSIGNMENT, "*")
    assert not done["success"]
    said = f"submitted/a\ufffdb/{ASSIGNMENT} was left out: its name has a line break, rename it\n"
    assert said in done["log"]
    assert room.room.marks("zoe") == room.room.marks("ada")
    assert sorted(os.listdir(room.room.course.root / "autograded")) == ["ada", "zoe"]


class Converter(SimpleNamespace):
    """What `start` and `init_destination` need of a converter of nbgrader's."""

    def _format_dest(self, assignment, student):
        return self.place


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("fails", [False, True])
def test_an_earlier_result_stays_until_there_is_another(tmp_path, monkeypatch, fails, killed):
    place = tmp_path / "ps0"
    place.mkdir()
    (place / "sums.ipynb").write_text("earlier")
    converter = Converter(place=str(place))

    def removes(self, *_):
        shutil.rmtree(place)
        return True

    def convert(self):
        assert init_destination(self, "ps0", "ada")
        place.mkdir()
        (place / "data.csv").write_text("x")
        if fails:
            raise RuntimeError
        (place / "sums.ipynb").write_text("new")

    monkeypatch.setattr(nbgrader_runs, "_init_destination", removes)
    monkeypatch.setattr(nbgrader_runs, "_start", convert)
    if killed:  # nothing of `start` runs any more; the next run finds what is there
        setattr(converter, REPLACED, [])
        with suppress(RuntimeError):
            convert(converter)
        monkeypatch.setattr(nbgrader_runs, "_init_destination", lambda *_: False)
        assert not init_destination(converter, "ps0", "ada")
    elif fails:
        with pytest.raises(RuntimeError):
            start(converter)
    else:
        start(converter)
    assert (place / "sums.ipynb").read_text() == ("earlier" if fails else "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ps0"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ps0_warm_upp", "no assignment ps0_warm_upp; there are ps0_warm_up. Did you mean ps0_wa"),
        ("ps9", "ps9 stands in problems/course.toml, but problems/ps9/x.py is not written"),
    ],
)
def test_what_is_not_built_is_in_no_list(room, name, message):
    root = room.room.course.root
    with (root / "problems" / "course.toml").open("a") as table:
        table.write('\n[ps9]\ntitle = "Later"\nnotebook = "x"\n[ps9.questions]\n')
    course = Course(root)
    assert course.built == [ASSIGNMENT]
    with pytest.raises(CourseError, match=message):
        course.assignment(name)


def test_nothing_is_built_yet(small_course):
    with pytest.raises(CourseError, match=r"sums.ipynb is missing: run `make build`"):
        small_course.assignment(ASSIGNMENT)
    with pytest.raises(CourseError, match="there is no assignment x; none is built yet"):
        small_course.assignment("x")


@pytest.fixture
def exchange(room: SmallClass, tmp_path: Path) -> Path:
    """The folder of an exchange, for nbgrader's commands in this course."""
    folder = tmp_path / "exchange"
    folder.mkdir()
    folder.chmod(0o777)  # as nbgrader wants it
    with (room.room.course.root / "nbgrader_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(folder)!r}\n")
    return folder


def test_no_text_is_handed_out_that_could_not_be_graded(room, exchange):
    mend_check(room)
    done = room.room.try_nbgrader("release_assignment", ASSIGNMENT)
    assert done.returncode == 1
    assert done.stderr.startswith("nbgrader: source/ps0_warm_up/sums.ipynb is not what problems/")
    assert done.stderr.endswith(f"{MEND}\n")
    assert list(exchange.iterdir()) == []
    room.room.nbgrader("generate_assignment", ASSIGNMENT)
    room.room.nbgrader("release_assignment", ASSIGNMENT)
    assert list(exchange.glob(f"*/outbound/{ASSIGNMENT}/sums.ipynb"))


def test_what_was_never_entered_is_not_handed_out(room, exchange):
    (room.room.course.root / "autograded").rename(room.room.course.root / "away")
    with Gradebook(room.db_url) as gradebook:
        gradebook.remove_assignment(ASSIGNMENT)
    done = room.room.try_nbgrader("release_assignment", ASSIGNMENT)
    assert done.returncode == 1
    assert done.stderr == f"nbgrader: {ASSIGNMENT} is not in the grade book: {MEND}\n"


def test_pages_that_are_not_made_are_not_released_without_a_word(room, exchange):
    done = room.room.try_nbgrader("release_feedback", ASSIGNMENT)
    assert done.returncode == 1
    assert "waiting for a person: 1 answer of 1 student; run `examiner mark" in done.stderr
    assert done.stderr.endswith(
        f"nbgrader: there are no pages at feedback/<student>/{ASSIGNMENT}/: "
        f"run `examiner feedback {ASSIGNMENT}` first.\n"
    )


def test_ctrl_c_is_a_line(monkeypatch, capsys):
    def interrupted(app):
        raise KeyboardInterrupt

    monkeypatch.setattr(nbgrader_runs, "check_assignment", interrupted)
    with pytest.raises(SystemExit) as ended:
        nbgrader_runs.start_command(SimpleNamespace(subapp=None))
    assert ended.value.code == 130
    assert capsys.readouterr().err == "nbgrader: stopped: run the same command again\n"
