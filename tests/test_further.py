"""Further problems: the table, the star, and the three ways in which their points count."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from rich.console import Console

from examiner import cli
from examiner.authoring import build
from examiner.authoring.notebook_source import substitute
from examiner.course import TABLE, Course, CourseError
from examiner.further import STAR, FurtherCount
from examiner.gradebook.further_cells import earned_points
from examiner.gradebook.gradebook_file import MARKS
from examiner.reports import report_commands
from examiner.reports.report_page import report_page
from examiner.reports.report_reading import read_report
from examiner.reports.tables import FORMATS, grades_table, read_roster_table, report_table
from examiner.term.class_feedback import Feedback
from examiner.term.plan import ClassFolder
from tests.classroom import Classroom, Courses, nbgrader_here
from tests.marking import served
from tests.small_class import (
    ASSIGNMENT,
    DUE,
    RIGHT,
    SQUARE,
    InThisProcess,
    SmallClass,
    write_course,
)

WRITTEN, CHECKED = "q2_written", "q3_squares_test"  # the cells of further problems, 3 and 4 points
LATE = "c.StartedDays.points = 100\n"
SENTENCES = {
    "full": "it counts like every other question",
    "extra": "its points are added to the total",
    "none": "it does not count towards the total",
}


def write_further_course(folder: Path) -> None:
    """The small course, with a core of one question."""
    write_course(folder)
    make_further(folder / TABLE, "q2_written", "q3_squares")
    build.build(Course(folder))


def make_further(table: Path, *questions: str) -> None:
    for question in questions:
        row = re.compile(rf"^({question} = \{{.*?)(?:, further = \w+)? \}}$", re.M)
        table.write_text(row.sub(r"\1, further = true }", table.read_text()))


class FurtherClass(SmallClass):
    """A class of a course with further problems, and a setting for how they count."""

    def __init__(
        self, folder: Path, built: Path, executor: InThisProcess, config: str = ""
    ) -> None:
        self.room = Classroom(folder, built, Course(built).assignments[ASSIGNMENT], config)
        self.executor, self.db_url = executor, self.room.db_url

    def set_count(self, count: str) -> None:
        with (self.room.course.root / "nbgrader_config.py").open("a") as file:
            file.write(f"c.FurtherProblems.count = {count!r}\n")

    def give_extra(self, extra: float | None) -> None:
        self.grade_by_hand("ada", CHECKED, extra_credit=extra)

    def totals(self) -> dict[str, tuple[float, float]]:
        """Each student's total and its maximum: the same everywhere, or the test fails."""
        folder = ClassFolder.with_current_marks(Course(self.room.course.root), ASSIGNMENT)
        report = read_report(folder)
        found = {row.student: (row.total, folder.assignment.points) for row in report.rows}
        assert found == self.totals_of_nbgrader()
        assert found == self.totals_on_pages()
        roster = read_roster_table(folder)
        tables = {
            form: [*csv.DictReader(io.StringIO(grades_table(report, roster, form)))]
            for form in FORMATS
        }
        rows = {
            student: [row for row in tables["rows"] if row["student"] == student]
            for student in found
        }
        assert found == {
            student: tuple(
                sum(float(r[column] or 0) for r in mine) for column in ("points", "out of")
            )
            for student, mine in rows.items()
        }
        complete = {row.student for row in report.rows if row.complete}
        possible, *canvas = tables["canvas"]
        assert float(possible[ASSIGNMENT]) == report.assignment.points
        for key, lines in (("SIS Login ID", canvas), ("ID number", tables["moodle"])):
            exported = {line[key]: float(line[ASSIGNMENT]) for line in lines if line[ASSIGNMENT]}
            assert exported == {student: found[student][0] for student in complete}
        return found

    def totals_of_nbgrader(self) -> dict[str, tuple[float, float]]:
        with Gradebook(self.db_url) as gradebook:
            (most,) = {row["max_score"] for row in gradebook.submission_dicts(ASSIGNMENT)}
            assert gradebook.find_assignment(ASSIGNMENT).max_score == most
            found = {}
            for each in gradebook.assignment_submissions(ASSIGNMENT):
                assert each.late_submission_penalty <= each.score
                found[each.student.id] = (each.score - each.late_submission_penalty, most)
                assert each.student.score == each.score
            listed = {r["student"]: r["score"] for r in gradebook.submission_dicts(ASSIGNMENT)}
            assert listed == {
                s.student.id: s.score for s in gradebook.assignment_submissions(ASSIGNMENT)
            }
        return found

    def penalty_of_eve(self) -> float:
        with Gradebook(self.db_url) as gradebook:
            return gradebook.find_submission(ASSIGNMENT, "eve").late_submission_penalty

    def totals_on_pages(self) -> dict[str, tuple[float, float]]:
        """The points on a page are out of the questions that are graded so far."""
        pages = Feedback(self.folder, open_pool=self.executor.pool)
        assert pages.run().complete
        found = {}
        for student in self.folder.students("feedback"):
            page = self.room.feedback(student).read_text()
            match = re.search(r"<strong>(\S+) of (\S+) points</strong>", page)
            waiting = re.search(r"Answers worth (\S+) more points", page)
            points, out_of = map(float, match.groups())
            if waiting and self.folder.assignment.adds_to_maximum(WRITTEN):
                out_of += float(waiting[1])
            assert bool(waiting) == (
                "not graded yet" in page and not self.folder.assignment.uncounted
            )
            found[student] = points, out_of
        return found


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory, courses: Courses, executor: InThisProcess
) -> Path:
    """The folder of a graded class: ada's answers are right, bob's sum is wrong, eve was late."""
    built = courses.built("further_class", ASSIGNMENT, write_further_course)
    room = FurtherClass(tmp_path_factory.mktemp("further") / "course", built, executor, LATE)
    with Gradebook(room.db_url) as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=DUE)
    for student, answers in (("ada", {}), ("bob", SQUARE), ("eve", {})):
        room.submit(student, RIGHT | answers)
    late = room.room.submitted("eve").parent / "timestamp.txt"
    late.write_text("2026-11-02 20:00:00 UTC")
    room.autograde()
    room.grade_by_hand("ada", WRITTEN, manual_score=2.0)
    room.give_extra(1.0)
    return room.room.course.root


@pytest.fixture
def room(tmp_path: Path, graded: Path, executor: InThisProcess) -> FurtherClass:
    """A copy of the graded class."""
    return FurtherClass(tmp_path / "course", graded, executor)


# --- the table and the notebook ------------------------------------------------------------------


def test_a_further_question_has_a_star_in_its_heading(small_course: Course) -> None:
    make_further(small_course.root / TABLE, "q2_written")
    build.build(small_course)
    problem = Course(small_course.root).assignments["ps0_warm_up"]
    text = problem.release.read_text()
    assert f"(`q2_written`, 3 points, further {STAR})" in text
    assert "(`q1_sum`, 2 points)" in text
    tokens = ("points", "points of core", "points of further", "points by a person")
    assert [substitute(token, problem) for token in tokens] == ["5", "2", "3", "3"]
    assert build.stale(Course(small_course.root)) == []


def test_the_points_of_a_part_are_those_of_its_core_and_of_its_further_problems(
    small_course: Course,
) -> None:
    make_further(small_course.root / TABLE, "q2_written")
    problem = Course(small_course.root).assignments["ps0_warm_up"]
    text = problem.notebook_source.read_text()
    one = text.replace("# ## ", "# ### ").replace("# # Sums", "# ## Part 1: sums")
    two = one.replace("# ### Question 2", "# ## Part 2: why\n#\n# ### Question 2")
    problem.notebook_source.write_text(one)
    assert substitute("points of part 1", problem) == f"2 + 3 {STAR}"
    problem.notebook_source.write_text(two)
    parts = [substitute(f"points of part {number}", problem) for number in (1, 2)]
    assert parts == ["2", f"3 {STAR}"]


def test_a_wrong_value_in_the_table_is_an_error(small_course: Course) -> None:
    path = small_course.root / TABLE
    path.write_text(path.read_text().replace("written = true", 'written = true, further = "yes"'))
    with pytest.raises(CourseError, match="q2_written: further is 'yes'; write true"):
        Course(small_course.root).assignments  # noqa: B018


def test_the_maximum_follows_the_rule(small_course: Course) -> None:
    make_further(small_course.root / TABLE, "q2_written")
    for count, points in (("full", 5), ("extra", 2), ("none", 2)):
        problem = Course(small_course.root).assignments["ps0_warm_up"]
        object.__setattr__(problem, "further_count", FurtherCount(count))
        assert problem.points == points
        assert problem.uncounted == ({"q2_written"} if count == "none" else set())


# --- the setting ---------------------------------------------------------------------------------


def test_a_misspelt_value_is_an_error_before_anything_is_graded(room, capsys):
    room.set_count("non")
    before = room.contents()
    assert cli.main(["--course", str(room.room.course.root), "autograde", ASSIGNMENT]) == 1
    error = capsys.readouterr().err
    assert "nbgrader_config.py" in error
    assert "'count'" in error
    assert "'extra'" in error
    assert room.contents() == before
    assert nbgrader_here(room.room.course.root, "autograde", ASSIGNMENT)[0] == 1


COUNTED = {  # setting -> each student's total, and the maximum
    "full": {"ada": (9.0, 9.0), "bob": (5.0, 9.0), "eve": (0.0, 9.0)},
    "extra": {"ada": (9.0, 2.0), "bob": (5.0, 2.0), "eve": (0.0, 2.0)},
    "none": {"ada": (2.0, 2.0), "bob": (1.0, 2.0), "eve": (0.0, 2.0)},
}


def test_totals_pages_and_reports_follow_the_setting_and_nobody_is_graded_again(room, capsys):
    """A change is noticed; the points of the check, by hand and extra credit all stay."""
    assert room.totals() == COUNTED["full"]
    graded, count = room.grades(), room.executor.count
    assert room.penalty_of_eve() == 6.0  # all her points, as many as counted
    for setting, penalty in (("none", 2.0), ("extra", 6.0), ("full", 6.0)):
        room.set_count(setting)
        for command in (["report"], ["grades"], ["feedback"]):
            assert cli.main(["--course", str(room.room.course.root), *command, ASSIGNMENT]) == 1
            assert "run `examiner autograde ps0_warm_up`" in capsys.readouterr().err
        before = room.contents()
        dry = room.dry_run()
        assert room.contents() == before
        done = room.autograde(students=["bob"])  # the rule holds for the whole class
        assert setting in dry.recounted
        assert dry.recounted == done.recounted
        assert room.penalty_of_eve() == penalty
        assert room.totals() == COUNTED[setting]
        assert_star_and_sentence(room, setting)
        assert room.autograde().recounted == ""
        assert room.executor.count == count
    assert room.grades() == graded


def assert_star_and_sentence(room: FurtherClass, setting: str) -> None:
    """Check ada's page and the report, in each form."""
    page = room.room.feedback("ada").read_text()
    assert page.count('aria-label="further problem"') == 4  # two questions: table and heading
    assert ">2 of 3</span>" in page
    report = read_report(room.folder)
    console = Console(width=100, file=io.StringIO())
    report_commands.report(report, console)
    printed = " ".join(console.file.getvalue().split())
    for text in (page, printed, report_page(report)):
        assert SENTENCES[setting] in text
    assert f"q3_squares {STAR}" in printed
    assert f"q3_squares {STAR}" in report_page(report)
    rows = [*csv.DictReader(io.StringIO(report_table(report)))]
    stars = {row["question"]: row["further"] for row in rows if row["what"] == "question"}
    assert stars == {"q1_sum": "", "q2_written": STAR, "q3_squares": STAR}


@pytest.mark.parametrize("setting", ["extra", "none"])
def test_a_new_submission_and_marks_by_hand_follow_the_setting(room, setting):
    room.set_count(setting)
    room.autograde()
    room.submit("fay", {"q3_squares": "def squares(n):\n    return n"})
    room.autograde()
    assert room.totals()["fay"] == (2.0, 2.0)
    room.grade_by_hand("fay", WRITTEN, manual_score=3.0)
    room.grade_by_hand("fay", CHECKED, manual_score=1.0, extra_credit=0.0)
    total = 6.0 if setting == "extra" else 2.0
    assert room.totals()["fay"] == (total, 2.0)
    room.submit("fay", {})  # changed: the mark of the check is needed again
    assert [(m.question, m.before, m.after) for m in room.dry_run().moves] == [
        ("q3_squares", 0.0, 4.0)
    ]


def test_the_release_of_a_corrected_assignment_keeps_the_totals(room):
    room.set_count("none")
    room.autograde()
    room.room.nbgrader("generate_assignment", ASSIGNMENT)
    assert room.totals() == COUNTED["none"]


def test_formgrader_takes_all_points_of_a_further_problem(room):
    room.set_count("none")
    room.autograde()
    with Gradebook(room.db_url) as gradebook:
        grade = gradebook.find_grade(WRITTEN, "sums", ASSIGNMENT, "bob")
        assert grade.to_dict()["max_score"] == 3.0
        grade.manual_score, grade.extra_credit = 2.5, 0.0  # as formgrader writes them
        gradebook.db.commit()
        assert (grade.to_dict()["extra_credit"], grade.score) == (-2.5, 0.0)


def test_extra_credit_given_while_it_does_not_count_counts_later(room):
    room.set_count("none")
    room.submit("ada", RIGHT)
    room.autograde()
    before = room.totals()["ada"]
    room.give_extra(3.0)
    assert room.totals()["ada"] == before
    room.give_extra(1.0)
    room.set_count("extra")
    room.autograde()
    assert room.grades()["ada", CHECKED][2] == 1.0


def test_points_that_cancel_are_no_marks_by_hand(room):
    """`examiner restore` compares the marks by hand in two gradebooks."""

    def by_hand() -> set:
        with Gradebook(room.db_url) as gradebook:
            return set(gradebook.db.connection().exec_driver_sql(MARKS).all())

    room.give_extra(None)
    before = by_hand()
    room.set_count("none")
    room.autograde()
    assert by_hand() == before


@pytest.mark.parametrize(
    ("marks", "points"),
    [((2.0, None, -2.0), 2.0), ((2.0, 3.0, 1.0), 4.0), ((None, None, None), None)],
)
def test_points_are_those_earned_whether_or_not_they_count(marks, points):
    assert earned_points(*marks) == points


# --- what people see -----------------------------------------------------------------------------


def test_a_person_marks_further_problems_in_the_list_with_all_their_points(room):
    room.set_count("none")
    room.autograde()
    with served(room.room.course) as server:
        _, page, _ = server.get(f"{server.home}{ASSIGNMENT}/")
        assert page.count('aria-label="further problem"') == 1
