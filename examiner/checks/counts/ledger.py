"""Ledgers: dictionaries of counts, line by line.

One error that is made in many lines costs two of them: it is one slip, and two lines are what
repeating it costs; a convention no more than a quarter of the lines. A size that is a factor too
much or too little costs half of its lines, as it costs half of a count. Lines that weren't asked
for cost one together.

That many lines are wrong by one error is believed only of a ledger that rests on something right:
half of the products without the error (of a ledger without products, half of the lines) are right,
but for a convention. Else somebody wrote down what costs no thought, the sizes of the arrays say,
and each line is wrong for itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from ...findings.finding import Unit
from ...findings.known_error import KnownError, Says
from ..calls import NoAnswer, Outcome, failure_said, not_expected, shorten
from ..formulas import Formula, FormulaLike, Term, formula_of
from ..grading import Grading
from ..misconceptions import (
    Kind,
    Misconception,
    Quotient,
    by_terms,
    counted_with,
    of_kind,
    quotients_of,
)
from ..polynomials import Polynomial
from ..question import Check
from ..verdict import Finding, Verdict
from .candidates import Cost, of_question, times_sizes
from .counting import Quotients, examples_at
from .credit import OF_A_CONVENTION
from .key import Key, key_of, probe_of, values_at_common_points
from .known import LIKELY_FACTORS, times, times_number
from .parts import Part, Sizes, parts_of, sizes_of
from .probe import Probe, count_of

MAX_LINES = 2  # that one error costs
MAX_OTHERS = 5  # lines that weren't asked for, and are looked at
OTHER_LINES = Says("other-lines")

Ways = Sequence[tuple[KnownError, Any]]  # errors, each with a formula of the line that it leads to
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
    parts: Mapping[str, Part]
    keys: Mapping[str, Key]
    together: Sequence[tuple[KnownError, Mapping[str, Any]]] = ()
    added: Mapping[Polynomial, KnownError] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Ledger(Check):
    """A ledger: a function of sizes that returns a dict of counts, with an equal share per line.

    Each line is a polynomial, as in `Count`. One misconception in many lines is one slip and costs
    two lines at most. A convention costs a quarter of the lines at most. A size that is an extra or
    a missing factor costs half of its lines. Lines that nobody asked for cost one line together.

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
        mistakes, several = self._by_line(Kind.MISCONCEPTION, Kind.GUESS)
        conventions, others = self._by_line(Kind.CONVENTION)
        if odd := {*mistakes, *conventions, *(line for _, f in several for line in f)} - {*parts}:
            raise ValueError(f"no line {', '.join(sorted(odd))}; the lines are {', '.join(parts)}")
        own = {line: _own_ways(ways) for line, ways in given.items()}
        instead = quotients_of(self.misconceptions)
        keys = {
            line: _key(
                self._sizes,
                parts[line],
                mistakes.get(line, ()),
                conventions.get(line, ()),
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
        return Lines(self._sizes, parts, keys, [*several, *others], added)

    def _by_line(
        self, *kinds: Kind
    ) -> tuple[dict[str, list[tuple[KnownError, Formula]]], list[tuple[KnownError, ByLine]]]:
        """Line -> its misconceptions; and those of several lines together."""
        by_line: dict[str, list[tuple[KnownError, Formula]]] = {}
        several: list[tuple[KnownError, ByLine]] = []
        for each in by_terms(of_kind(self.misconceptions, *kinds)):
            for effect in each.effects:
                wrong = counted_with(effect, each.key)
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
    def known(self) -> Sequence[Misconception]:
        return [*self.misconceptions, *self.added]

    def verdict(self, answer: Any, points: float, grading: Grading) -> Verdict:
        own = self.given() if callable(self.given) else {}
        of = self._lines_given(own) if any(own.values()) else self._lines
        keys, lines = of.keys, list(of.keys)
        probe = probe_of(of.sizes, tuple(keys.values()), grading.seed(self.seed))
        outcomes = probe.asked(answer, lambda found: _settled(probe, found, keys))
        share = points / len(keys)
        for outcome, at in zip(outcomes, probe.points, strict=False):
            if outcome.error is not None:
                said = failure_said(outcome.error, at.text)
                return Verdict.nothing(Says("the-ledger"), said, points)
            if not isinstance(outcome.value, dict):
                said = not_expected("a dict with the lines", outcome.value)
                return Verdict.nothing(Says("the-ledger"), said, points)
        books = [outcome.value for outcome in outcomes]
        verdicts = {line: _line(line, key, probe, books, share) for line, key in keys.items()}
        multiplied = [line for line in lines if of.parts[line].product] or lines
        _name_alike(verdicts, keys, multiplied, of.together, of.sizes)
        findings = list(_charged_once(verdicts, keys, multiplied, share))
        # Nothing is computed where no line depends on a size, though it may be the truth of one.
        counts = [verdict.count for verdict in verdicts.values()]
        depends = any(count is None or any(count.degrees) for count in counts)
        right = all(verdict.findings[0].passed for verdict in verdicts.values())
        if len(counts) > 1 and not depends and not right:
            findings = [finding.without_points(Says("constant-lines")) for finding in findings]
        charged, others = _other_lines(books, verdicts, probe, of.added, share)
        return Verdict.from_findings(
            [*findings, *others],
            points,
            counted={line: v.counted for line, v in verdicts.items() if v.counted is not None},
            added=charged,
            conventions=frozenset[str]().union(*(v.conventions for v in verdicts.values())),
        )

    def computes(self, answer: Any, grading: Grading) -> str:
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
    sizes: Sizes, part: Part, mistakes: Ways, conventions: Ways, given: OwnWays, **quotients: Any
) -> Key:
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
        if of_question(error, each, (part,), sizes, Cost.BY_TERMS).effect not in right
    )
    return key_of(sizes, (part,), wrong, tuple(conventions), own, **quotients)


def _settled(probe: Probe, outcomes: Sequence[Outcome], lines: Mapping[str, Key]) -> bool:
    """Whether these say of each line that is looked at what it is."""
    books = [outcome.value for outcome in outcomes]
    if not all(isinstance(book, dict) for book in books):
        return True
    names = (*lines, *_others(books, lines))
    return all(probe.settles([Outcome(book.get(name)) for book in books]) for name in names)


def _others(books: Sequence[Mapping], asked: Collection[str]) -> list[Any]:
    return [name for name in books[0] if name not in asked][:MAX_OTHERS]


# --- the lines that are asked for ----------------------------------------------------------------


def _line(line: str, key: Key, probe: Probe, books: list[dict], share: float) -> Verdict:
    """The verdict on a line, which is right or not: its terms share one finding."""
    if not all(line in book for book in books):
        nothing = Verdict.nothing(line, Says("line-missing"), share)
        return replace(nothing, counted=key.expected * 0)  # so a total rests on it
    outcomes = [Outcome(book[line]) for book in books]
    verdict = key.verdict_on_outcomes(probe, outcomes, share, line)
    if verdict.counted is None and verdict.points == share:  # by a quotient that is carried
        (finding,) = verdict.findings
        return replace(verdict, findings=(replace(finding, about=line),))
    if verdict.counted is None and verdict.mistake:  # a quotient in a size's place: one slip
        errors = verdict.findings[0].errors
        explained = {"errors": [*errors], "in_some": False, "leaves_some": False}
        said = Says("known-errors", {**explained, "convention": False})
        finding = Finding.of(line, said, max_points=share, errors=errors)
        return replace(verdict, points=0.0, findings=(finding,))
    if verdict.count is None:
        (finding,) = verdict.findings
        return replace(verdict, findings=(replace(finding, about=line),))
    wrong = [finding for finding in verdict.findings if not finding.passed]
    errors = tuple(error for finding in wrong for error in finding.errors)
    if not wrong:
        given = key.accepted.get(verdict.count)
        said = Says("right-line", {"given": [given] if given else []})
        finding = Finding.of(line, said, points=share, max_points=share, passed=True)
        return replace(verdict, findings=(finding,))
    if verdict.mistake:
        said = _wrong_line(errors, verdict, key)
    else:
        said = Says("terms-of-line", {"terms": [[f.about, [*f.says]] for f in wrong]})
    finding = Finding.of(line, said, max_points=share, errors=errors)
    return replace(verdict, points=0.0, findings=(finding,))


def _wrong_line(errors: Sequence[KnownError], verdict: Verdict, key: Key) -> Says:
    """What is said of a line that these errors explain."""
    facts = {"errors": [*errors], "got": str(verdict.counted), "right": str(key.expected)}
    return Says("wrong-line", facts)


def _name_alike(
    verdicts: dict[str, Verdict],
    keys: Mapping[str, Key],
    multiplied: Collection[str],
    together: Iterable[tuple[KnownError, Mapping[str, Any]]],
    sizes: Sizes,
) -> None:
    """Say one error of all the lines with it, so that it is charged once."""

    def name(line: str, error: KnownError, said: Says | None = None) -> None:
        said = said or _wrong_line([error], verdicts[line], keys[line])
        finding = replace(verdicts[line].findings[0], says=(said,), errors=(error,))
        verdicts[line] = replace(verdicts[line], findings=(finding,), mistake=error.key)

    # The convention of a line that could have another mistake, where other lines follow that
    # convention and can have no other mistake.
    clear = Counter(v.mistake for v in verdicts.values() if v.mistake in v.conventions)
    for line, key in keys.items():
        for each in key.table.conventions:
            explains = verdicts[line].counted == key.expected + each.effect
            if explains and verdicts[line].mistake != each.error.key and clear[each.error.key] > 1:
                name(line, each.error)
    # What the question names of several lines.
    for error, formulas in together:
        same = all(verdicts[line].counted == sizes.polynomial(f) for line, f in formulas.items())
        if same and not any(verdicts[line].findings[0].passed for line in formulas):
            explained = {"errors": [error], "in_some": False, "leaves_some": False}
            said = Says("known-errors", {**explained, "convention": False})
            for line in formulas:
                name(line, error, said)
    # One number, as a factor of more than half of the products, where nothing else is said of all.
    factors: dict[Fraction, list[str]] = {}
    for line, verdict in verdicts.items():
        if verdict.count is not None and not _is_right(verdict):
            number = times(verdict.count, keys[line].expected)
            if number in LIKELY_FACTORS:
                factors.setdefault(number, []).append(line)
    for number, lines in factors.items():
        several = len({verdicts[line].mistake for line in lines}) > 1
        if several and 2 * len({*lines} & {*multiplied}) > len(multiplied):
            for line in lines:
                name(line, times_number(number))


def _is_right(verdict: Verdict) -> bool:
    """Whether a line is right, or would be by another convention."""
    by_convention = bool(verdict.conventions) and verdict.mistake in verdict.conventions
    return verdict.findings[0].passed or by_convention


def _charged_once(
    verdicts: Mapping[str, Verdict],
    keys: Mapping[str, Key],
    multiplied: Collection[str],
    share: float,
) -> Iterator[Finding]:
    """The finding of each line, where lines with an error that has cost enough get their share."""
    lines_of: dict[str, list[str]] = {}  # what explains all that is wrong with a line -> its lines
    by_size = set()  # the lines with one size too often or too seldom as a factor
    for line, verdict in verdicts.items():
        if verdict.mistake:
            ways = times_sizes(keys[line].expected, {})
            sizes = [error.key for error, count in ways if count == verdict.counted]
            by_size |= {line} if sizes else set()
            for error in dict.fromkeys((*sorted(verdict.conventions), verdict.mistake, *sizes)):
                lines_of.setdefault(error, []).append(line)
    charged: dict[str, list[str]] = {}  # line that an error must not cost any more -> those it cost
    # A line with two errors, a convention and words of its own, goes with the most frequent one; of
    # as many with the convention, which costs less.
    for error, lines in sorted(lines_of.items(), key=lambda of_one: len(of_one[1]), reverse=True):
        right = [line for line in multiplied if _is_right(verdicts[line])]
        if len(right) < len({*multiplied} - {*lines} - {*right}):
            continue
        most = MAX_LINES
        if any(error in verdicts[line].conventions for line in lines):
            most = min(MAX_LINES, math.ceil(OF_A_CONVENTION * len(verdicts)))
        most = max(most, len(by_size & {*lines}) // 2)
        charged = dict.fromkeys(lines[most:], lines[:most]) | charged
    for line, verdict in verdicts.items():
        (finding,) = verdict.findings
        if before := charged.get(line):
            again = Says("charged-before", {"lines": before})
            finding = replace(finding, says=(*finding.says, again), points=share)
        yield replace(finding, unit=Unit.LINE)


# --- the lines that are not ----------------------------------------------------------------------


def _other_lines(
    books: Sequence[Mapping],
    verdicts: Mapping[str, Verdict],
    probe: Probe,
    known: Mapping[Polynomial, KnownError],
    share: float,
) -> tuple[dict[str, Polynomial], list[Finding]]:
    """Lines that weren't asked for: the counts that would be added to a total, and what is said.
    They have one cost together, unless they stand in the place of lines that are missing; others
    are free: notes, zeros, the sum of the ledger."""
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
    findings = []
    if free:
        said = Says("free-lines", {"lines": ", ".join(sorted(free))})
        findings.append(Finding.of(OTHER_LINES, said, passed=True))
    cost = share if len(charged) > missing else 0.0
    for name, count in charged.items():
        said = Says("charged-line", {"line": repr(name[:40]), "error": known.get(count)})
        findings.append(Finding.of(OTHER_LINES, said, points=-cost))
        cost = 0.0
    return charged, findings
