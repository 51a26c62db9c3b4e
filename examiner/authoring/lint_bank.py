"""What is wrong with the bank of answers: its folders, and the form of its files.

What the answers get, the tests say (tests/test_bank.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..bank import EARNS, FULL, SOME, Answer
from ..course import Assignment, Course
from ..wording import did_you_mean

MIN_ACCEPTED = 3  # right answers to a question, written differently
ACCEPTED = "accepted"
ALL = ", ".join(f"{name}/" for name in EARNS)
LOSING = ", ".join(f"{name}/" for name in EARNS if name != ACCEPTED)


def bank_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Every autograded question has its folder of answers, and every folder its question, in a
    course that keeps answers in tests/bank.
    """
    bank = course.root / "tests" / "bank"
    if not bank.is_dir():
        return
    for name in sorted(set(_folders(bank)) - set(course.table[0])):
        near = did_you_mean(name, course.assignments)
        yield f"{course.short(bank / name)}: no such problem set; rename the folder.{near}"
    for problem in problems:
        folder = bank / problem.name
        asked = [q.name for q in problem.questions.values() if not q.written]
        for name in sorted(set(_folders(folder)) - set(asked)):
            near = did_you_mean(name, asked)
            where = course.short(folder / name)
            yield f"{where}: no such autograded question; rename the folder.{near}"
        for name in asked:
            yield from _question_issues(course, folder / name)


def _question_issues(course: Course, folder: Path) -> Iterator[str]:
    where = course.short(folder)
    if not folder.is_dir():
        yield (
            f"{where}: missing; put {MIN_ACCEPTED} right answers or more, written differently, into"
            f" its folder {ACCEPTED}/, and those that lose points into {LOSING}."
        )
        return
    for name in _folders(folder):
        if name not in EARNS:
            near = did_you_mean(name, EARNS)
            yield f"{where}/{name}: no such verdict; rename the folder to one of {ALL}.{near}"
    for path in sorted(folder.glob("*.py")):
        yield f"{course.short(path)}: it stands in no verdict's folder; put it into one of {ALL}."
    files = [path for name in EARNS for path in sorted((folder / name).glob("*.py"))]
    for path in files:
        yield from _file_issues(course, path)
    right = sum(EARNS[path.parent.name] == FULL for path in files)
    if right < MIN_ACCEPTED:
        message = f"right answers, and not {MIN_ACCEPTED} or more; add some, written differently."
        yield f"{where}/{ACCEPTED}: {right} {message}"
    if right == len(files):
        yield f"{where}: no answer that loses points; put at least one into {LOSING}."


def _file_issues(course: Course, path: Path) -> Iterator[str]:
    try:
        answer = Answer.read(path)
        _ = answer.code  # which a base may not give
    except ValueError as error:  # it names the file
        said = str(error).replace(f"{course.root}/", "")
        yield said if said.endswith((".", "?")) else f"{said}."
        return
    if EARNS[answer.directory] == SOME and answer.points is None:
        yield f"{course.short(path)}: it earns some points; write `points: 1`, or how many it is."
    if EARNS[answer.directory] != FULL and not answer.findings:
        yield (
            f"{course.short(path)}: it loses points, and its docstring doesn't say for what; write "
            "`finding:` and the id of a known error, or of what is said."
        )


def _folders(folder: Path) -> list[str]:
    names = sorted(path.name for path in folder.glob("*/"))
    return [name for name in names if not name.startswith((".", "__"))]
