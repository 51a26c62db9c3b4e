"""Errors carried forward: a count that is right given the student's own earlier answers.

What earlier answers were is known from their marking. They are not asked again: an answer that
behaves differently when another question asks it would be followed wherever it pleases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import combinations, product

from ...findings.finding import WHOLE
from ...findings.known_error import Says
from ..polynomials import Polynomial
from ..verdict import Verdict
from .key import Key
from .parts import Part, total

# Earlier question -> the parts of this count that its answer stands for: their sum; of a ledger
# the lines of these names. Or part (line) -> what the answer (line) is multiplied by here, a number
# or a formula: {"the weights": "2*n"}. Or, of an answer that the question follows by itself, what
# this whole count is by it, a formula, or several with a "; " between.
Times = Mapping[str, int | str]
GivenBy = Mapping[str, Sequence[str] | Times | str]
Followed = Callable[[str], Verdict | None]
Parts = tuple[Part, ...]
Way = Callable[[Parts], Parts]  # how a count may rest on an answer


@dataclass(frozen=True)
class Carried:
    """A count given the answers to these questions.

    key: what it is checked against then.
    forgiven: the conventions that these answers were charged for.
    """

    questions: tuple[str, ...]
    key: Key
    forgiven: frozenset[str]

    def verdict(self, answer: Polynomial, points: float) -> Verdict:
        """The verdict on an answer that may rest on those questions."""
        verdict = self.key.verdict(answer, points, self.forgiven)
        facts = {"questions": [*self.questions]}
        if verdict.points == points:
            right = Verdict.all_right(WHOLE, Says("right-given", facts), points)
            return replace(verdict, findings=right.findings)
        given = Says("expected-given", facts)  # else what is expected would look like the truth
        return replace(
            verdict, findings=tuple(replace(f, says=(*f.says, given)) for f in verdict.findings)
        )


def carried_from(given: GivenBy, followed: Followed, key: Key) -> Iterator[Carried]:
    """The count given earlier answers, several of them or one, that may be followed and are not
    right.

    ValueError for parts that the count hasn't, and for answers in other sizes.
    """
    parts, found = key.parts, {}
    for question, names in given.items():
        if isinstance(names, str):
            for formula in names.split("; "):
                count = key.sizes.formula(formula, f"given {question!r}")
                if count != key.expected:
                    own = Part(f"your answer to {question}", None, count)
                    yield Carried((question,), key.with_parts((own,)), frozenset())
            continue
        if unknown := set(names) - {part.name for part in parts}:
            known = ", ".join(repr(part.name) for part in parts)
            raise ValueError(
                f"given {question!r}: no part {', '.join(sorted(unknown))}; the parts are {known}"
            )
        verdict = followed(question)
        if verdict is not None and verdict.counted is not None:
            ways = _ways(question, verdict, names)
            if ways := [way for way in ways if total(way(parts)) != key.expected]:
                found[question] = ways, verdict.conventions
    for number in range(len(found), 0, -1):
        for questions in combinations(found, number):
            forgiven = frozenset[str]().union(*(found[question][1] for question in questions))
            totals = set()
            for ways in product(*(found[question][0] for question in questions)):
                changed = reduce(lambda parts, way: way(parts), ways, parts)
                if (count := total(changed)) not in totals:
                    totals.add(count)
                    yield Carried(questions, key.with_parts(changed), forgiven)


def _ways(question: str, verdict: Verdict, names: Sequence[str] | Times) -> list[Way]:
    """How a count may rest on an answer. Of a ledger: with lines that are multiplied here, or with
    wrong ones as they stand there; and with those that it wasn't asked for or without them.
    """
    times = dict(names) if isinstance(names, Mapping) else dict.fromkeys(names, 1)
    if isinstance(verdict.counted, Polynomial):
        return [partial(_with_count, question, verdict.counted, times)]
    so_often = {name: [number] for name, number in times.items()}
    or_once = {n: [number, 1] for n, number in times.items() if isinstance(number, int)}
    added = [verdict.added, {}] if verdict.added else [{}]
    counts = [
        {n: (verdict.counted[n], t) for n, t in each.items() if n in verdict.counted}
        for each in (so_often, or_once)
    ]
    return [partial(_with_lines, question, *each) for each in product(counts, added)]


def _with_count(question: str, counted: Polynomial, times: Times, parts: Parts) -> Parts:
    """The parts, with what was counted in the place of those of these names."""
    factors = {str(number) for number in times.values()}
    if len(factors) != 1:
        raise ValueError(f"given {question!r}: one count has one factor, not {len(factors)}")
    own = Part(f"your answer to {question}", None, _here(question, counted, factors.pop(), parts))
    return (*(part for part in parts if part.name not in times), own)


def _with_lines(
    question: str,
    lines: Mapping[str, tuple[Polynomial, Sequence[int | str]]],
    added: Mapping[str, Polynomial],
    parts: Parts,
) -> Parts:
    """The parts, with these lines in the place of those of their names, and what was added. A line
    is multiplied by the first number with which it is right, else by the last."""
    changed = []
    for part in parts:
        count, numbers = lines.get(part.name, (None, ()))
        here = [_here(question, count, times, parts) for times in numbers]
        is_right = not here or part.cost() in here
        changed.append(part if is_right else Part(part.name, None, here[-1]))
    more = [
        Part(f"your line {name}", None, _here(question, count, 1, parts))
        for name, count in added.items()
    ]
    return (*changed, *more)


def _here(question: str, counted: Polynomial, times: int | str, parts: Parts) -> Polynomial:
    """What was counted, as a count in the sizes of these parts, so many times."""
    variables = parts[0].other.variables
    if not set(counted.variables) <= set(variables):
        raise ValueError(f"the answer to {question!r} is a count in other sizes")
    return counted.substitute({}, variables) * Polynomial.parse(str(times), variables)
