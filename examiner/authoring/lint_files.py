"""What lies in a course's folders and must not, and what is missing there: problem sets without a
table, files beside notebooks, the bank of answers and the form of its files.

What the answers get, the tests say (tests/test_bank.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..bank import EARNS, FULL, SOME, Answer
from ..course import TABLE, Assignment, Course
from ..wording import did_you_mean

SHARED = "shared"  # the folder beside the problem sets that holds what several of them include
MIN_ACCEPTED = 3  # right answers to a question, written differently
ACCEPTED = "accepted"
ALL = ", ".join(f"{name}/" for name in EARNS)
LOSING = ", ".join(f"{name}/" for name in EARNS if name != ACCEPTED)


def folder_issues(course: Course) -> Iterator[str]:
    """Folders of problems/ that hold no problem set of the table."""
    for name in _folders(course.root / "problems"):
        folder, table = f"problems/{name}", course.assignments.get(name)
        if name != SHARED and name not in course.table[0]:
            yield f"{folder}: {TABLE.as_posix()} has no [{name}]: add it, or rename it."
        elif table and not table.text.is_file():
            yield f"{folder}: {table.text.name} is missing, as {TABLE.as_posix()} calls its text."


def stray_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Files beside the notebooks: nbgrader hands out everything that is in source/."""
    expected = {path for p in problems for path in (p.source, p.release, *p.guides)}
    for folder in sorted({path.parent for path in expected}):
        for path in sorted(folder.rglob("*")):
            if path.is_dir() or path in expected or ".ipynb_checkpoints" in path.parts:
                continue
            yield f"{course.short(path)}: students would get this file too. Move or delete it."


def bank_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Every autograded question has its folder of answers, and every folder its question, in a
    course that keeps answers in tests/bank.
    """
    bank = course.root / "tests" / "bank"
    if not bank.is_dir():
        return
    yield from _misnamed(course, bank, course.table[0], "problem set", course.assignments)
    for problem in problems:
        asked = [q.name for q in problem.questions.values() if not q.written]
        yield from _misnamed(course, bank / problem.name, asked, "autograded question", asked)
        for name in asked:
            yield from _question_issues(course, bank / problem.name / name)


def _misnamed(
    course: Course, folder: Path, known: Iterable[str], what: str, near: Iterable[str], of: str = ""
) -> Iterator[str]:
    for name in _folders(folder):
        if name not in known:
            rename = f"no such {what}; rename the folder{of}.{did_you_mean(name, near)}"
            yield f"{course.short(folder / name)}: {rename}"


def _question_issues(course: Course, folder: Path) -> Iterator[str]:
    where = course.short(folder)
    if not folder.is_dir():
        yield (
            f"{where}: missing; put {MIN_ACCEPTED} right answers or more, written differently, into"
            f" its folder {ACCEPTED}/, and those that lose points into {LOSING}."
        )
        return
    yield from _misnamed(course, folder, EARNS, "verdict", EARNS, f" to one of {ALL}")
    for path in sorted(folder.glob("*.py")):
        yield f"{course.short(path)}: it stands in no verdict's folder; put it into one of {ALL}."
    files = [path for name in EARNS for path in sorted((folder / name).glob("*.py"))]
    for path in files:
        try:
            answer = Answer.read(path)
            _ = answer.code  # which a base may not give
        except ValueError as error:  # it names the file
            said = str(error).replace(f"{course.root}/", "")
            yield said if said.endswith((".", "?")) else f"{said}."
            continue
        file, earns = course.short(path), EARNS[answer.directory]
        if earns == SOME and answer.points is None:
            yield f"{file}: it earns some points; write `points: 1`, or how many it is."
        if earns != FULL and not answer.findings:
            yield (
                f"{file}: it loses points, and its docstring doesn't say for what; write "
                "`finding:` and the id of a known error, or of what is said."
            )
    right = sum(EARNS[path.parent.name] == FULL for path in files)
    if right < MIN_ACCEPTED:
        message = f"right answers, and not {MIN_ACCEPTED} or more; add some, written differently."
        yield f"{where}/{ACCEPTED}: {right} {message}"
    if right == len(files):
        yield f"{where}: no answer that loses points; put at least one into {LOSING}."


def _folders(folder: Path) -> list[str]:
    names = sorted(path.name for path in folder.glob("*/"))
    return [name for name in names if not name.startswith((".", "__"))]
