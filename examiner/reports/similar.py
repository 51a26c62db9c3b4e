"""Similar answers: pairs of students who share code that few others in the class have.

A person must judge them. Similarity affects no mark, and students never see it. The fingerprints
are copydetect's. They ignore a program's names, comments, strings and spacing (winnowing:
Schleimer, Wilkerson, Aiken, SIGMOD 2003). Released code and code that many students share don't
count.
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

from ..cell_code import with_empty_lines
from ..cell_kinds import name_of
from ..course import CourseError
from ..gradebook.scores import is_untouched, read_notebook
from ..intake.folders import files_of_course, files_of_student
from ..pages.feedback import template_environment
from ..quoting import quoted_name
from ..regions import visible
from ..term.plan import ClassFolder
from .tables import read_roster_table

if TYPE_CHECKING:
    from copydetect import CodeFingerprint

NOISE_LENGTH = 20  # characters of a fingerprint
# Keep all fingerprints: a larger window keeps some, and its choice depends on Python's hash seed.
WINDOW = 1
# Code is rare if at most MIN_RARE students have it, or at most COMMON_SHARE of the class. In a
# small class, MAX_RARE_IN_SMALL_CLASS students may have it, but not more than half of the class.
COMMON_SHARE = 0.1
MIN_RARE = 3
MAX_RARE_IN_SMALL_CLASS = 6
MIN_SHARED = 30  # rare fingerprints that two answers share: at least fifty characters in a row
MIN_SHARE = 0.5  # share of the rare fingerprints of one answer that the other has, too
MAX_PAIRS = 40  # pairs on the page
ELSEWHERE = "other cells and files"
MAX_ELSEWHERE = 100_000  # characters in other cells and files
MAX_ANSWER = 20_000  # characters of an answer; a million would take minutes

Answers = Mapping[str, Mapping[str, str]]  # question -> student -> code
Place = tuple[str, str]  # a student, and a question or ELSEWHERE


class CodePart(NamedTuple):
    """A piece of an answer's code.

    Attributes:
        text: The code.
        shared: True if the other answer has it, too.
    """

    text: str
    shared: bool


class SimilarAnswers(NamedTuple):
    """Two similar answers to one question.

    Attributes:
        question: The question.
        share: The share of rare fingerprints that both have, from 0 to 1.
        sides: The code of the two answers.
    """

    question: str
    share: float
    sides: tuple[list[CodePart], list[CodePart]]


class Pair(NamedTuple):
    """Two students with similar answers.

    Attributes:
        students: The ids of the two students.
        shared: The number of rare fingerprints that they share, over all questions.
        questions: The similar answers.
    """

    students: tuple[str, str]
    shared: int
    questions: list[SimilarAnswers]


def similar_page(folder: ClassFolder) -> tuple[str, int]:
    """Render the page of similar answers in a graded class.

    Args:
        folder: The folder of the class, for one assignment.

    Returns:
        The HTML, and the number of pairs found.

    Raises:
        CourseError: No answer is graded, or copydetect is not installed.
    """
    answers, notebook = _answers(folder), read_notebook(folder.source)
    given = [c.source for c in notebook.cells if c.cell_type == "code"] if notebook else []
    own = _own_code(folder, notebook)
    pairs = similar(answers, map(visible, given), own)
    environment = template_environment(Path(__file__).parent / "templates" / "similar")
    labels = {person.student: person.label for person in read_roster_table(folder)}
    environment.filters["label"] = lambda student: labels.get(student) or quoted_name(student)
    limits = [(question, by_student, MAX_ANSWER) for question, by_student in answers.items()]
    too_long = sorted(
        (question, student)
        for question, by_student, limit in [*limits, (ELSEWHERE, own, MAX_ELSEWHERE)]
        for student, code in by_student.items()
        if len(code) > limit
    )
    page = environment.get_template("index.html.j2").render(
        assignment=folder.assignment, pairs=pairs[:MAX_PAIRS], found=len(pairs), too_long=too_long
    )
    return page, len(pairs)


def similar(
    answers: Answers, released: Iterable[str] = (), own: Mapping[str, str] | None = None
) -> list[Pair]:
    """Find the pairs of students with answers that are more similar than is usual in the class.

    Answers longer than `MAX_ANSWER` are not compared.

    Args:
        answers: Question -> student -> code.
        released: Code that everybody was given.
        own: Student -> code in other cells and in files. It is compared with every answer, because
            an answer may be copied there.

    Returns:
        The pairs, the most similar first.

    Raises:
        CourseError: copydetect is not installed.
    """
    given = {each for code in released for each in _fingerprint(code).hashes}
    elsewhere = {s: _fingerprint(code[:MAX_ELSEWHERE]) for s, code in (own or {}).items()}
    shared: Counter[tuple[str, str]] = Counter()
    similar_answers: dict[tuple[str, str], list[SimilarAnswers]] = defaultdict(list)
    for question, by_student in {**answers, ELSEWHERE: {}}.items():
        prints = {
            (s, question): _fingerprint(c) for s, c in by_student.items() if len(c) <= MAX_ANSWER
        }
        prints |= {(s, ELSEWHERE): copy(one) for s, one in elsewhere.items()}
        students = len({student for student, _ in prints})
        holders: dict[int, set[str]] = defaultdict(set)
        for (student, _), one in sorted(prints.items()):
            for each in one.hashes - given:
                holders[each].add(student)
        rare = {each for each, having in holders.items() if len(having) <= max_rare(students)}
        for one in prints.values():
            one.hashes = one.hashes & rare
        common = Counter(
            pair
            for places in _places(prints).values()
            for pair in combinations(places, 2)
            if pair[0][0] != pair[1][0] and (question in (pair[0][1], pair[1][1]))
        )
        for places, count in common.items():
            first, second = (prints[place] for place in places)
            share = count / min(len(first.hashes), len(second.hashes))
            if count >= MIN_SHARED and share >= MIN_SHARE:
                from copydetect import compare_files

                _, _, slices = compare_files(first, second)
                sides = _parts(first.raw_code, slices[0]), _parts(second.raw_code, slices[1])
                pair = places[0][0], places[1][0]
                name = " and ".join(dict.fromkeys(place for _, place in places))
                shared[pair] += count
                similar_answers[pair].append(SimilarAnswers(name, share, sides))
    return [Pair(pair, count, similar_answers[pair]) for pair, count in shared.most_common()]


def max_rare(students: int) -> float:
    """Return how many students in a class of this size may have code that counts as rare.

    More students have it if it is the usual way to answer the question.
    """
    return max(MIN_RARE, COMMON_SHARE * students, min(students / 2, MAX_RARE_IN_SMALL_CLASS))


def _places(prints: Mapping[Place, CodeFingerprint]) -> dict[int, list[Place]]:
    """Return the places of each fingerprint."""
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
    lines = io.StringIO(with_empty_lines(code))
    return CodeFingerprint("answer.py", NOISE_LENGTH, WINDOW, fp=lines)


def _parts(code: str, slices: Iterable[Iterable[int]]) -> list[CodePart]:
    """Cut code into shared pieces and other pieces.

    Args:
        code: The code.
        slices: The starts and the ends of the shared pieces.
    """
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
    """Read the code of all answers of a class, without unchanged stubs."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    questions = folder.assignment.questions
    for student in folder.students(folder.coursedir.autograded_directory):
        notebook = read_notebook(folder.autograded(student))
        for cell in notebook.cells if notebook else ():
            if cell.cell_type != "code" or (name := name_of(cell)) is None:
                continue
            if name in questions and is_solution(cell) and not is_untouched(cell):
                found[name][student] = cell.source
    if not found:
        name = folder.assignment.name
        raise CourseError(f"no answer to {name} is graded: run `examiner autograde {name}` first.")
    return found


def _own_code(folder: ClassFolder, reference: NotebookNode | None) -> dict[str, str]:
    """Collect each student's code outside of answers: in added cells and in added text files."""
    course_files = files_of_course(folder.source.parent, folder.coursedir.ignore)
    given = {cell.source for cell in reference.cells} if reference else set()
    found = {}
    for student in folder.students(folder.coursedir.autograded_directory):
        path, texts = folder.autograded(student), []
        notebook = read_notebook(path)
        for cell in notebook.cells if notebook else ():
            if cell.cell_type == "code" and not name_of(cell) and cell.source not in given:
                texts.append(cell.source)
        files = files_of_student(path.parent, folder.coursedir.ignore)
        for name in sorted(files.keys() - course_files.keys()):
            with suppress(UnicodeDecodeError):  # for example, a picture
                texts.append(files[name].decode())
        if any(text.strip() for text in texts):
            found[student] = "\n\n".join(texts)
    return found
