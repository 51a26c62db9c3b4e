"""The rules for a course's files: folders without an entry in the table, stray files, and the bank.

The bank of answers must have an answer for each misconception. The tests check that the answers get
their expected points (tests/test_bank.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from ..bank import EARNS, BankAnswer, Credit, read_bank_answers
from ..course import TABLE, Assignment, Course
from ..course_modules import marking_path
from ..findings.sentences import SENTENCES
from ..wording import did_you_mean
from .trial import MisconceptionIds

SHARED = "shared"  # the folder in problems/ with files that several problem sets include
MIN_ACCEPTED = 3  # correct answers per question, written in different ways
ACCEPTED = "accepted"
ALL = ", ".join(f"{name}/" for name in EARNS)
LOSING = ", ".join(f"{name}/" for name in EARNS if name != ACCEPTED)
# The id at the end of a `finding:`, such as "the loss: missing" or "raised(TypeError)".
_ID = re.compile(r"(?:^|: )([a-z0-9]+(?:-[a-z0-9]+)*)(?:\(.*\))?$")


def folder_issues(course: Course) -> Iterator[str]:
    """Find folders of problems/ that the table lacks, and folders without a notebook source."""
    for name in _folders(course.root / "problems"):
        folder, problem = f"problems/{name}", course.assignments.get(name)
        if name != SHARED and name not in course.table[0]:
            yield f"{folder}: {TABLE.as_posix()} has no [{name}]: add it, or rename the folder."
        elif problem and not problem.notebook_source.is_file():
            file = problem.notebook_source.name
            yield (
                f"{folder}: {file} is missing: write it, or correct `notebook` in "
                f"{TABLE.as_posix()}."
            )


def stray_file_issues(course: Course, problems: list[Assignment]) -> Iterator[str]:
    """Find files beside the notebooks, since nbgrader releases everything in source/."""
    expected = {path for p in problems for path in (p.source, p.release, *p.guides)}
    for folder in sorted({path.parent for path in expected}):
        for path in sorted(folder.rglob("*")):
            if path.is_dir() or path in expected or ".ipynb_checkpoints" in path.parts:
                continue
            yield f"{course.short(path)}: students would get this file too: move or delete it."


# --- the bank ------------------------------------------------------------------------------------


def bank_issues(
    course: Course, misconceptions: Mapping[Assignment, MisconceptionIds]
) -> Iterator[str]:
    """Check the bank of a course that keeps answers in tests/bank.

    Every autograded question has a folder of answers, and every folder belongs to a question. Each
    `finding:` of an answer is known, and each misconception has an answer in its problem set.

    Args:
        course: The course.
        misconceptions: Per problem set, the misconceptions of the questions that passed their
            trial.
    """
    bank = course.root / "tests" / "bank"
    if not bank.is_dir():
        return
    yield from _misnamed(course, bank, course.table[0], "problem set", course.assignments)
    for problem, ids_of in misconceptions.items():
        questions = [q.name for q in problem.questions.values() if not q.written]
        yield from _misnamed(course, problem.bank, questions, "autograded question", questions)
        covered = {*SENTENCES}  # the checks' own messages need no answer
        for name in questions:
            answers, issues = read_bank_answers(problem.bank / name)
            issues += _folder_issues(course, problem.bank / name)
            for answer in answers:
                issues += _answer_issues(answer, ids_of.get(name))
                covered |= set(map(_id, answer.findings))
            yield from (issue.replace(f"{course.root}/", "") for issue in issues)
        for name, ids in ids_of.items():
            if missing := [each for each in ids if each not in covered]:
                covered |= {*missing}  # one issue, even if several questions share a misconception
                yield (
                    f"{course.short(problem.bank / name)}: no answer has the misconception "
                    f"{', '.join(missing)} of {marking_path(problem.name, name)}; add an answer "
                    "for each with `finding:` and its id, or correct the `finding:` of an answer."
                )


def _misnamed(
    course: Course,
    folder: Path,
    known: Iterable[str],
    noun: str,
    suggestions: Collection[str],
    new_name: str = "",
) -> Iterator[str]:
    """Find the subfolders with unknown names."""
    for name in _folders(folder):
        if name not in known:
            near = did_you_mean(name, suggestions)
            rename = f"no such {noun}; rename the folder{new_name}.{near}"
            yield f"{course.short(folder / name)}: {rename}"


def _folder_issues(course: Course, folder: Path) -> Iterator[str]:
    """Check the number of answers to a question, and their folders."""
    if not folder.is_dir():
        yield (
            f"{folder}: missing; put at least {MIN_ACCEPTED} correct answers, written in different "
            f"ways, into its folder {ACCEPTED}/, and answers that lose points into {LOSING}."
        )
        return
    yield from _misnamed(course, folder, EARNS, "verdict", EARNS, f" to one of {ALL}")
    for path in sorted(folder.glob("*.py")):
        yield f"{path}: it is in no verdict's folder; move it into one of {ALL}."
    accepted = [*folder.glob(f"{ACCEPTED}/*.py")]
    losing = [each for name in EARNS for each in folder.glob(f"{name}/*.py")]
    losing = [path for path in losing if path not in accepted]
    if len(accepted) < MIN_ACCEPTED:
        yield (
            f"{folder / ACCEPTED}: {len(accepted)} correct answers of at least {MIN_ACCEPTED}; add "
            "some, written in different ways."
        )
    if not losing:
        yield f"{folder}: no answer loses points; put at least one into {LOSING}."


def _answer_issues(answer: BankAnswer, known: Collection[str] | None) -> Iterator[str]:
    """Check the expected verdict of an answer.

    Args:
        answer: The answer.
        known: The ids of the question's misconceptions; None if its trial failed.
    """
    credit = EARNS[answer.directory]
    if credit is Credit.SOME and answer.points is None:
        yield f"{answer.path}: it earns some points; add the number, such as `points: 1`."
    if credit is not Credit.FULL and not answer.findings:
        yield (
            f"{answer.path}: it loses points for no stated reason; add `finding:` with the id of a "
            "misconception or of a check's message."
        )
    if known is None:
        return
    for finding in answer.findings:
        if (finding_id := _id(finding)) not in {*known, *SENTENCES}:
            message = "neither its question nor a check has the misconception or message"
            near = did_you_mean(finding_id, known)
            yield f"{answer.path}: {message} {finding_id}; correct the id.{near}"


def _id(finding: str) -> str:
    """Return the id in a `finding:` of an answer."""
    found = _ID.search(finding)
    return found[1] if found else finding


def _folders(folder: Path) -> list[str]:
    names = sorted(path.name for path in folder.glob("*/"))
    return [name for name in names if not name.startswith((".", "__"))]
