"""Ledgers: dictionaries of counts, line by line.

Each line is an item. A misconception explains the whole ledger if it explains every wrong line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import Unit
from ..calls import NoAnswer, Outcome, failure_message, not_expected, shorten
from ..credit import Assessment, cost_of
from ..formulas import Formula, FormulaLike, Term, formula_of
from ..grading import GradingContext
from ..misconceptions import (
    Misconception,
    MisconceptionKind,
    Quotient,
    by_terms,
    kinds_of,
    quotients_of,
    read_count_effect,
)
from ..polynomials import Polynomial
from ..question import Check, RubricRow
from ..verdict import Finding, Verdict
from .answer_key import AnswerKey, answer_key_of, probe_of, values_at_common_points
from .candidates import of_question, times_sizes
from .cost_terms import CostTerm, Sizes, parts_of, sizes_of
from .counting import Quotients, examples_at
from .diagnosis import LIKELY_FACTORS, times, times_number
from .probe_points import Probe, count_of

MAX_OTHERS = 5  # lines that weren't asked for, and are looked at
OTHER_LINES = Message("other-lines")

Ways = Sequence[tuple[Diagnosis, Any]]  # errors, each with a formula of the line that it leads to
OwnWays = Sequence[tuple[str, Any]]  # earlier questions, with a formula of the line by these
ByLine = dict[str, Formula]
OwnLines: TypeAlias = Mapping[str, Mapping[str, "FormulaLike | Quotient | Sequence[FormulaLike]"]]


@dataclass(frozen=True)
class Lines:
    """What a ledger is checked against.

    parts: the lines. keys: line -> its answer key. together: misconceptions of several lines, with
    the formula of each then. added: formula of a line that isn't asked for -> what it is.
    """

    sizes: Sizes
    parts: Mapping[str, CostTerm]
    keys: Mapping[str, AnswerKey]
    together: Sequence[tuple[Diagnosis, Mapping[str, Any]]] = ()
    added: Mapping[Polynomial, Diagnosis] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Ledger(Check):
    """A ledger: a function of sizes that returns a dict of counts, with an equal share per line.

    Each line is a polynomial, as in `Count`. A line that nobody asked for is an extra.

    Attributes:
        sizes: The arguments of the answer, in order.
        lines: The cost terms, one per line, in the order of the findings.
        misconceptions: Misconceptions and conventions of lines, `{LINE: formula}`. A list has
            several ways, for one line or for several. If an effect names several lines together,
            its message appears once all of them match.
        added: Misconceptions of lines that nobody asked for. The effect is the formula of such a
            line.
        where: Argument -> its formula in the other sizes. The check asks only at such sizes.
        at_most: Size -> the size that it never exceeds.
        given: Line -> earlier questions, as students read them -> the line's formula by the
            student's own answers to these questions. That formula earns full points as well. It may
            also be a list of formulas, or the `Quotient` that an earlier answer carries forward. Or
            a function that returns this when a submission is graded.
        seed: Distinguishes this check's draws from other checks' draws.

    Raises:
        ValueError: A misconception names no line, changes nothing, or has the effect of another
            one.
        TypeError: An effect is no effect on a count.

    Example:
        >>> from examiner.checks import Ledger, Product, Term, misconception, sizes
        >>> SIZES = L, d = sizes("L d")
        >>> DQ, SCALE = Product("dQ", L, L, d), Term("scale", L**2)
        >>> question = Ledger(
        ...     SIZES,
        ...     [DQ, SCALE],
        ...     misconceptions=[misconception("free", {SCALE: 0}, "Scaling costs L².")],
        ... )
        >>> question.grade(lambda L, d: {"dQ": 2 * L**2 * d, "scale": 0}, points=2)
        1.0
    """

    sizes: Sequence[Formula]
    lines: Sequence[Term]
    misconceptions: Sequence[Misconception] = field(default=(), kw_only=True)
    added: Sequence[Misconception] = field(default=(), kw_only=True)
    where: Mapping[Formula, FormulaLike] = field(default_factory=dict, kw_only=True)
    at_most: Mapping[Formula, Formula] = field(default_factory=dict, kw_only=True)
    given: OwnLines | Callable[[], OwnLines] = field(default_factory=dict, kw_only=True)
    seed: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        _ = self._lines

    @cached_property
    def _sizes(self) -> Sizes:
        return sizes_of(self.sizes, self.where, self.at_most)

    @cached_property
    def _lines(self) -> Lines:
        """The lines, if they rest on no earlier answers."""
        return self._lines_given({} if callable(self.given) else self.given)

    def _lines_given(self, given: OwnLines) -> Lines:
        parts = {part.name: part for part in parts_of(self._sizes, self.lines)}
        mistakes, several = self._by_line()
        kinds = tuple(kinds_of(self.misconceptions).items())
        if odd := {*mistakes, *(line for _, f in several for line in f)} - {*parts}:
            raise ValueError(f"no line {', '.join(sorted(odd))}; the lines are {', '.join(parts)}")
        own = {line: _own_ways(ways) for line, ways in given.items()}
        instead = quotients_of(self.misconceptions)
        keys = {
            line: _key(
                self._sizes,
                parts[line],
                mistakes.get(line, ()),
                kinds,
                own.get(line, ()),
                instead=instead,
                carried=_own_quotients(given.get(line, {})),
            )
            for line in parts
        }
        added = {
            self._sizes.polynomial(formula_of(effect), each.key): each.error
            for each in self.added
            for effect in each.effects
        }
        return Lines(self._sizes, parts, keys, several, added)

    def _by_line(
        self,
    ) -> tuple[dict[str, list[tuple[Diagnosis, Formula]]], list[tuple[Diagnosis, ByLine]]]:
        """Line -> its misconceptions; and those of several lines together."""
        by_line: dict[str, list[tuple[Diagnosis, Formula]]] = {}
        several: list[tuple[Diagnosis, ByLine]] = []
        for each in by_terms(self.misconceptions):
            for effect in each.effects:
                wrong = read_count_effect(effect, each.key)
                if not isinstance(wrong, tuple) or wrong[0][0] in ("+", "*"):
                    raise TypeError(
                        f"{each.key}: {effect!r} is of no line; write {{LINE: formula}}"
                    )
                if len(wrong) > 1:
                    several.append((each.error, dict(wrong)))
                    continue
                ((line, formula),) = wrong
                by_line.setdefault(line, []).append((each.error, formula))
        return by_line, several

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return [*self.misconceptions, *self.added]

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        own = self.given() if callable(self.given) else {}
        of = self._lines_given(own) if any(own.values()) else self._lines
        keys, lines = of.keys, list(of.keys)
        probe = probe_of(of.sizes, tuple(keys.values()), grading.seed(self.seed))
        outcomes = probe.asked(answer, lambda found: _settled(probe, found, keys))
        share = points / len(keys)
        for outcome, at in zip(outcomes, probe.points, strict=False):
            if outcome.error is not None:
                said = failure_message(outcome.error, at.text)
                return Verdict.nothing(Message("the-ledger"), said, points)
            if not isinstance(outcome.value, dict):
                said = not_expected("a dict with the lines", outcome.value)
                return Verdict.nothing(Message("the-ledger"), said, points)
        books = [outcome.value for outcome in outcomes]
        verdicts = {line: _line(line, key, probe, books, share) for line, key in keys.items()}
        multiplied = [line for line in lines if of.parts[line].product] or lines
        _name_alike(verdicts, keys, multiplied, of.together, of.sizes)
        items = [replace(v.findings[0], unit=Unit.LINE) for v in verdicts.values()]
        named = explaining([v for v in verdicts.values() if not v.findings[0].passed], keys)
        kinds = kinds_of(self.misconceptions)
        # Nothing is computed where no line depends on a size, though it may be the truth of one.
        counts = [verdict.count for verdict in verdicts.values()]
        depends = any(count is None or any(count.degrees) for count in counts)
        constant = len(counts) > 1 and not depends
        charged, extras, remarks = _other_lines(books, verdicts, probe, of.added)
        facts = {"errors": [*named], "convention": False}
        assessment = Assessment(
            points,
            tuple(items),
            extras=tuple(extras),
            named={error: cost_of(error, kinds) for error in named} if not extras else None,
            summary=Message("known-errors", facts) if named else None,
            remarks=tuple(remarks),
            trivial=Message("constant-lines") if constant else None,
        )
        return Verdict.of_assessments(
            [assessment],
            counted={line: v.counted for line, v in verdicts.items() if v.counted is not None},
            added=charged,
            has_two_misconceptions=len(named) > 1,
            conventions=frozenset[str]().union(*(v.conventions for v in verdicts.values())),
        )

    def items(self, points: float) -> list[RubricRow]:
        count = len(self.lines)
        return [RubricRow(f"the {count} lines", points / count, "each")]

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """The polynomial of each line; the values at a few sizes if a line is none."""
        verdict = grading.mark(self, answer)
        counts = verdict.counts
        text = "; ".join(f"{line}: {count}" for line, count in sorted(counts.items()))
        text += "".join(f"; + {line}: {count}" for line, count in sorted(verdict.added.items()))
        if counts and len(counts) == len(self._lines.keys):
            return text
        keys = tuple(self._lines.keys.values())
        values = values_at_common_points(self._lines.sizes, keys, answer, grading, self.seed)
        return f"{text}; {values}"

    @property
    def effect_template(self) -> str:
        return "{LINE: formula}"

    def shown(self, solution: Any) -> Iterator[str]:
        yield from list(examples_at(self._sizes, solution))[:1]


def _own_ways(ways: Mapping[str, Any]) -> list[tuple[str, Formula]]:
    return [
        (questions, formula_of(each))
        for questions, formulas in ways.items()
        for each in (formulas if isinstance(formulas, (list, tuple)) else [formulas])
        if not isinstance(each, Quotient)
    ]


def _own_quotients(ways: Mapping[str, Any]) -> Quotients:
    return tuple((name, each) for name, each in ways.items() if isinstance(each, Quotient))


def _key(
    sizes: Sizes,
    part: CostTerm,
    mistakes: Ways,
    kinds: tuple[tuple[str, MisconceptionKind], ...],
    given: OwnWays,
    **quotients: Any,
) -> AnswerKey:
    """The key of a line. What follows from the student's own answers is no mistake."""
    own = tuple(
        (questions, formula)
        for questions, formula in given
        if sizes.polynomial(formula, f"{part.name}, given {questions}") != part.cost()
    )
    right = {sizes.polynomial(formula) - part.cost() for _, formula in own}
    wrong = tuple(
        (error, each)
        for error, each in mistakes
        if of_question(error, each, (part,), sizes).effect not in right
    )
    return answer_key_of(sizes, (part,), wrong, kinds, own, **quotients)


def _settled(probe: Probe, outcomes: Sequence[Outcome], lines: Mapping[str, AnswerKey]) -> bool:
    """Whether these say of each line that is looked at what it is."""
    books = [outcome.value for outcome in outcomes]
    if not all(isinstance(book, dict) for book in books):
        return True
    names = (*lines, *_others(books, lines))
    return all(probe.settles([Outcome(book.get(name)) for book in books]) for name in names)


def _others(books: Sequence[Mapping], asked: Collection[str]) -> list[Any]:
    return [name for name in books[0] if name not in asked][:MAX_OTHERS]


# --- the lines that are asked for ----------------------------------------------------------------


def _line(line: str, key: AnswerKey, probe: Probe, books: list[dict], share: float) -> Verdict:
    """The verdict on a line, which is right or not: its terms share one finding."""
    if not all(line in book for book in books):
        nothing = Verdict.nothing(line, Message("line-missing"), share)
        return replace(nothing, counted=key.expected * 0)  # so a total rests on it
    outcomes = [Outcome(book[line]) for book in books]
    verdict = key.verdict_on_outcomes(probe, outcomes, share, line)

    def one_item(
        said: Message, errors: Sequence[Diagnosis] = (), *, passed: bool = False
    ) -> Verdict:
        earned = share if passed else 0.0
        finding = Finding.of(
            line, said, points=earned, max_points=share, passed=passed, errors=errors
        )
        return Verdict.of_items([finding], share, **verdict.facts)

    if verdict.is_right:
        given = key.accepted.get(verdict.count) if verdict.count else None
        says = Message("right-line", {"given": [given] if given else []})
        if verdict.counted is None:  # by a quotient that is carried
            says = verdict.findings[0].says[0]
        return one_item(says, passed=True)
    (assessment,) = verdict.assessments
    errors = [*(assessment.named or {})]
    if verdict.count is None and not errors:
        (finding,) = verdict.findings
        return one_item(finding.says[0])
    if verdict.count is None:  # a quotient in a size's place
        return one_item(Message("known-errors", {"errors": errors, "convention": False}), errors)
    if errors:
        return one_item(_wrong_line(errors, verdict, key), errors)
    wrong = [finding for finding in verdict.findings if not finding.passed]
    others = [error for finding in wrong for error in finding.errors]
    return one_item(
        Message("terms-of-line", {"terms": [[f.about, [*f.says]] for f in wrong]}), others
    )


def _wrong_line(errors: Sequence[Diagnosis], verdict: Verdict, key: AnswerKey) -> Message:
    """What is said of a line that these errors explain."""
    facts = {"errors": [*errors], "got": str(verdict.counted), "right": str(key.expected)}
    return Message("wrong-line", facts)


def _name_alike(
    verdicts: dict[str, Verdict],
    keys: Mapping[str, AnswerKey],
    multiplied: Collection[str],
    together: Iterable[tuple[Diagnosis, Mapping[str, Any]]],
    sizes: Sizes,
) -> None:
    """Name one misconception alike in all the lines with it."""

    def name(line: str, error: Diagnosis, said: Message | None = None) -> None:
        verdict = verdicts[line]
        said = said or _wrong_line([error], verdict, keys[line])
        finding = replace(verdict.findings[0], says=(said,), errors=(error,))
        known = verdict.facts | {"misconception_key": error.key}
        verdicts[line] = Verdict.of_items([finding], verdict.max_points, **known)

    # The convention of a line that could have another mistake, where other lines follow that
    # convention and can have no other mistake.
    clear = Counter(
        v.misconception_key for v in verdicts.values() if v.misconception_key in v.conventions
    )
    for line, key in keys.items():
        for each in key.table.conventions:
            explains = verdicts[line].counted == key.expected + each.effect
            if (
                explains
                and verdicts[line].misconception_key != each.error.key
                and clear[each.error.key] > 1
            ):
                name(line, each.error)
    # What the question names of several lines.
    for error, formulas in together:
        same = all(verdicts[line].counted == sizes.polynomial(f) for line, f in formulas.items())
        if same and not any(verdicts[line].findings[0].passed for line in formulas):
            said = Message("known-errors", {"errors": [error], "convention": False})
            for line in formulas:
                name(line, error, said)
    # One number, as a factor of more than half of the products, where nothing else is said of all.
    factors: dict[Fraction, list[str]] = {}
    for line, verdict in verdicts.items():
        if verdict.count is not None and not verdict.findings[0].passed:
            number = times(verdict.count, keys[line].expected)
            if number in LIKELY_FACTORS:
                factors.setdefault(number, []).append(line)
    for number, lines in factors.items():
        several = len({verdicts[line].misconception_key for line in lines}) > 1
        if several and 2 * len({*lines} & {*multiplied}) > len(multiplied):
            for line in lines:
                name(line, times_number(number))


def explaining(wrong: Sequence[Verdict], keys: Mapping[str, AnswerKey]) -> list[Diagnosis]:
    """The fewest misconceptions, two at most, that explain all of these lines; none if no two do.

    A line may have several explanations: its own, and a size as a factor of the whole line.
    """
    ways: list[list[frozenset[Diagnosis]]] = []
    for verdict in wrong:
        (line,) = verdict.findings
        found = [frozenset(line.errors)] if verdict.misconception_key else []
        if verdict.count is not None:
            factors = times_sizes(keys[f"{line.about}"].expected, {})
            found += [frozenset([error]) for error, count in factors if count == verdict.count]
        ways.append(found)
    if not ways or not all(ways):
        return []
    single = dict.fromkeys(error for found in ways for way in found for error in way)
    pairs = combinations(single, 2)
    for some in (*((each,) for each in single), *pairs):
        if all(any(way <= {*some} for way in found) for found in ways):
            return [*some]
    return []


# --- the lines that are not ----------------------------------------------------------------------


def _other_lines(
    books: Sequence[Mapping],
    verdicts: Mapping[str, Verdict],
    probe: Probe,
    known: Mapping[Polynomial, Diagnosis],
) -> tuple[dict[str, Polynomial], list[Finding], list[Finding]]:
    """Lines that weren't asked for: the counts that would be added to a total, the extras, and
    remarks. Notes, zeros and the sum of the ledger are free."""
    counts = [verdict.count for verdict in verdicts.values() if verdict.count is not None]
    missing = sum(line not in books[0] for line in verdicts)
    is_whole = not missing and len(counts) == len(verdicts)
    total = sum(counts[1:], counts[0]) if is_whole else None
    charged, free = {}, []
    for name in _others(books, verdicts):
        try:
            pairs = zip(books, probe.points, strict=False)
            count = probe.recover([count_of(book[name], at.text) for book, at in pairs])
        except (KeyError, NoAnswer):
            count = None
        if isinstance(name, str) and count and count.terms and count != total:
            charged[name] = count
        else:
            free.append(repr(name[:40]) if isinstance(name, str) else shorten(repr(name)))
    remarks = []
    if free:
        said = Message("free-lines", {"lines": ", ".join(sorted(free))})
        remarks.append(Finding.of(OTHER_LINES, said, passed=True))
    extras = []
    for name, count in charged.items():
        said = Message("charged-line", {"line": repr(name[:40]), "error": known.get(count)})
        errors = [known[count]] if count in known else []
        extras.append(Finding.of(OTHER_LINES, said, errors=errors))
    return charged, extras, remarks
