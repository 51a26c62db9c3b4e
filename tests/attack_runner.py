"""Run the attacks: each file in tests/attacks is a hostile submission and names its target.

An attack is a module of constants. Strings hold all submitted code, which runs only inside a
submission. The name of the file begins with the kind of attack: score, secret, tamper, denial or
page.

    ANSWER    code of the answer to the first question; ANSWERS: question -> code of its answer
    CELLS     code cells in front of the first question; MARKDOWN: the written answer
    FILES     path -> text, beside the notebook
    mutate(notebook)         changes the notebook before it is submitted
    submit(folder, course)   changes the submitted folder, as the file system allows
    LOG       text of the line that must be in the log
    TELLS     output of a cell after a successful attack
    COSTS     questions that a right answer may lose through the attack (else none)
    STOCK     why the attack is not tried on nbgrader as it is: it would harm the machine

An attack on a question of the course, not of the target, has these constants instead:

    ASSIGNMENT      the problem set
    HAND_INS        question -> code of its answer, for each submission
    AFTER           test cell -> code of a cell behind it
    files_after(shown)      the files of the next submission, from the text of this one's page
    EARNS           question -> the most that it may earn
    LONG            what it waits for, if it takes so long that only `make bench` tries it

Answers that an attack does not give are wrong, except for the last question. Its answer is right,
because an attack on one question must not cost another question. In the text of an attack,
@COURSE@, @HOME@ and @OUTSIDE@ stand for folders, because an attacker knows their paths. @WORDS@
stands for words that the examiner puts in quotation marks if it shows them beside its own.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import fnmatch
import hashlib
import html
import io
import json
import os
import re
import runpy
import sqlite3
import stat
import struct
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import nbformat
import psutil
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from examiner.authoring import notebook_source
from examiner.authoring.notebook_source import instructor_notebook
from examiner.cell_kinds import CellKind, cell_kind, question_of
from examiner.course import Course
from examiner.grading.grade import grade
from examiner.grading.reference_notebook import ReferenceNotebook
from examiner.grading.submission import Submission
from examiner.guard import UNGUARDED
from examiner.student import Sandbox
from tests.bench_medians import master_of
from tests.classroom import ROOT, Classroom, Courses
from tests.processes import below

ATTACKS = ROOT / "tests" / "attacks"
ASSIGNMENT, NOTEBOOK = "ps0_target", "target"
WORDS = "full points by hand"
SECRET = "planted-5ca1ab1e0ddba11c"  # the same in all test processes; in no attack

TARGET = """
# %% given="rows"
import numpy as np


def given_rows():
    return np.arange(6.0).reshape(2, 3)


# %% answer="q1_area"
def area(n):
    ### BEGIN SOLUTION
    return 3 * n * n + 2 * n
    ### END SOLUTION


# %% test="q1_area"
area(3)

# %% answer="q2_means"
def means(rows):
    ### BEGIN SOLUTION
    return rows.mean(axis=1)
    ### END SOLUTION


# %% test="q2_means"
means(given_rows())

# %% answer="q3_total"
def total(values):
    ### BEGIN SOLUTION
    return sum(values)
    ### END SOLUTION


# %% test="q3_total"
assert total([1, 2]) == 3
right = 15

# %% answer="q4_kinds"
### BEGIN SOLUTION
kinds = {"apple": "fruit", "leek": "vegetable"}
### END SOLUTION

# %% test="q4_kinds"
assert "apple" in kinds

# %% answer="q5_double"
def double(n):
    ### BEGIN SOLUTION
    return 2 * n
    ### END SOLUTION


# %% test="q5_double"
double(3)

# %% [markdown] written="q6_written"
# ### BEGIN SOLUTION
# Because.
#
# === BEGIN MARK SCHEME ===
# | points | for |
# |---|---|
# | 3 | the mark scheme: @SECRET@ |
# === END MARK SCHEME ===
# ### END SOLUTION
"""

MARKING = {
    "q1_area": """
from examiner.checks import Count, sizes

planted = "@SECRET@"
SIZES = (n,) = sizes("n")
question = Count(SIZES, 3 * n**2 + 2 * n)
""",
    "q2_means": """
import numpy as np

from examiner.checks import Arrays, case


def cases(rng):
    small, large = rng.normal(size=(2, 3)), rng.normal(size=(9, 4))
    return {"small": case(small), "large": case(large)}


question = Arrays(oracle=lambda rows: np.array([sum(r) / len(r) for r in rows]), cases=cases)
""",
    "q3_total": """
from examiner.checks import Arrays, case

cases = {"whole": case([4, 5, 6]), "halves": case([0.5, 0.25])}
question = Arrays(oracle=sum, cases=cases)
""",
    "q4_kinds": """
from examiner.checks import Choices

question = Choices(
    {"apple": "fruit", "leek": "vegetable"}, options=["fruit", "vegetable", "neither"]
)
""",
    "q5_double": """
from examiner.checks import Count, sizes

SIZES = (n,) = sizes("n")
question = Count(SIZES, 2 * n)
""",
}

TABLE_OF_POINTS = """
[ps0_target]
title = "Target"
notebook = "target"

[ps0_target.questions]
q1_area = { points = 4, defines = ["area(n)"] }
q2_means = { points = 3, defines = ["means(rows)"] }
q3_total = { points = 2, defines = ["total(values)"] }
q4_kinds = { points = 2, defines = ["kinds"] }
q5_double = { points = 1, defines = ["double(n)"] }
q6_written = { points = 3, written = true }
"""
WRONG = {
    "q1_area": "def area(n):\n    return 3 * n * n",
    "q2_means": "def means(rows):\n    return np.zeros(len(rows))",
    "q3_total": "def total(values):\n    return 0",
    "q4_kinds": 'kinds = {"apple": "neither", "leek": "neither"}',
    "q5_double": "def double(n):\n    return 2 * n",
}
# One of the two terms of the first question is right in the wrong answer.
WRONG_EARNS = {"q1_area": 2.0, "q2_means": 0.0, "q3_total": 0.0, "q4_kinds": 0.0, "q5_double": 1.0}
RIGHT = {
    "q1_area": "def area(n):\n    return n * (3 * n + 2)",
    "q2_means": "def means(rows):\n    return rows.mean(axis=1)",
    "q3_total": "def total(values):\n    return sum(values)",
    "q4_kinds": 'kinds = {"apple": "fruit", "leek": "vegetable"}',
    "q5_double": "def double(n):\n    return n + n",
    "q6_written": "| n | m |\n|---|---|\n| 1 | 2 |\n\nSince $\\alpha^2 = 1$.",
}
RIGHT_EARNS = {"q1_area": 4.0, "q2_means": 3.0, "q3_total": 2.0, "q4_kinds": 2.0, "q5_double": 1.0}
FIGURE = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"
TABLE = "from IPython.display import HTML\nHTML('<table><tr><td>one</td></tr></table>')"


class Attack:
    """An attack; `parts` are the constants of a file in tests/attacks."""

    def __init__(self, name: str, parts: Mapping[str, Any]) -> None:
        self.name = name
        self.about: str = (parts.get("__doc__") or "").strip()
        self.answers: dict[str, str] = dict(parts.get("ANSWERS", {}))
        for question, name in (("q1_area", "ANSWER"), ("q6_written", "MARKDOWN")):
            if name in parts:
                self.answers[question] = parts[name].strip("\n")
        self.cells = tuple(cell.strip("\n") for cell in parts.get("CELLS", ()))
        self.files, self.costs = parts.get("FILES", {}), parts.get("COSTS", ())
        self.mutate, self.submit = parts.get("mutate"), parts.get("submit")
        self.log, self.tells, self.stock = (parts.get(n, "") for n in ("LOG", "TELLS", "STOCK"))
        self.course = parts if "ASSIGNMENT" in parts else {}
        self.long = bool(parts.get("LONG"))

    @property
    def kind(self) -> str:
        return self.name.partition("_")[0]

    def gains(self, sandbox: Sandbox) -> Iterator[str]:
        """Yield the points that the attack gains in a question of the course, per submission."""
        about, files = self.course, {}
        source, reference = set_of_the_course(about["ASSIGNMENT"])
        for number, answers in enumerate(about["HAND_INS"], start=1):
            notebook = deepcopy(source)
            for cell in source.cells[::-1]:
                place = next(i for i, each in enumerate(notebook.cells) if each.id == cell.id)
                if cell.id in answers:
                    notebook.cells[place].source = answers[cell.id]
                elif cell_kind(cell) is CellKind.ANSWER:
                    notebook.cells[place].source = ""
                if code := about.get("AFTER", {}).get(cell.id):
                    notebook.cells.insert(place + 1, nbformat.v4.new_code_cell(code))
            graded = grade(
                Submission(nbformat.writes(notebook).encode(), files), reference, sandbox
            )
            for question, most in about["EARNS"].items():
                points = graded.records[f"{question}_test"].points
                if points is not None and points > most:  # None: a person looks
                    yield f"hand-in {number}, {question}: {points} points, and {most:g} at most"
            if "files_after" in about:
                outputs = [o for c in graded.notebook.cells for o in c.get("outputs", ())]
                files = about["files_after"](" ".join(str(o.get("data", "")) for o in outputs))


@cache
def set_of_the_course(assignment: str) -> tuple[NotebookNode, ReferenceNotebook]:
    """Its notebook, without the cells that only draw something, and its reference notebook."""
    (problem,) = Course(ROOT).problems(assignment)
    source = instructor_notebook(problem)
    reference = replace(master_of(source), key="5" * 64, assignment=assignment)
    source.cells = [cell for cell in source.cells if "nbgrader" in cell.metadata]
    return source, reference


def attacks(*kinds: str, course: bool = False) -> list[Attack]:
    """The attacks of these kinds on the target, or on the course; all where no kind is named."""
    files = sorted(ATTACKS.glob("*.py"))
    found = (Attack(path.stem, runpy.run_path(str(path))) for path in files)
    wanted = (attack for attack in found if bool(attack.course) == course)
    return [attack for attack in wanted if not kinds or attack.kind in kinds]


STOCK_CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "arena"
c.ExecutePreprocessor.timeout = 4
c.Execute.timeout = 4
"""
# Some attacks use all the time that they get. Their time limit is short: ten times the time of an
# honest answer without figures. Students who lose points by that are graded again with more time.
HASTE, PATIENCE = (
    f"c.Examine.cell_seconds = {cell}\nc.Examine.notebook_seconds = {notebook}\n"
    for cell, notebook in ((0.15, 1.5), (0.75, 10))
)
MAX_GRADED, MAX_PAGE = 40 * 2**20, 6 * 10**6  # bytes of a graded notebook, characters of a page
MAX_OUTPUTS = 102  # of a cell, with the words on those left out and an error
MAX_POINTS = 2 * 10**7  # of a picture in a page
EMBEDDED = re.compile(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]*)")
# Of a class, in one query: nbgrader's own classes make several for each student.
POINTS = """
select a.student_id, c.name, g.auto_score from grade g
join base_cell c on c.id = g.cell_id
join submitted_notebook n on n.id = g.notebook_id
join submitted_assignment a on a.id = n.assignment_id
"""


class Arena:
    """A course folder of its own in which attackers and bystanders submit and are graded.

    `stock`: by nbgrader as it is, in a sandbox around all of it so that the machine is safe.
    `command`: otherwise, whether `nbgrader autograde` or `examiner autograde` grades. `hasty`: with
    little time.
    """

    def __init__(
        self,
        folder: Path,
        courses: Courses,
        attackers: list[Attack],
        *,
        stock: bool = False,
        command: str = "nbgrader",
        hasty: bool = False,
    ) -> None:
        self.course, self.home, self.outside = (
            folder / name for name in ("course", "home", "outside")
        )
        self.attackers, self.stock, self.command, self.hasty = attackers, stock, command, hasty
        self.with_pages: set[str] = set()
        middle = attackers[len(attackers) // 2].name
        self.bystanders = ("a_bystander", f"{middle}_bystander", "z_bystander")
        for place in (self.home, self.outside):
            place.mkdir(parents=True)
        name, write = "stock" if stock else "target", partial(_write, stock=stock)
        built = courses.built(name, ASSIGNMENT, write)
        self.room = Classroom(
            self.course,
            built,
            Course(built).assignments[ASSIGNMENT],
            HASTE if hasty else "",
            environment={"HOME": str(self.home), "COURSE_SECRET": SECRET}
            | ({UNGUARDED: "yes"} if stock else {}),
            around=self._around_stock() if stock else (),
        )
        # The secret, in the places that an attacker will search.
        other = self.course / "submitted" / "a_bystander" / ASSIGNMENT
        other.mkdir(parents=True)
        for folder in (self.course, self.outside, other):
            (folder / "notes.txt").write_text(SECRET)
        (self.home / ".secret").write_text(SECRET)
        with Gradebook(self.room.db_url) as gradebook:
            gradebook.add_student("a_bystander", email=SECRET)
        for student in self.bystanders:
            self._submit(student, RIGHT, (TABLE,) if self.hasty else (FIGURE, TABLE))
        for attack in attackers:
            self._submit(attack.name, WRONG | attack.answers, attack.cells, attack)

    def _submit(
        self,
        student: str,
        answers: Mapping[str, str],
        cells: tuple[str, ...],
        attack: Attack | None = None,
    ) -> None:
        def change(notebook: NotebookNode) -> None:
            notebook.cells[1:1] = [
                _code_cell(f"own-{number}", self._filled_in(source))
                for number, source in enumerate(cells)
            ]
            if attack and attack.mutate:
                attack.mutate(notebook)

        filled_in = {question: self._filled_in(answer) for question, answer in answers.items()}
        folder = self.room.submit(student, filled_in, change=change).parent
        for name, text in attack.files.items() if attack else ():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(self._filled_in(text))
        if attack and attack.submit:
            attack.submit(folder, self.course)

    def _filled_in(self, text: str) -> str:
        for place in ("course", "home", "outside"):
            text = text.replace(f"@{place.upper()}@", str(getattr(self, place)))
        return text.replace("@WORDS@", WORDS)

    # --- grading ---------------------------------------------------------------------------------

    def run(self, pages: str = "*") -> None:
        """Autograde all students, and make feedback for those with names that match `pages`."""
        self.before = self._files()
        with _descendants_stay_ours():
            mine = below(children=True)
            if self.command == "nbgrader":
                self.log = self.nbgrader("autograde", ASSIGNMENT)
            else:
                done = self.room.examiner("autograde", ASSIGNMENT, "--workers", "1")
                self.log = done.stdout + done.stderr
            # The command around stock nbgrader ends all processes, so none is left over.
            self.left_over = [] if self.stock else _left_over(mine)
        self.after = self._files()
        if self.hasty:
            self._grade_the_slow_again()
        names = [*self.bystanders, *(attack.name for attack in self.attackers)]
        self.with_pages = {n for each in pages.split() for n in fnmatch.filter(names, each)}
        if pages and self.stock:
            self.log += self.nbgrader("generate_feedback", ASSIGNMENT)
        elif self.with_pages:
            said, who = io.StringIO(), self._named(sorted(self.with_pages))
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                self.room.examiner_here("feedback", ASSIGNMENT, "--workers", "1", *who)
            self.log += said.getvalue()

    def _grade_the_slow_again(self) -> None:
        """Grade attackers again with more time: on a busy machine an honest answer may need it, and
        a cell that gets no processor leaves its question for a person."""
        slow = [attack.name for attack in self.attackers if self._may_be_slow(attack)]
        if slow:
            with (self.course / "nbgrader_config.py").open("a") as config:
                config.write(PATIENCE)
            who = "--force", "--workers", "1", *self._named(slow)
            self.room.examiner_here("autograde", ASSIGNMENT, *who)
            del self.marks  # read before the second grading

    def _may_be_slow(self, attack: Attack) -> bool:
        return any(self._lost(attack))

    def _named(self, students: Iterable[str]) -> list[str]:
        return [word for student in students for word in ("--student", student)]

    def nbgrader(self, *words: str) -> str:
        """Run a command of nbgrader, also one that fails, and return its log."""
        return self.room.try_nbgrader(*words).stderr

    def _around_stock(self) -> list[str]:
        """Everything read-only but the arena; processes end with the command."""
        folder = str(self.course.parent)
        command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-pid", "--unshare-net"]
        command += ["--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev"]
        command += ["--proc", "/proc", "--tmpfs", "/tmp"]
        command += ["--bind", folder, folder, "--ro-bind", sys.prefix, sys.prefix]
        command += ["--ro-bind", str(ROOT), str(ROOT)]
        limit = 'ulimit -v 6000000; ulimit -f 200000; ulimit -t 60; exec "$@"'
        return [*command, "bash", "-c", limit, "bash"]

    def _files(self) -> dict[str, str]:
        """A digest of every file that grading has no business with."""
        skipped = ("autograded", "feedback", "gradebook.db", "gradebook.db-journal")
        return {
            path: _digest(path)
            for top in (self.course, self.home, self.outside)
            for path in _below(str(top), skipped)
        }

    # --- after -----------------------------------------------------------------------------------

    @cached_property
    def marks(self) -> dict[str, dict[str, float]]:
        """Return student -> question -> points, without the questions that have no points."""
        students = (*self.bystanders, *(attack.name for attack in self.attackers))
        found: dict[str, dict[str, float]] = {student: {} for student in students}
        with contextlib.closing(sqlite3.connect(self.course / "gradebook.db")) as connection:
            for student, name, points in connection.execute(POINTS):
                is_asked = question_of(name) in WRONG_EARNS
                if student in found and is_asked and points is not None:
                    found[student][question_of(name)] = points
        return found

    def successes(self, attack: Attack) -> Iterator[str]:
        """Points that the attack gained, and secrets that it read."""
        marks = self.marks[attack.name]
        for question, earned in WRONG_EARNS.items():
            if (points := marks.get(question, 0.0)) > earned:
                yield f"{question}: {points:g} points for an answer that is worth {earned:g}"
        outputs = json.dumps(self.outputs(attack.name))
        for words in filter(None, (SECRET, attack.tells)):
            if words in outputs:
                yield f"the outputs say {words!r}"
        # nbgrader as it is shows hidden tests to everybody.
        for path in self.room.feedback(attack.name).parent.rglob("*"):
            if not self.stock and path.is_file() and SECRET in path.read_text(errors="replace"):
                yield f"the planted secret is in {path.relative_to(self.course)}"

    def complaints(self, attack: Attack) -> Iterator[str]:
        """All that is wrong about how the attack's submission was graded."""
        yield from self.successes(attack)
        yield from self._lost(attack)
        if attack.log and not any(attack.log in line for line in self._lines_on(attack.name)):
            yield f"nothing in the log on {attack.log!r}"
        yield from self._bounds_exceeded(attack.name)

    def _lost(self, attack: Attack) -> Iterator[str]:
        """Yield the marks that are missing, and the points that the attack cost."""
        marks = self.marks[attack.name]
        for question in WRONG_EARNS.keys() - marks.keys():
            log = [line for line in self._lines_on(attack.name) if question in line]
            yield f"{question}: {' '.join(log)} no mark at all"
        if "q5_double" not in attack.costs and marks.get("q5_double", 0) < 1:
            yield "it cost a question that was answered right"

    def _bounds_exceeded(self, student: str) -> Iterator[str]:
        """Yield the files, pages and logs that are larger or worse than the limits allow."""
        notebook = self.room.autograded(student)
        if notebook.exists() and notebook.stat().st_size > MAX_GRADED:
            yield f"a graded notebook of {notebook.stat().st_size} bytes"
        if (most := max(map(len, self.outputs(student)), default=0)) > MAX_OUTPUTS:
            yield f"a cell with {most} outputs"
        pages = [self.room.feedback(student)] if student in self.with_pages else []
        for page in pages:
            if not page.is_file():
                yield "no feedback page"
                continue
            text = page.read_text(errors="replace")
            if len(text) > MAX_PAGE:
                yield f"a page of {len(text)} characters"
            if "making the page took too much" in text:
                yield "a page without the notebook"
            yield from self._imitated(text)

    def _imitated(self, page: str) -> Iterator[str]:
        """Yield imitations of the page's own elements, and pictures that a browser can't draw."""
        questions = self.room.problem.questions.values()
        tests = sum(not question.written for question in questions)
        for name, most in (("verdict", tests), ("question", 2 * len(questions)), ("heading", 99)):
            if len(re.findall(rf'<\w+ class="{name}"', page)) > most:
                yield f"more than {most} elements of the class {name!r} in a page"
        ours = re.findall(
            r'<div class="note">.*?</div>|<tr.*?</tr>|The visible test.*?</pre>', page, re.S
        )
        yield from _unquoted(html.unescape(re.sub("<[^>]+>", " ", each)) for each in ours)
        if '<div class="heading highlight' in page:
            yield "a heading of the student's own"
        if re.search(r"<svg|<\w+ [^<>]*image/svg", page):
            yield "SVG in a page"
        for width, height in map(dimensions, EMBEDDED.findall(page)):
            if width * height > MAX_POINTS:
                yield f"a picture of {width} by {height} points in a page"
        if re.search(r'(?:span|width|height)="\d{5,}"', page):
            yield "an element that is too large to be shown"

    def complaints_of_all(self) -> Iterator[str]:
        """Yield the effects that the attacks together had on other students."""
        if odd := {c for c in self.log if not c.isprintable() and c != "\n"} and not self.stock:
            yield f"characters in the log that act on a terminal: {odd}"
        if any(line.startswith("[AutogradeApp | INFO] mallory") for line in self.log.splitlines()):
            yield "a line of the log that is a student's"
        yield from _unquoted(self.log.splitlines())
        for student in self.bystanders:
            if self.marks[student] != RIGHT_EARNS:
                yield f"{student} has {self.marks[student]}"
            elif not self.stock and self.outputs(student) != self.outputs(self.bystanders[0]):
                yield f"{student}: the outputs are not those of {self.bystanders[0]}"
        for path in sorted(self.before.keys() | self.after.keys()):
            if self.before.get(path) != self.after.get(path) and not self._kernels_own(path):
                yield f"{path} was changed"
        with Gradebook(self.room.db_url) as gradebook:
            if gradebook.find_student("a_bystander").email != SECRET:
                yield "the grade book was changed"
        yield from (f"left running: {process}" for process in self.left_over)

    def _kernels_own(self, path: str) -> bool:
        """Check whether stock nbgrader's kernel writes this file at home for any submission."""
        new_at_home = path not in self.before and path.startswith(str(self.home))
        left = ("/startup/0", "_config.py", "customize", ".pythonrc", "matplotlibrc")
        return self.stock and new_at_home and not any(part in path for part in left)

    def outputs(self, student: str) -> list[Any]:
        path = self.room.autograded(student)
        cells = json.loads(path.read_bytes())["cells"] if path.exists() else []
        return [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]

    def _lines_on(self, student: str) -> list[str]:
        """The log from where this student's submission is begun to the next one."""
        lines, on = [], False
        for line in self.log.splitlines():
            if "Converting notebook " in line or "Creating/updating student" in line:
                on = f"/{student}/" in line or f"'{student}'" in line
            named = (f" {student}, ", f"/{student}/", f"{student}: ")
            if on or any(name in line for name in named):
                lines.append(line)
        return lines


def _unquoted(texts: Iterable[str]) -> Iterator[str]:
    """Words of a student's that stand beside the examiner's as if they were its own."""
    for text in texts:
        if WORDS in re.sub("“[^“”]*”", "", text):
            yield f"a student's words among the examiner's: {text.strip()[:200]}"


def dimensions(picture: str) -> tuple[int, int]:
    """Return the width and height of a picture in base64; for a JPEG, those of its first frame."""
    data = base64.b64decode(picture + "=" * (-len(picture) % 4))
    if data[:4] == b"\x89PNG":
        return struct.unpack(">II", data[16:24]) if len(data) >= 24 else (0, 0)
    frame = re.search(rb"\xff[\xc0-\xc3]..\x08(....)", data, re.S)
    height, width = struct.unpack(">HH", frame[1]) if frame else (0, 0)
    return width, height


def _below(top: str, skipped: Collection[str]) -> Iterator[str]:
    """All files and links below a folder, however deep (`rglob` ends at a thousand).

    As texts: a Path takes its time to make if it is long. skipped: names directly in the folder.
    """
    folders = [top]
    while folders:
        folder = folders.pop()
        for entry in os.scandir(folder):
            if entry.name == "__pycache__" or (folder == top and entry.name in skipped):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                yield entry.path


def _digest(path: str) -> str:
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        return f"link to {os.readlink(path)}"
    if not stat.S_ISREG(status.st_mode):
        return "no file"
    if status.st_size > 2**27:
        return f"{status.st_size} bytes"
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _code_cell(name: str, source: str) -> NotebookNode:
    """As `new_code_cell`, which validates each of thousands of cells."""
    parts = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    return NotebookNode({"id": name, "source": source} | parts)


def _write(course: Path, stock: bool) -> None:
    """A course folder with the target in it."""
    (course / "problems").mkdir()
    (course / "problems" / "course.toml").write_text(TABLE_OF_POINTS)
    problem = Course(course).assignments[ASSIGNMENT]
    problem.source.parent.mkdir(parents=True)
    marking = problem.notebook_source.parent / "marking"
    marking.mkdir(parents=True)
    for question, check in MARKING.items():
        (marking / f"{question}.py").write_text(check.replace("@SECRET@", SECRET))
    notebook, _ = notebook_source.build_notebook(TARGET.replace("@SECRET@", SECRET), problem)
    problem.source.write_text(nbformat.writes(notebook))
    config = STOCK_CONFIG if stock else (ROOT / "nbgrader_config.py").read_text()
    (course / "nbgrader_config.py").write_text(config)


# --- processes -----------------------------------------------------------------------------------


@contextlib.contextmanager
def _descendants_stay_ours() -> Iterator[None]:
    """While inside, a process that loses its parent becomes a child of this one (Linux)."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    try:
        yield
    finally:
        ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)


def _left_over(before: set[int], seconds: float = 30.0) -> list[str]:
    """Descendants of the command that still run after it ended, and the time that a busy machine
    may take to end them."""
    deadline = time.monotonic() + seconds
    while True:
        new = below(children=True) - before
        for pid in list(new):
            if os.waitpid(pid, os.WNOHANG)[0]:
                new.discard(pid)
        if not new or time.monotonic() > deadline:
            return [" ".join(psutil.Process(pid).cmdline()) for pid in new]
        time.sleep(0.05)
