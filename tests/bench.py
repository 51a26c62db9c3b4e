"""Measure the cost of grading, beside stock nbgrader in the same run.

    python -m tests.bench

This command measures single steps (`bench_medians`), sample classes, and a class with the worst
attacks, in a folder of its own. It prints the results and puts them into docs/benchmarks.md. All
options have a default: see `main`. No other program should run meanwhile. The bench counts the
processor time of the whole machine, because the time of a sandbox is lost when the sandbox ends.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice, pairwise
from pathlib import Path

from examiner.course import Course
from examiner.course_key import KEY_FILE
from examiner.demo import SampleClass, SampleSpec
from examiner.grading import examination
from examiner.guard import UNGUARDED
from examiner.pages import page_budget
from examiner.workers.worker import WorkerSettings
from tests import bench_medians
from tests.attack_runner import ASSIGNMENT, FIGURE, RIGHT, TABLE, Arena, Attack, attacks
from tests.bench_report import GRADED, GRADED_AGAIN, PHASES, Cost, Machine, Report
from tests.classroom import ROOT, Classroom, Courses
from tests.new_mistakes import new_mistakes
from tests.small_class import rows

KEY = "0123456789abcdef" * 4  # a course key, with which inputs differ as in a real course
MISTAKES = 12  # different wrong answers to a question
HONEST = 21  # students of the sample class with notebooks that neither hang nor crash
HERE, WORKERS = "`nbgrader autograde`, here", "`examiner autograde`, {} worker{}"
STOCK = "Stock `nbgrader autograde`"


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    add = parser.add_argument
    add("--assignments", nargs="*", default=["ps1_flops", "ps2_attention"])
    add("--wrong", nargs="*", default=[*Course(ROOT).assignments], help="classes of wrong answers")
    add("--submissions", type=int, default=30, help="of the classes that are compared (30)")
    add("--stock", type=int, default=6, help="of them, for stock nbgrader (6; 0: leave it out)")
    add("--growth", type=int, nargs="*", default=[10, 100, 1000], help="sizes (10 100 1000)")
    add("--examined", type=int, default=0, help="so many, with nothing written (0: leave it out)")
    add("--print", action="store_true", help="leave docs/benchmarks.md as it is")
    wanted = parser.parse_args(words)
    report = Report(date.today(), Machine.this())
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        bench = Bench(Path(folder))
        report.medians = list(bench_medians.measured(bench.courses, Path(folder)))
        for assignment in wanted.assignments:
            costs = bench.compared(assignment, wanted.submissions, wanted.stock)
            report.classes[assignment] = list(costs)
        for assignment in wanted.wrong:
            costs = bench.compared(assignment, wanted.submissions, wanted.stock, wrong=True)
            report.wrong[assignment] = list(costs)
        report.growth = list(bench.growth("ps1_flops", wanted.growth))
        if wanted.examined:
            room = bench.room("ps1_flops", wanted.examined)
            what = "examined, nothing written"
            report.growth.append(bench.examiner(what, room, wanted.examined, "--dry-run"))
        print(bench.hostile())
    print(report.of_medians(), report.of_classes(), sep="\n\n")
    if not wanted.print:
        report.write(ROOT / "docs")


class Bench:
    """Runs of graders on sample classes, each class in a new course folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.courses = folder, Courses(folder / "courses")
        self._number = itertools.count()
        self._made: dict[str, dict[str, list[str]]] = {}

    def compared(
        self, assignment: str, submissions: int, stock: int, *, wrong: bool = False
    ) -> Iterator[Cost]:
        """Stock nbgrader, nbgrader with this project in it, and the command for a class.

        wrong: of a class with a mistake in nearly every question (`new_mistakes`).
        """
        if stock:
            room = self.room(assignment, stock, wrong=wrong)
            (room.course.root / "nbgrader_config.py").write_text("c = get_config()\n")
            yield self.nbgrader(STOCK, room, stock)
        room = self.room(assignment, submissions, wrong=wrong)
        yield self.nbgrader(HERE, room, submissions)
        expected = rows(room.course.root / "gradebook.db")
        for workers in (1, 2):
            room = self.room(assignment, submissions, wrong=wrong)
            what = WORKERS.format(workers, "s" * (workers > 1))
            yield self.examiner(what, room, submissions, "--workers", str(workers))
            if not wrong:  # some wrong answers draw at random, some are at the edge of a limit
                same(rows(room.course.root / "gradebook.db"), expected, f"{assignment}: {what}")

    def growth(self, assignment: str, sizes: Iterable[int]) -> Iterator[Cost]:
        """The command for classes of these sizes. Graded twice, they have the same marks."""
        for size in sizes:
            room = self.room(assignment, size)
            yield self.examiner(GRADED, room, size)
            book = room.course.root / "gradebook.db"
            first = rows(book)
            shutil.rmtree(room.course.root / "autograded")
            yield self.examiner(GRADED_AGAIN, room, size)
            same(rows(book), first, f"{size} submissions of {assignment}, graded again")
            yield self.examiner("nothing changed", room, size)
            shutil.rmtree(room.course.root)
        for size in islice(sorted(sizes, reverse=True), 1):
            room = self.room(assignment, size - size // 2)
            self.submit_wrong(room, assignment, size // 2)
            yield self.examiner("graded, half of it wrong", room, size)
            shutil.rmtree(room.course.root)

    def room(self, assignment: str, count: int, *, wrong: bool = False) -> Classroom:
        """A class of `count` submissions: the sample class's honest students, over and over; or
        such with a mistake in nearly every question that no answer of the bank makes.
        """
        name = f"{assignment}-{next(self._number)}"
        room = self.courses.classroom(self._folder / name, assignment)
        (room.course.root / KEY_FILE).write_text(f"{KEY}\n")
        if wrong:
            self.submit_wrong(room, assignment, count)
            return room
        known = room.course.assignments[assignment]
        sample = SampleClass(
            known,
            room.released(),
            ROOT / "tests" / "bank" / assignment,
            wrong_answers=SampleSpec.of(Course(ROOT)).wrong_answers,
        )
        found = list(islice(sample.submissions(), HONEST))
        for number in range(count):
            submission = found[number % HONEST]
            path = room.submitted(f"{submission.student}{number}")
            path.parent.mkdir(parents=True)
            path.write_bytes(submission.file)
        return room

    def submit_wrong(self, room: Classroom, assignment: str, count: int) -> None:
        """Submit with a mistake in nearly every question that no answer of the bank makes."""
        answers = self._mistakes(assignment)
        for number in range(count):
            chosen = {each: codes[number % len(codes)] for each, codes in answers.items()}
            room.submit(f"wrong{number}", chosen)

    def _mistakes(self, assignment: str) -> dict[str, list[str]]:
        if assignment not in self._made:
            made = new_mistakes(assignment, MISTAKES, self._folder / "mistakes")
            self._made[assignment] = made
        return self._made[assignment]

    def nbgrader(self, what: str, room: Classroom, submissions: int) -> Cost:
        """By nbgrader's own command, one after the other."""
        began = time.time()
        as_it_is = ["env", f"{UNGUARDED}=yes"] if what == STOCK else []
        command = [*as_it_is, sys.executable, "-m", "nbgrader", "autograde", room.problem.name]
        cost = measured(what, submissions, room.course.root, command)
        ends = sorted(p.stat().st_mtime for p in room.course.root.glob("autograded/*/*/*.ipynb"))
        assert len(ends) == submissions
        cost.each = sorted(after - before for before, after in pairwise(ends))
        each = statistics.median(cost.each) if cost.each else 0.0
        cost.phases["start-up"] = max(ends[0] - began - each, 0.0)
        return cost

    def examiner(self, what: str, room: Classroom, submissions: int, *words: str) -> Cost:
        """By the command for a class, with clocks in it."""
        clocks = room.course.root / "clocks.json"
        command = [sys.executable, "-m", "tests.timed_autograde", str(clocks)]
        words = (room.problem.name, *words)
        cost = measured(what, submissions, room.course.root, [*command, *words])
        said = json.loads(clocks.read_text())
        cost.each, cost.coordinator = said["examinations"], said["memory"]
        cost.phases = {phase: said.get(phase, 0.0) for phase in PHASES}
        return cost

    def hostile(self) -> str:
        """Describe the cost of ten of the worst submissions in a class of thirty.

        Such a submission may take more than an honest one: all the time of its notebook, the time
        of a visible test once, and the time for a page's Markdown. No other student's mark changes.
        """
        names = [f"honest_{number:02}" for number in range(CLASS - 3)]  # an arena has three more
        quiet = [Attack(name, {"ANSWERS": RIGHT, "CELLS": (FIGURE, TABLE)}) for name in names]
        worst = [attack for attack in attacks() if attack.name in WORST]
        assert len(worst) == len(WORST)
        plain, _ = self._arena("honest", quiet)
        taken, arena = self._arena("hostile", quiet[len(worst) :] + worst)
        most = NOTEBOOK_SECONDS + examination.VISIBLE_SECONDS + page_budget.PAGE_LIMITS["seconds"]
        largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        assert sum(taken) <= 2 * sum(plain) + len(worst) * most
        assert largest < WorkerSettings().memory
        for student in quiet[len(worst) :]:
            marks = arena.room.marks(student.name).values()
            assert sum(points or 0 for points, _ in marks) == 12.0, student.name
        for student in quiet[len(worst) :] + worst:
            assert arena.room.feedback(student.name).is_file(), student.name
        seconds = "{:.1f} s to grade, {:.1f} s for its pages"
        return (
            f"A class of {CLASS}, all of them honest: {seconds.format(*plain)}. Ten of them the "
            f"worst of the attacks: {seconds.format(*taken)}. The largest process of all: "
            f"{largest / 2**20:.0f} MiB."
        )

    def _arena(self, name: str, students: list[Attack]) -> tuple[list[float], Arena]:
        """The seconds that a class's grading and its pages took, and the class."""
        arena, seconds = Arena(self._folder / name, self.courses, students, hasty=True), []
        limits = ("--Examine.cell_seconds=1", f"--Examine.notebook_seconds={NOTEBOOK_SECONDS:g}")
        for words in (("autograde", ASSIGNMENT, *limits), ("generate_feedback", ASSIGNMENT)):
            start = time.monotonic()
            arena.nbgrader(*words)
            seconds.append(time.monotonic() - start)
        return seconds, arena


CLASS, NOTEBOOK_SECONDS = 30, 3.0
WORST = (
    *("denial_many_outputs", "denial_headings", "denial_link_copies", "denial_colour_codes"),
    *("denial_unclosed_tags", "denial_two_thousand_crashes", "denial_slow_to_print"),
    *("denial_name_of_a_process", "denial_replies_made_once", "denial_thousands_of_files"),
)


def measured(what: str, submissions: int, folder: Path, command: list[str]) -> Cost:
    """Run a command, start and end included."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": programs}
    before, start = busy_seconds(), time.perf_counter()
    with (folder / "bench.log").open("w") as log:
        run = subprocess.run(
            [sys.executable, "-S", "-c", LARGEST, *command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
        )
    seconds, busy = time.perf_counter() - start, busy_seconds() - before
    if run.returncode:
        raise SystemExit(f"{what} failed:\n{(folder / 'bench.log').read_text()[-3000:]}")
    return Cost(what, submissions, seconds, busy, int(run.stdout) / 1024)


# A new process counts its parent's memory as its own until then: this one has little. It prints
# the KiB of the largest of the command's processes.
LARGEST = """import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=sys.stderr)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)"""


def busy_seconds() -> float:
    """Return the seconds that all processors have worked since the machine started."""
    user, nice, system = map(int, Path("/proc/stat").read_text().split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def same(found: dict[str, list], expected: dict[str, list], what: str) -> None:
    for name, before in expected.items():
        if (after := found.get(name, [])) != before:
            differing = [*(("not", row) for row in before if row not in after)]
            differing += [("but", row) for row in after if row not in before]
            shown = "\n".join(f"  {word} {row}" for word, row in differing[:20])
            raise SystemExit(f"{what}: another gradebook, in {name}:\n{shown}")


if __name__ == "__main__":
    main()
