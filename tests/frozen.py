"""Freeze the marks of the bank, to compare them with the marks of other code, keys and machines.

`python -m tests.frozen FILE` marks the bank, and compares points and findings with FILE; with
`--write` it makes FILE. Compare before and after a change of the code that must change no mark.

`python -m tests.frozen --keys 20` marks the bank under 20 keys of a course. `--beside 8` grades a
part of it in the sandbox, alone and beside 8 busy processes. Both print the answers with different
points.

Names of questions restrict the run to these questions.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import nbformat

from examiner.authoring.notebook_source import instructor_notebook
from examiner.cell_kinds import CellKind, cell_kind
from examiner.findings.feedback_level import Level
from examiner.grading.grade import grade
from examiner.grading.submission import Submission
from examiner.student import Sandbox
from tests.bank_runner import (
    COURSE,
    BankAnswer,
    answers,
    is_slow,
    max_points,
    verdict_on,
)
from tests.bench_medians import master_of

PART = 200  # answers that are graded in the sandbox


def said(answer: BankAnswer) -> tuple[str, dict[str, Any]]:
    """The name of an answer, its points, and the findings at each level."""
    try:
        verdict = verdict_on(answer)
        levels = {
            level: [[f.sign, f.heading, f.message, f.points] for f in verdict.shown(level)]
            for level in map(str, Level)
        }
    except Exception as error:  # so that one broken question shows, and the others too
        return answer.name, {"points": None, "error": repr(error)}
    return answer.name, {"points": verdict.points, **levels}


def under(keys: Sequence[str], answer: BankAnswer) -> tuple[BankAnswer, dict[str, Any]]:
    """Return an answer and its points under each key."""
    points: dict[str, Any] = {}
    for key in keys:
        try:
            points[key] = verdict_on(answer, key).points
        except Exception as error:
            points[key] = repr(error)
    return answer, points


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("questions", nargs="*", help="such as ps1_flops or q2_attention")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--points", action="store_true", help="compare points alone")
    parser.add_argument("--keys", type=int, default=0, help="compare points under so many keys")
    parser.add_argument("--beside", type=int, default=0, help="and beside so many busy processes")
    parser.add_argument("--most", type=int, default=20, help="differences that are shown")
    parser.add_argument("-j", type=int, default=2, help="processes")
    asked = parser.parse_intermixed_args()
    elsewhere = asked.keys or asked.beside
    if elsewhere and asked.file:
        asked.questions.append(str(asked.file))
    elif not elsewhere and not asked.file:
        parser.error("name a file, or say --keys or --beside")
    chosen = [
        answer
        for answer in answers()
        if not asked.questions or {answer.assignment, answer.question} & {*asked.questions}
    ]
    if asked.beside:
        return beside(asked.beside, chosen)
    with multiprocessing.Pool(asked.j) as pool:
        if asked.keys:
            return under_keys(
                [answer for answer in chosen if not is_slow(answer)], asked.keys, pool
            )
        found = json.loads(json.dumps(dict(pool.imap(said, chosen, chunksize=8)), default=str))
    if asked.write:
        asked.file.write_text(json.dumps(found, indent=0, ensure_ascii=False, sort_keys=True))
        return 0
    before = json.loads(asked.file.read_text())
    for each in before.values():
        each.pop("mistake", None)
        for level in map(str, Level):
            each[level] = [found[:4] for found in each.get(level, [])]
    if asked.points:
        before, found = (
            {name: each["points"] for name, each in part.items()} for part in (before, found)
        )
    differing = [name for name, each in found.items() if before.get(name) != each]
    for name in differing[: asked.most]:
        print(name, "\n  before", _short(before.get(name)), "\n  now   ", _short(found[name]))
    print(f"{len(found)} answers, {len(differing)} differ")
    return bool(differing)


def _short(what: Any) -> str:
    if isinstance(what, dict) and "answer" in what:
        findings = [f"{f[0]} {f[1]}: {f[2]} ({f[3]:g})" for f in what["answer"]]
        return f"{what['points']} " + " | ".join(findings)
    return str(what)


def under_keys(chosen: Sequence[BankAnswer], count: int, pool: Any) -> int:
    """Print the answers with different points under some keys, and wrong ones with all points."""
    keys, wrong = ["", *map(str, range(1, count))], 0
    for answer, points in pool.imap_unordered(partial(under, keys), chosen, chunksize=4):
        full = answer.directory != "accepted" and max_points(answer) in points.values()
        if len({*points.values()}) > 1 or full:
            wrong += 1
            print(answer.name, points, flush=True)
    print(f"{len(chosen)} answers under {count} keys, {wrong} differ or earn too much")
    return bool(wrong)


def beside(count: int, chosen: Sequence[BankAnswer]) -> int:
    """Print the answers with different points beside busy processes."""
    submissions = list(_submissions(chosen))
    with contextlib.closing(Sandbox()) as sandbox:
        alone = [_points(sandbox, *each) for each in submissions]
        busy = [multiprocessing.Process(target=_works, daemon=True) for _ in range(count)]
        for process in busy:
            process.start()
        try:
            crowded = [_points(sandbox, *each) for each in submissions]
        finally:
            for process in busy:
                process.kill()
    differing = total = 0
    for (_, dealt), before, now in zip(submissions, alone, crowded, strict=True):
        total += len(dealt)
        for question, answer in dealt.items():
            if before[question] != now[question]:
                differing += 1
                print(answer.name, before[question], now[question])
    print(f"{total} answers beside {count} busy processes, {differing} differ")
    return bool(differing)


def _works() -> None:
    while True:
        pass


def _submissions(chosen: Sequence[BankAnswer]) -> Iterator[tuple[str, dict[str, BankAnswer]]]:
    """Problem sets with an answer to each question, until they are enough."""
    by_question = defaultdict(lambda: defaultdict(list))
    for answer in chosen:
        if answer.directory != "time_limit_exceeded":
            by_question[answer.assignment][answer.question].append(answer)
    each = -(-PART // sum(map(len, by_question.values())))
    for assignment, questions in by_question.items():
        for n in range(each):
            dealt = {name: found[n * len(found) // each] for name, found in questions.items()}
            yield assignment, dealt


def _points(
    sandbox: Sandbox, assignment: str, dealt: Mapping[str, BankAnswer]
) -> dict[str, float | None]:
    """Return question -> points of the answers in a submission; None if it needs manual grading."""
    (problem,) = COURSE.problems(assignment)
    source = instructor_notebook(problem)
    notebook = deepcopy(source)
    for cell in notebook.cells:
        if cell_kind(cell) is CellKind.ANSWER:
            cell.source = dealt[cell.id].code if cell.id in dealt else ""
    submission = Submission(nbformat.writes(notebook).encode())
    records = grade(submission, master_of(source), sandbox).records
    return {name: records[f"{name}_test"].points for name in dealt}


if __name__ == "__main__":
    sys.exit(main())
