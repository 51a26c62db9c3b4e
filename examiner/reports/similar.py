"""Similar answers: pairs that share code which few others of the class have, for a person to judge.

Fingerprints are copydetect's: names, comments, texts and spaces of a program make no difference to
them (winnowing: Schleimer, Wilkerson, Aiken, SIGMOD 2003). What was handed out and what many have
is left out. Nothing here is a mark, or reaches a student.
"""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import copy
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from ..cell_kinds import name_of
from ..course import CourseError
from ..gradebook.scores import is_untouched, read_notebook
from ..intake.folders import files_of_course, files_of_student
from ..pages.feedback import template_environment
from ..quoting import quoted_name
from ..regions import visible
from ..term.plan import ClassFolder
from .tables import read_roster

if TYPE_CHECKING:
    from copydetect import CodeFingerprint

LENGTH = 20  # characters of a fingerprint
WINDOW = 1  # all are kept: which one of several would be depends on the process, by Python's hash
COMMON = 0.1  # of the class: what more of it have, and more than
FEW = 3  # students, is how the question is answered
FEW_OF_A_SMALL_CLASS = 6  # or half of the class, if that is less
ENOUGH = 30  # fingerprints that two share in a question: fifty characters in a row, or more
ALIKE = 0.5  # of what the one has that few have, or of what the other has
MOST = 40  # pairs that are listed
ELSEWHERE = "other cells and files"
MOST_ELSEWHERE = 100_000  # characters of these
LONGEST = 20_000  # characters of an answer: a million would take minutes, and nobody needs as many

Answers = Mapping[str, Mapping[str, str]]  # question -> student -> code
Place = tuple[str, str]  # a student, and the question or ELSEWHERE


class CodePart(NamedTuple):
    """A piece of an answer. shared: whether the other has it, too."""

    text: str
    shared: bool


class Alike(NamedTuple):
    """The answers of two to one question, side by side. share: of what few have, from 0 to 1."""

    question: str
    share: float
    sides: tuple[list[CodePart], list[CodePart]]


class Pair(NamedTuple):
    """Two students, and the questions that they answered alike. shared: fingerprints in all."""

    students: tuple[str, str]
    shared: int
    questions: list[Alike]


def similar_page(folder: ClassFolder) -> tuple[str, int]:
    """The page of a class that was graded, and how many pairs are on it."""
    answers, notebook = _answers(folder), read_notebook(folder.source)
    given = [c.source for c in notebook.cells if c.cell_type == "code"] if notebook else []
    own = _own_code(folder, notebook)
    pairs = similar(answers, map(visible, given), own)
    environment = template_environment(Path(__file__).parent / "templates" / "similar")
    known = {person.student: person.who for person in read_roster(folder)}
    environment.filters["shown"] = lambda student: known.get(student) or quoted_name(student)
    about = {"assignment": folder.assignment, "pairs": pairs[:MOST], "found": len(pairs)}
    limits = [(question, by_student, LONGEST) for question, by_student in answers.items()]
    about["too_long"] = sorted(
        (question, student)
        for question, by_student, limit in [*limits, (ELSEWHERE, own, MOST_ELSEWHERE)]
        for student, code in by_student.items()
        if len(code) > limit
    )
    return environment.get_template("index.html.j2").render(about), len(pairs)


def similar(
    answers: Answers, handed_out: Iterable[str] = (), own: Mapping[str, str] | None = None
) -> list[Pair]:
    """Pairs whose answers are more alike than the class is, the most alike first.

    handed_out: code that everybody was given. own: student -> the code in cells of their own and in
    files beside the notebook, which is compared with every answer. What is longer than LONGEST is
    not compared. CourseError without copydetect.
    """
    given = {each for code in handed_out for each in _fingerprint(code).hashes}
    elsewhere = {s: _fingerprint(code[:MOST_ELSEWHERE]) for s, code in (own or {}).items()}
    shared: Counter[tuple[str, str]] = Counter()
    alike: dict[tuple[str, str], list[Alike]] = defaultdict(list)
    for question, by_student in {**answers, ELSEWHERE: {}}.items():
        prints = {
            (s, question): _fingerprint(c) for s, c in by_student.items() if len(c) <= LONGEST
        }
        # An answer may stand in another cell or in a file.
        prints |= {(s, ELSEWHERE): copy(one) for s, one in elsewhere.items()}
        students = len({student for student, _ in prints})
        holders: dict[int, set[str]] = defaultdict(set)
        for (student, _), one in sorted(prints.items()):
            for each in one.hashes - given:
                holders[each].add(student)
        few = {each for each, theirs in holders.items() if len(theirs) <= few_of(students)}
        for one in prints.values():
            one.hashes = one.hashes & few
        meeting = Counter(
            pair
            for each, theirs in _places(prints).items()
            for pair in combinations(theirs, 2)
            if pair[0][0] != pair[1][0] and (question in (pair[0][1], pair[1][1]))
        )
        for places, both in meeting.items():
            ours, theirs = (prints[place] for place in places)
            share = both / min(len(ours.hashes), len(theirs.hashes))
            if both >= ENOUGH and share >= ALIKE:
                from copydetect import compare_files

                _, _, (here, there) = compare_files(ours, theirs)
                sides = _parts(ours.raw_code, here), _parts(theirs.raw_code, there)
                pair = places[0][0], places[1][0]
                where = " and ".join(dict.fromkeys(place for _, place in places))
                shared[pair] += both
                alike[pair].append(Alike(where, share, sides))
    return [Pair(pair, both, alike[pair]) for pair, both in shared.most_common()]


def few_of(students: int) -> float:
    """How many students of so many may share code that isn't how the question is answered."""
    return max(FEW, COMMON * students, min(students / 2, FEW_OF_A_SMALL_CLASS))


def _places(prints: Mapping[Place, CodeFingerprint]) -> dict[int, list[Place]]:
    """Fingerprint -> where it stands."""
    found: dict[int, list[Place]] = defaultdict(list)
    for place, one in sorted(prints.items()):
        for each in one.hashes:
            found[each].append(place)
    return found


def _fingerprint(code: str) -> CodeFingerprint:
    try:
        from copydetect import CodeFingerprint
    except ModuleNotFoundError:
        raise CourseError(
            "copydetect is not installed: run `pip install 'examiner[similar]'`."
        ) from None
    return CodeFingerprint("answer.py", LENGTH, WINDOW, fp=io.StringIO(code))


def _parts(code: str, slices: Iterable[Iterable[int]]) -> list[CodePart]:
    """The code, cut where what is shared begins and ends."""
    parts, at = [], 0
    for start, end in sorted(zip(*slices, strict=True)):
        start, end = max(int(start), at), min(int(end), len(code))
        if start < end:
            parts += [
                CodePart(code[at:start], shared=False),
                CodePart(code[start:end], shared=True),
            ]
            at = end
    return [part for part in (*parts, CodePart(code[at:], shared=False)) if part.text]


def _answers(folder: ClassFolder) -> Answers:
    """What a class answered in code; untouched stubs are none."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    asked = folder.assignment.questions
    for student in folder.students(folder.coursedir.autograded_directory):
        notebook = read_notebook(folder.autograded(student))
        for cell in notebook.cells if notebook else ():
            if cell.cell_type != "code" or (name := name_of(cell)) is None:
                continue
            if name in asked and is_solution(cell) and not is_untouched(cell):
                found[name][student] = cell.source
    if not found:
        name = folder.assignment.name
        raise CourseError(f"nothing of {name} is graded: run `examiner autograde {name}` first.")
    return found


def _own_code(folder: ClassFolder, reference: NotebookNode | None) -> dict[str, str]:
    """Student -> the code that isn't in an answer: in cells of their own, and in files of text. The
    files of the course are left out."""
    ours = files_of_course(folder.source.parent, folder.coursedir.ignore)
    given = {cell.source for cell in reference.cells} if reference else set()
    found = {}
    for student in folder.students(folder.coursedir.autograded_directory):
        path, texts = folder.autograded(student), []
        notebook = read_notebook(path)
        for cell in notebook.cells if notebook else ():
            if cell.cell_type == "code" and not name_of(cell) and cell.source not in given:
                texts.append(cell.source)
        files = files_of_student(path.parent, folder.coursedir.ignore)
        for name in sorted(files.keys() - ours.keys()):
            with suppress(UnicodeDecodeError):  # a picture, say
                texts.append(files[name].decode())
        if any(text.strip() for text in texts):
            found[student] = "\n\n".join(texts)
    return found
