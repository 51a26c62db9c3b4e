"""The check of ledgers: functions of sizes that return a dict of counts.

Each line is an item. A misconception explains the whole ledger if it explains every wrong line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
    kinds_of,
    quotients_of,
    read_count_effect,
    without_quotients,
)
from ..polynomials import Polynomial
from ..question import Check, RubricRow
from ..verdict import Finding, Verdict
from .answer_key import (
    AnswerKey,
    answer_key_of,
    probe_of,
    values_at_common_points,
    with_sizes_explained,
)
from .candidates import question_candidate, times_sizes
from .cost_terms import CostTerm, Sizes, cost_terms_of, sizes_of
from .counting import Quotients, examples_at
from .diagnosis import LIKELY_FACTORS, ratio, ratio_diagnosis
from .probe_points import Probe, count_of

MAX_OTHERS = 5  # the check reads this many lines that the question doesn't ask for
OTHER_LINES = Message("other-lines")

LineErrors = Sequence[tuple[Diagnosis, Any]]  # misconceptions of a line, each with its formula
# Pairs: the names of earlier questions, and the formula of the line if the student's answers to
# those questions are used.
CarriedFormulas = Sequence[tuple[str, Any]]
ByLine = dict[str, Formula]
OwnLines: TypeAlias = Mapping[str, Mapping[str, "FormulaLike | Quotient | Sequence[FormulaLike]"]]


@dataclass(frozen=True)
class LedgerKey:
    """The answer key of a ledger.

    Attributes:
        sizes: The sizes of the question.
        cost_terms: Line -> its cost term.
        keys: Line -> its answer key.
        together: The misconceptions of several lines, each with the wrong formula of each line.
        added: Formula of a line that the question doesn't ask for -> its misconception.
    """

    sizes: Sizes
    cost_terms: Mapping[str, CostTerm]
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
        misconceptions: Misconceptions and conventions of lines, `{LINE: formula}`. A list contains
            several effects of the same misconception, on one line or on several. If an effect names
            several lines together, its message appears only if all of them match.
        added: Misconceptions of lines that nobody asked for. The effect is the formula of such a
            line.
        where: Argument -> its formula in the other sizes. The check calls the answer only with
            arguments that satisfy this formula.
        at_most: Size -> the size that it never exceeds.
        given: Line -> {names of earlier questions: formula}. The formula is right for this line if
            the student's answers to those questions are used. It may also be a list of formulas, or
            the `Quotient` that an earlier answer carries forward. `given` may also be a function
            that returns this mapping when a submission is graded.
        seed: A number that gives this check other random points than other checks.

    Raises:
        ValueError: A misconception names no line of the ledger, changes nothing, or has the same
            effect as another.
        TypeError: A misconception has an effect that doesn't apply to a line.

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
    def _lines(self) -> LedgerKey:
        """The answer key without errors carried forward."""
        return self._lines_given({} if callable(self.given) else self.given)

    def _lines_given(self, given: OwnLines) -> LedgerKey:
        terms = {term.name: term for term in cost_terms_of(self._sizes, self.lines)}
        by_line, several = self._by_line()
        kinds = tuple(kinds_of(self.misconceptions).items())
        if unknown := {*by_line, *(line for _, f in several for line in f)} - {*terms}:
            lines = ", ".join(terms)
            raise ValueError(f"no line {', '.join(sorted(unknown))}; the lines are {lines}")
        carried = {line: _carried_formulas(formulas) for line, formulas in given.items()}
        quotients = quotients_of(self.misconceptions)
        keys = {
            line: _line_key(
                self._sizes,
                terms[line],
                by_line.get(line, ()),
                kinds,
                carried.get(line, ()),
                quotients=quotients,
                carried_quotients=_carried_quotients(given.get(line, {})),
            )
            for line in terms
        }
        added = {
            self._sizes.polynomial(formula_of(effect), each.key): each.error
            for each in self.added
            for effect in each.effects
        }
        return LedgerKey(self._sizes, terms, keys, several, added)

    def _by_line(
        self,
    ) -> tuple[dict[str, list[tuple[Diagnosis, Formula]]], list[tuple[Diagnosis, ByLine]]]:
        """Split the misconceptions: those in one line, and those in several lines together."""
        by_line: dict[str, list[tuple[Diagnosis, Formula]]] = {}
        several: list[tuple[Diagnosis, ByLine]] = []
        for each in without_quotients(self.misconceptions):
            for effect in each.effects:
                wrong = read_count_effect(effect, each.key)
                if not isinstance(wrong, tuple) or wrong[0][0] in ("+", "*"):
                    raise TypeError(
                        f"{each.key}: {effect!r} names no line; write {{LINE: formula}}"
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
        given = self.given() if callable(self.given) else {}
        key = self._lines_given(given) if any(given.values()) else self._lines
        keys, lines = key.keys, list(key.keys)
        probe = probe_of(key.sizes, tuple(keys.values()), grading.seed(self.seed))
        outcomes = probe.call(answer, lambda found: _are_conclusive(probe, found, keys))
        share = points / len(keys)
        for outcome, at in zip(outcomes, probe.points, strict=False):
            if outcome.error is not None:
                message = failure_message(outcome.error, at.text)
                return Verdict.nothing(Message("the-ledger"), message, points)
            if not isinstance(outcome.value, dict):
                message = not_expected("a dict with the lines", outcome.value)
                return Verdict.nothing(Message("the-ledger"), message, points)
        ledgers = [outcome.value for outcome in outcomes]
        verdicts = {line: _line(line, each, probe, ledgers, share) for line, each in keys.items()}
        products = [line for line in lines if key.cost_terms[line].product] or lines
        _unify_names(verdicts, key, products)
        items = [replace(v.findings[0], unit=Unit.LINE) for v in verdicts.values()]
        named = explaining([v for v in verdicts.values() if not v.findings[0].passed], keys)
        kinds = kinds_of(self.misconceptions)
        # A ledger of constants computes nothing, even if a constant is right for one line.
        counts = [verdict.count for verdict in verdicts.values()]
        depends = any(count is None or any(count.degrees) for count in counts)
        constant = len(counts) > 1 and not depends
        charged, extras, remarks = _other_lines(ledgers, verdicts, probe, key.added)
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
            [with_sizes_explained(assessment, key.sizes)],
            counted={line: v.counted for line, v in verdicts.items() if v.counted is not None},
            added=charged,
            has_two_misconceptions=len(named) > 1,
            conventions=frozenset[str]().union(*(v.conventions for v in verdicts.values())),
        )

    def items(self, points: float) -> list[RubricRow]:
        count = len(self.lines)
        return [RubricRow(f"the {count} lines", points / count, count)]

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Describe the polynomial of each line, and values at a few sizes if a line has none."""
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


def _carried_formulas(given: Mapping[str, Any]) -> list[tuple[str, Formula]]:
    return [
        (questions, formula_of(each))
        for questions, formulas in given.items()
        for each in (formulas if isinstance(formulas, (list, tuple)) else [formulas])
        if not isinstance(each, Quotient)
    ]


def _carried_quotients(given: Mapping[str, Any]) -> Quotients:
    return tuple((name, each) for name, each in given.items() if isinstance(each, Quotient))


def _line_key(
    sizes: Sizes,
    term: CostTerm,
    errors: LineErrors,
    kinds: tuple[tuple[str, MisconceptionKind], ...],
    given: CarriedFormulas,
    **quotients: Any,
) -> AnswerKey:
    """Make the answer key of a line.

    A formula carried forward is right, so the key drops misconceptions that lead to the same
    formula.
    """
    carried = tuple(
        (questions, formula)
        for questions, formula in given
        if sizes.polynomial(formula, f"{term.name}, given {questions}") != term.cost()
    )
    right = {sizes.polynomial(formula) - term.cost() for _, formula in carried}
    wrong = tuple(
        (error, each)
        for error, each in errors
        if question_candidate(error, each, (term,), sizes).effect not in right
    )
    return answer_key_of(sizes, (term,), wrong, kinds, carried, **quotients)


def _are_conclusive(
    probe: Probe, outcomes: Sequence[Outcome], lines: Mapping[str, AnswerKey]
) -> bool:
    """Check whether the outcomes are conclusive for each line (see `Probe.is_conclusive`)."""
    ledgers = [outcome.value for outcome in outcomes]
    if not all(isinstance(ledger, dict) for ledger in ledgers):
        return True
    names = (*lines, *_other_names(ledgers, lines))
    return all(
        probe.is_conclusive([Outcome(ledger.get(name)) for ledger in ledgers]) for name in names
    )


def _other_names(ledgers: Sequence[Mapping], lines: Collection[str]) -> list[Any]:
    return [name for name in ledgers[0] if name not in lines][:MAX_OTHERS]


# --- the lines of the question -------------------------------------------------------------------


def _line(line: str, key: AnswerKey, probe: Probe, ledgers: list[dict], share: float) -> Verdict:
    """Make the verdict on a line. It has one finding: the line is right or wrong as a whole."""
    if not all(line in ledger for ledger in ledgers):
        nothing = Verdict.nothing(line, Message("line-missing"), share)
        return replace(nothing, counted=key.expected * 0)  # totals carried forward leave it out
    outcomes = [Outcome(ledger[line]) for ledger in ledgers]
    verdict = key.verdict_on_outcomes(probe, outcomes, share, line)

    def one_item(
        message: Message, errors: Sequence[Diagnosis] = (), *, passed: bool = False
    ) -> Verdict:
        earned = share if passed else 0.0
        finding = Finding.of(
            line, message, points=earned, max_points=share, passed=passed, errors=errors
        )
        return Verdict.of_items([finding], share, **verdict.facts)

    if verdict.is_right:
        given = key.accepted.get(verdict.count) if verdict.count else None
        message = Message("right-line", {"given": [given] if given else []})
        if verdict.counted is None:  # right by a quotient carried forward
            message = verdict.findings[0].messages[0]
        return one_item(message, passed=True)
    (assessment,) = verdict.assessments
    errors = [*(assessment.named or {})]
    if verdict.count is None and not errors:
        (finding,) = verdict.findings
        return one_item(finding.messages[0])
    if verdict.count is None:  # a quotient instead of a size
        return one_item(Message("known-errors", {"errors": errors, "convention": False}), errors)
    if errors:
        return one_item(_wrong_line(errors, verdict, key), errors)
    wrong = [finding for finding in verdict.findings if not finding.passed]
    others = [error for finding in wrong for error in finding.errors]
    return one_item(
        Message("terms-of-line", {"terms": [[f.about, [*f.messages]] for f in wrong]}), others
    )


def _wrong_line(errors: Sequence[Diagnosis], verdict: Verdict, key: AnswerKey) -> Message:
    """Make the message on a line that misconceptions explain."""
    facts = {"errors": [*errors], "got": str(verdict.counted), "right": str(key.expected)}
    return Message("wrong-line", facts)


def _unify_names(verdicts: dict[str, Verdict], key: LedgerKey, products: Collection[str]) -> None:
    """Give one misconception the same name in all lines that it explains.

    Args:
        verdicts: Line -> its verdict. The function changes them.
        key: The answer key of the ledger.
        products: The lines that have matrix products; all lines if none has.
    """
    keys = key.keys

    def name(line: str, error: Diagnosis, message: Message | None = None) -> None:
        verdict = verdicts[line]
        message = message or _wrong_line([error], verdict, keys[line])
        finding = replace(verdict.findings[0], messages=(message,), errors=(error,))
        known = verdict.facts | {"misconception_key": error.key}
        verdicts[line] = Verdict.of_items([finding], verdict.max_points, **known)

    # If two lines or more clearly follow a convention, it also explains ambiguous lines.
    clear = Counter(
        v.misconception_key for v in verdicts.values() if v.misconception_key in v.conventions
    )
    for line, line_key in keys.items():
        for each in line_key.table.conventions:
            explains = verdicts[line].counted == line_key.expected + each.effect
            if (
                explains
                and verdicts[line].misconception_key != each.error.key
                and clear[each.error.key] > 1
            ):
                name(line, each.error)
    # The question's misconceptions of several lines together.
    for error, formulas in key.together:
        same = all(
            verdicts[line].counted == key.sizes.polynomial(formula)
            for line, formula in formulas.items()
        )
        if same and not any(verdicts[line].findings[0].passed for line in formulas):
            message = Message("known-errors", {"errors": [error], "convention": False})
            for line in formulas:
                name(line, error, message)
    # If more than half of the products are wrong by the same factor, name that factor in all lines
    # that it explains. Skip this if they share a name already.
    factors: dict[Fraction, list[str]] = {}
    for line, verdict in verdicts.items():
        if verdict.count is not None and not verdict.findings[0].passed:
            number = ratio(verdict.count, keys[line].expected)
            if number in LIKELY_FACTORS:
                factors.setdefault(number, []).append(line)
    for number, lines in factors.items():
        several = len({verdicts[line].misconception_key for line in lines}) > 1
        if several and 2 * len({*lines} & {*products}) > len(products):
            for line in lines:
                name(line, ratio_diagnosis(number))


def explaining(wrong: Sequence[Verdict], keys: Mapping[str, AnswerKey]) -> list[Diagnosis]:
    """Find the fewest misconceptions that explain all wrong lines.

    A line may have several explanations: the one in its verdict, or a size as a factor of the whole
    line.

    Args:
        wrong: The verdicts on the wrong lines.
        keys: Line -> its answer key.

    Returns:
        One or two misconceptions; an empty list if no two explain all lines.
    """
    explanations: list[list[frozenset[Diagnosis]]] = []
    for verdict in wrong:
        (line,) = verdict.findings
        found = [frozenset(line.errors)] if verdict.misconception_key else []
        if verdict.count is not None:
            right = keys[f"{line.about}"].expected
            # A factor explains nothing in a missing line that should be 0.
            found += [
                frozenset([error])
                for error, count in times_sizes(right, {})
                if right != count == verdict.count
            ]
        explanations.append(found)
    if not explanations or not all(explanations):
        return []
    single = dict.fromkeys(error for found in explanations for errors in found for error in errors)
    pairs = combinations(single, 2)
    for chosen in (*((each,) for each in single), *pairs):
        if all(any(errors <= {*chosen} for errors in found) for found in explanations):
            return [*chosen]
    return []


# --- other lines ---------------------------------------------------------------------------------


def _other_lines(
    ledgers: Sequence[Mapping],
    verdicts: Mapping[str, Verdict],
    probe: Probe,
    known: Mapping[Polynomial, Diagnosis],
) -> tuple[dict[str, Polynomial], list[Finding], list[Finding]]:
    """Check the lines that the question doesn't ask for.

    Such a line costs nothing if it is a note, a zero, or the sum of the ledger.

    Args:
        ledgers: The ledgers at the probe's points.
        verdicts: Line of the question -> its verdict.
        probe: The probe.
        known: Formula of a line that the question doesn't ask for -> its misconception.

    Returns:
        The counts that such lines add to the total, the extras, and the remarks.
    """
    counts = [verdict.count for verdict in verdicts.values() if verdict.count is not None]
    missing = sum(line not in ledgers[0] for line in verdicts)
    is_whole = not missing and len(counts) == len(verdicts)
    total = sum(counts[1:], counts[0]) if is_whole else None
    charged, free = {}, []
    for name in _other_names(ledgers, verdicts):
        try:
            pairs = zip(ledgers, probe.points, strict=False)
            count = probe.recover([count_of(ledger[name], at.text) for ledger, at in pairs])
        except (KeyError, NoAnswer):
            count = None
        if isinstance(name, str) and count and count.terms and count != total:
            charged[name] = count
        else:
            free.append(repr(name[:40]) if isinstance(name, str) else shorten(repr(name)))
    remarks = []
    if free:
        message = Message("free-lines", {"lines": ", ".join(sorted(free))})
        remarks.append(Finding.of(OTHER_LINES, message, passed=True))
    extras = []
    for name, count in charged.items():
        message = Message("charged-line", {"line": repr(name[:40]), "error": known.get(count)})
        errors = [known[count]] if count in known else []
        extras.append(Finding.of(OTHER_LINES, message, errors=errors))
    return charged, extras, remarks
