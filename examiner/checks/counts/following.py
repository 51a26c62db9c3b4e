"""Errors carried forward: a count that is right given the student's own earlier answers.

What earlier answers were is known from their marking. They are not asked again: an answer that
behaves differently when another question asks it would be followed wherever it pleases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import combinations, product

from ..polynomials import Polynomial
from ..verdict import IN_SHORT, WHOLE, Finding, Verdict
from .formulas import Formulas, Items, Wrong, WrongItems, items_of, key_of, wrong_of
from .key import Key
from .parts import ADDED, TIMES, Part
from .sizes import Sizes

# Earlier question -> the parts of this count that its answer stands for: their sum; of a ledger
# the lines of these names. Or part (line) -> what the answer (line) is multiplied by here: a number
# or, for an answer that is one count, a formula: {"the weights": "2*n"}.
Times = Mapping[str, int | str]
GivenBy = Mapping[str, Sequence[str] | Times]
Followed = Callable[[str], Verdict | None]


@dataclass(frozen=True)
class Carried:
    """What a count is checked against, given answers to these questions.

    forgiven: the conventions that these answers were charged for.
    """

    questions: tuple[str, ...]
    key: Key
    forgiven: frozenset[str]

    @property
    def words(self) -> str:
        several = "s" if len(self.questions) > 1 else ""
        return f"given your answer{several} to {' and '.join(self.questions)}"

    def verdict(self, answer: Polynomial, points: float) -> Verdict:
        """The verdict on an answer that may rest on those questions."""
        verdict = self.key.verdict(answer, points, self.forgiven)
        if verdict.points == points:
            finding = Finding(WHOLE, f"right, {self.words}", points, points, passed=True)
            return replace(verdict, findings=(finding,))
        remark = Finding(IN_SHORT, f"marked {self.words}", passed=True)
        findings = (remark, *verdict.findings)
        return Verdict(verdict.points, points, findings, unrounded=verdict.unrounded)


@dataclass(frozen=True)
class Asked:
    """What is asked to be counted: its parts, and what else a problem says of the count."""

    sizes: Sizes
    parts: tuple[Part, ...]
    mistakes: WrongItems = ()
    conventions: WrongItems = ()
    accept: Items = ()
    shares: tuple[tuple[str, float], ...] = ()
    others: Items = ()
    calls: tuple[tuple[str, tuple[str, ...]], ...] = ()
    followed: bool = False

    @classmethod
    def of(
        cls,
        sizes: Sizes,
        parts: tuple[Part, ...],
        mistakes: Wrong | None,
        conventions: Wrong | None,
        accept: Formulas | None,
        shares: Mapping[str, float] | None,
        others: Formulas | None,
        given: GivenBy | None,
    ) -> Asked:
        """What the checks are told; None for what a problem doesn't say."""
        wrong = wrong_of(mistakes), wrong_of(conventions)
        weights = tuple((shares or {}).items())
        calls = tuple((name, tuple(counts)) for name, counts in (given or {}).items())
        return cls(sizes, parts, *wrong, items_of(accept), weights, items_of(others), calls)

    @property
    def key(self) -> Key:
        rest = self.mistakes, self.conventions, self.accept, self.shares, self.others, self.calls
        return key_of(self.sizes, self.parts, *rest, self.followed)

    def with_parts(self, parts: tuple[Part, ...]) -> Asked:
        """The same with other parts, and with what is said of those that are there still."""
        same = frozenset(part.name for part in parts if part in self.parts)
        return Asked(
            self.sizes,
            parts,
            _about(self.mistakes, same),
            _about(self.conventions, same),
            shares=tuple((name, share) for name, share in self.shares if name in same),
            followed=True,
        )


def carried_from(given: GivenBy, followed: Followed, asked: Asked) -> Iterator[Carried]:
    """What the count is given the earlier answers, several of them or one, that may be followed
    and are not right.

    ValueError for parts that the count hasn't, and for answers in other sizes.
    """
    parts, found = asked.parts, {}
    for question, names in given.items():
        if unknown := set(names) - {part.name for part in parts}:
            known = ", ".join(repr(part.name) for part in parts)
            raise ValueError(
                f"given {question!r}: no part {', '.join(sorted(unknown))}; the parts are {known}"
            )
        verdict = followed(question)
        if verdict is not None and verdict.counted is not None:
            ways = _ways(question, verdict, names)
            ways = [way for way in ways if _total(way(parts)) != _total(parts)]
            if ways:
                found[question] = ways, verdict.conventions
    for number in range(len(found), 0, -1):
        for questions in combinations(found, number):
            forgiven = frozenset[str]().union(*(found[question][1] for question in questions))
            totals = set()
            for ways in product(*(found[question][0] for question in questions)):
                changed = reduce(lambda parts, way: way(parts), ways, parts)
                if (total := _total(changed)) not in totals:
                    totals.add(total)
                    yield Carried(questions, asked.with_parts(changed).key, forgiven)


Way = Callable[[tuple[Part, ...]], tuple[Part, ...]]


def _ways(question: str, verdict: Verdict, names: Sequence[str] | Times) -> list[Way]:
    """How a count may rest on an answer. Of a ledger: with the lines that are counted otherwise
    here or without them, and with those that it wasn't asked for or without them.
    """
    times = dict(names) if isinstance(names, Mapping) else dict.fromkeys(names, 1)
    same = {name: number for name, number in times.items() if number == 1}
    lines = [times] if same == times or isinstance(verdict.counted, Polynomial) else [times, same]
    added = [verdict.added, {}] if verdict.added else [{}]
    return [
        partial(_with_answer, question, verdict.counted, chosen, more)
        for chosen, more in product(lines, added)
    ]


def _with_answer(
    question: str,
    counted: Polynomial | Mapping[str, Polynomial],
    times: Times,
    added: Mapping[str, Polynomial],
    parts: tuple[Part, ...],
) -> tuple[Part, ...]:
    """The parts, with what was counted in the place of those of these names, and what was added."""
    variables = parts[0].other.variables
    if isinstance(counted, Polynomial):
        factors = {str(number) for number in times.values()}
        if len(factors) != 1:
            raise ValueError(f"given {question!r}: one count has one factor, not {len(factors)}")
        if not set(counted.variables) <= set(variables):
            raise ValueError(f"the answer to {question!r} is a count in other sizes")
        count = counted.substitute({}, variables) * Polynomial.parse(factors.pop(), variables)
        own = Part(f"your answer to {question}", None, count)
        changed = (*(part for part in parts if part.name not in times), own)
    else:
        lines = {n: counted[n] * number for n, number in times.items() if n in counted}
        changed = tuple(
            Part(part.name, None, lines[part.name])
            if lines.get(part.name, part.cost()) != part.cost()
            else part
            for part in parts
        )
        changed += tuple(Part(f"your line {n}", None, count) for n, count in added.items())
    if any(part.other.variables != variables for part in changed):
        raise ValueError(f"the answer to {question!r} is a count in other sizes")
    return changed


def _total(parts: Sequence[Part]) -> Polynomial:
    first, *rest = [part.cost() for part in parts]
    return sum(rest, first)


def _about(mistakes: WrongItems, parts: frozenset[str]) -> WrongItems:
    """The mistakes that are with these parts, add something, or are with all of the count."""
    return tuple(
        (label, wrong)
        for label, wrong in mistakes
        if not isinstance(wrong, str) and {name for name, _ in wrong} <= parts | {ADDED, TIMES}
    )
