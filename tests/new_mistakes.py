"""Mistakes that no answer of the bank makes, for the classes that the benchmark grades.

The general mutation rules (`examiner.authoring.mutation_rules`) change accepted answers, once or
twice. Values without a function get two of their texts exchanged. Half of the mistakes have no
name: the marking module doesn't explain them, so the examiner searches as long as it can.
"""

from __future__ import annotations

import ast
import random
import time
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from examiner.authoring.mutation_rules import mutations_of
from examiner.bank import BankAnswer
from examiner.checks.verdict import ReviewReason
from examiner.time_limit import TimeIsUp, limit_time
from tests.bank_runner import Notebook, by_question, verdict_on

SECONDS = 3.0  # of processor time; a mutant that takes longer to mark may never end
TRIES = 60  # mutants that are marked at most, for each question


def new_mistakes(assignment: str, count: int, folder: Path, seed: int = 0) -> dict[str, list[str]]:
    """Make wrong answers to each question of an assignment.

    Args:
        assignment: The assignment.
        count: Number of answers to each question.
        folder: A folder for the answers' files.
        seed: Seed of the choices.

    Returns:
        Question -> answers. Named and unnamed mistakes take turns as far as there are both. A
        question without any such mistake is left out.
    """
    solutions, accepted = Notebook.of(assignment).solutions, by_question("accepted")
    known = {(each.question, each.code.strip()) for e in by_question().values() for each in e}
    found = {}
    for question, cell in solutions.items():
        rng = random.Random(f"{assignment} {question} {seed}")
        bases = [cell]
        bases += [
            each.code for each in accepted.get(f"{assignment}/{question}", ()) if not each.given
        ]
        kinds: dict[bool, list[str]] = {True: [], False: []}
        for number, code in enumerate(islice(_mutants(bases, rng), TRIES)):
            if (question, code.strip()) in known:
                continue
            path = folder / assignment / question / "partial" / f"{number}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f'"""A mutant."""\n\n{code}\n')
            unnamed = _has_no_name(BankAnswer.read(path))
            if unnamed is not None and len(kinds[unnamed]) < count:
                kinds[unnamed].append(code)
            if len(kinds[True]) >= (count + 1) // 2 and len(kinds[False]) >= count // 2:
                break
        turns = [code for pair in zip(kinds[True], kinds[False], strict=False) for code in pair]
        turns += [code for several in kinds.values() for code in several if code not in turns]
        if turns:
            found[question] = turns[:count]
    return found


def _mutants(bases: list[str], rng: random.Random) -> Iterator[str]:
    """Change answers without end, every second one at two places."""
    while True:
        base = _without_docstrings(rng.choice(bases))
        several = _mutants_of(base)
        if not several:
            yield from _exchanged(base, rng)
        elif rng.choice((True, False)):
            yield rng.choice(several)
        elif both := _joined(base, *rng.choices(several, k=2)):
            yield both


def _without_docstrings(source: str) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.unparse(tree)


@cache
def _mutants_of(base: str) -> list[str]:
    return [each.text for each in mutations_of(base)]


def _joined(base: str, *mutants: str) -> str | None:
    """Join two mutants that change different lines; None if they change the same one."""
    lines, first, second = (text.split("\n") for text in (base, *mutants))
    if not len(lines) == len(first) == len(second):
        return None
    rows = [*zip(lines, first, second, strict=True)]
    if any(old not in (one, other) for old, one, other in rows):
        return None
    return "\n".join(one if one != old else other for old, one, other in rows)


def _exchanged(source: str, rng: random.Random) -> Iterator[str]:
    """Exchange two of the texts in a value."""
    texts = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    values = sorted({n.value for n in texts if isinstance(n.value, str)})
    if len(values) > 1:
        one, other = rng.sample(values, 2)
        placeholder = source.replace(repr(one), "\0").replace(f'"{one}"', "\0")
        placeholder = placeholder.replace(f'"{other}"', repr(one))
        yield placeholder.replace("\0", repr(other))


def _has_no_name(answer: BankAnswer) -> bool | None:
    """Return whether the loss of points has no name; None if it is right or takes too long."""
    start = time.process_time()
    try:
        with limit_time(SECONDS, processor=True):
            verdict = verdict_on(answer)
    except (Exception, TimeIsUp):  # a mutant may be anything
        return None
    if verdict.is_right or time.process_time() - start > SECONDS:
        return None
    return verdict.review_reason is ReviewReason.UNEXPLAINED
