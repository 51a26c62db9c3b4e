"""What lies in a course's folders and must not, and what is missing there: problem sets without a
table, files beside notebooks, and the bank of answers, in which each known error has one.

What the answers get, the tests say (tests/test_bank.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from ..bank import EARNS, FULL, SOME, BankAnswer, read_answers
from ..course import TABLE, Assignment, Course
from ..findings.sentences import SENTENCES
from ..wording import did_you_mean
from .marking_modules import file_of
from .trial import KnownErrors

SHARED = "shared"  # the folder beside the problem sets that holds what several of them include
MIN_ACCEPTED = 3  # right answers to a question, written differently
ACCEPTED = "accepted"
ALL = ", ".join(f"{name}/" for name in EARNS)
LOSING = ", ".join(f"{name}/" for name in EARNS if name != ACCEPTED)
# The id at the end of what an answer names: "the loss: missing", "raised(TypeError)".
_ID = re.compile(r"(?:^|: )([a-z0-9]+(?:-[a-z0-9]+)*)(?:\(.*\))?$")


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


# --- the bank ------------------------------------------------------------------------------------


def bank_issues(course: Course, known: Mapping[Assignment, KnownErrors]) -> Iterator[str]:
    """Every autograded question has its folder of answers, and every folder its question, in a
    course that keeps answers in tests/bank. What an answer names there is, and an answer of the set
    names each known error. known: by problem set, those of the questions that could be tried."""
    bank = course.root / "tests" / "bank"
    if not bank.is_dir():
        return
    yield from _misnamed(course, bank, course.table[0], "problem set", course.assignments)
    for problem, errors in known.items():
        asked = [q.name for q in problem.questions.values() if not q.written]
        yield from _misnamed(course, problem.bank, asked, "autograded question", asked)
        named = {*SENTENCES}  # which the checks say of themselves
        for name in asked:
            answers, issues = read_answers(problem.bank / name)
            issues += _folder_issues(course, problem.bank / name)
            for answer in answers:
                issues += _answer_issues(answer, errors.get(name))
                named |= set(map(_id, answer.findings))
            yield from (issue.replace(f"{course.root}/", "") for issue in issues)
        for name, ids in errors.items():
            if missing := [each for each in ids if each not in named]:
                named |= {*missing}  # of a table that several questions share, once
                yield (
                    f"{course.short(problem.bank / name)}: no answer has the known error "
                    f"{', '.join(missing)} of {file_of(name, problem)}; put one for each there, "
                    "with `finding:` and its id, or correct the `finding:` of the one that has it."
                )


def _misnamed(
    course: Course,
    folder: Path,
    known: Iterable[str],
    what: str,
    near: Collection[str],
    of: str = "",
) -> Iterator[str]:
    for name in _folders(folder):
        if name not in known:
            rename = f"no such {what}; rename the folder{of}.{did_you_mean(name, near)}"
            yield f"{course.short(folder / name)}: {rename}"


def _folder_issues(course: Course, folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        yield (
            f"{folder}: missing; put {MIN_ACCEPTED} right answers or more, written differently, "
            f"into its folder {ACCEPTED}/, and those that lose points into {LOSING}."
        )
        return
    yield from _misnamed(course, folder, EARNS, "verdict", EARNS, f" to one of {ALL}")
    for path in sorted(folder.glob("*.py")):
        yield f"{path}: it stands in no verdict's folder; put it into one of {ALL}."
    right = [*folder.glob(f"{ACCEPTED}/*.py")]
    losing = [path for name in EARNS for path in folder.glob(f"{name}/*.py") if path not in right]
    if len(right) < MIN_ACCEPTED:
        message = f"right answers, and not {MIN_ACCEPTED} or more; add some, written differently."
        yield f"{folder / ACCEPTED}: {len(right)} {message}"
    if not losing:
        yield f"{folder}: no answer that loses points; put at least one into {LOSING}."


def _answer_issues(answer: BankAnswer, known: Collection[str] | None) -> Iterator[str]:
    """known: the ids of the question's known errors, if it was tried."""
    earns = EARNS[answer.directory]
    if earns == SOME and answer.points is None:
        yield f"{answer.path}: it earns some points; write `points: 1`, or how many it is."
    if earns != FULL and not answer.findings:
        yield (
            f"{answer.path}: it loses points, and its docstring doesn't say for what; write "
            "`finding:` and the id of a known error, or of what is said."
        )
    if known is None:
        return
    for name in answer.findings:
        if (said := _id(name)) not in {*known, *SENTENCES}:
            where = f"its question has no known error {said}, and no check says so"
            yield f"{answer.path}: {where}; correct the id.{did_you_mean(said, known)}"


def _id(finding: str) -> str:
    """The id in what an answer names."""
    found = _ID.search(finding)
    return found[1] if found else finding


def _folders(folder: Path) -> list[str]:
    names = sorted(path.name for path in folder.glob("*/"))
    return [name for name in names if not name.startswith((".", "__"))]
