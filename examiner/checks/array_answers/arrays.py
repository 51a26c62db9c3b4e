"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A known error that is worth naming is a function
too: what the answer would be if that error were made (`variants`). Many others are recognised
without a line for them (`usual`). Which of them explains an answer is decided in `explain`, and
the items are in `items`. Where none does, the answer is asked again (`where_right`).

What an excluded method gives earns nothing, nor does what is there already (given code, an earlier
answer).
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from ...findings.diagnosis import Diagnosis, Message
from ..calls import Outcome
from ..credit import Assessment
from ..grading import GradingContext
from ..misconceptions import Misconception, kinds_of
from ..mutations import Mutation
from ..question import Check, RubricRow
from ..reference import Reference
from ..reference_code import listed
from ..tolerances import EXACT, RTOL_AGAIN
from ..value_text import outcome_text
from ..verdict import Finding, Verdict
from .case_generation import CaseGenerator
from .cases import Case, Definition, handed_on, run, run_limited, same
from .diagnosis import Explanations
from .entries import ArrayComparison, Entry, Place, imprecision, part_of
from .items import items_of
from .mutants import Mistakes, Mutant, Values, numbers_of, of_question
from .partial_match import where_right


@dataclass(frozen=True)
class FromOwn:
    """The outputs that follow from the answer's own earlier outputs: one entry of `accept=`.

    With it, one slip costs one output, and the outputs that follow from this slip stay right.

    Attributes:
        definition: A function of the answer's earlier outputs, by name, and of the arguments of the
            call. It returns the outputs that follow, structured as the oracle's. It may raise if
            nothing follows.
        right: Number of earlier outputs that must be right, or follow themselves.

    Example:
        >>> from examiner.checks import Arrays, case, from_own
        >>> question = Arrays(
        ...     oracle=lambda n: {"pairs": n * (n - 1) / 2, "for each": (n - 1) / 2},
        ...     cases={"5 tokens": case(5), "8 tokens": case(8)},
        ...     accept={
        ...         "your number of pairs": from_own(lambda own, n: {"for each": own["pairs"] / n})
        ...     },
        ... )
        >>> question.grade(lambda n: {"pairs": n * (n + 2.0), "for each": n + 2.0}, points=2)
        1.0
    """

    definition: Definition
    right: int = 0


Accepted = Mapping[str, Definition | Sequence[Definition] | FromOwn]
Cases = Mapping[str, Case]


@dataclass(frozen=True, eq=False, kw_only=True)
class Arrays(Check):
    """A function of arrays or numbers that must agree with a definition on named cases.

    Each case and each output earns its weight. The check compares a wrong answer with the
    misconceptions of the question and with generic ones: transposed, off by one, scaled, and more.

    Draw cases with the given generator, at sizes that differ and are not 1. The build names each
    misconception that shows in no case, or only now and then. If the question excludes numerical
    differentiation, add a case with many parameters and a limit of `seconds`. An answer without the
    digits of exact formulas then earns nothing, unless a misconception gives its numbers.

    Attributes:
        oracle: The definition, as slow and obvious code. It returns an array of any shape, a tuple
            of arrays or a dict of arrays; the answer must return the same structure and shapes.
        cases: Name -> case; or a function of a random generator that returns this, with as many
            cases each time. The check draws cases until the misconceptions show in them.
        reference: The solution. Mutations change its code.
        misconceptions: Misconceptions of the question. An effect is a mutation of the reference or
            a function. Two mutations may occur together.
        accept: Reason, as students read it -> another definition, a list of definitions, or
            `from_own`. Or a function of the cases and of the answer that returns this.
        others: Name of given code or of an earlier answer -> its definition. An answer that nowhere
            differs from it earns nothing.
        outputs: Output -> its weight; for a tuple, name the outputs in order. Equal weights by
            default.
        every_case: True if an output earns points only if it is right in every case.
        float32: True if an answer in single precision needs only single precision.
        excludes_numerical_differentiation: True if an answer that has no more digits than
            differences of function values earns nothing.
        seed: Distinguishes this check's draws from other checks' draws.

    Raises:
        ValueError: A mutation has no place in the reference or changes nothing, or two
            misconceptions have one id.
        TypeError: An effect is neither a mutation nor a function.

    Example:
        >>> import numpy as np
        >>> from examiner.checks import Arrays, case, misconception
        >>> question = Arrays(
        ...     oracle=lambda x: x - x.mean(),
        ...     cases=lambda rng: {"five numbers": case(rng.normal(size=5))},
        ...     misconceptions=[
        ...         misconception("median", lambda x: x - np.median(x), "This is the median.")
        ...     ],
        ... )
        >>> question.grade(lambda x: x - np.sum(x) / len(x), points=1)
        1.0
        >>> question.grade(lambda x: x - np.median(x), points=1).misconception_key
        'median'
    """

    oracle: Definition
    cases: Cases | Callable[[np.random.Generator], Cases]
    reference: Callable[..., Any] | Reference | None = None
    misconceptions: Sequence[Misconception] = ()
    accept: Accepted | Callable[[Cases, Any], Accepted] = field(default_factory=dict)
    others: Mapping[str, Definition] = field(default_factory=dict)
    outputs: Mapping[str, float] | None = None
    every_case: bool = False
    float32: bool = False
    excludes_numerical_differentiation: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        _ = self._table

    @cached_property
    def _reference(self) -> Reference | None:
        if self.reference is None or isinstance(self.reference, Reference):
            return self.reference
        return Reference(self.reference)

    @cached_property
    def _effects(self) -> dict[Diagnosis, Sequence[Any]]:
        """Misconception -> its effects."""
        found: dict[Diagnosis, Sequence[Any]] = {}
        for each in self.misconceptions:
            if each.error in found:
                raise ValueError(f"{each.key} is there twice: write its effects into one list")
            if not each.effects:
                raise ValueError(f"{each.key}: write its effect")
            for effect in each.effects:
                if not (isinstance(effect, Mutation) or callable(effect)):
                    ways = 'a mutation, such as assign("dQ", "dP @ K"), or a function'
                    raise TypeError(f"{each.key}: {effect!r} is no effect on arrays; write {ways}")
                if isinstance(effect, Mutation) and not self._reference:
                    raise ValueError("mutations need a reference: write reference=")
            found[each.error] = each.effects
        return found

    @cached_property
    def _table(self) -> Mistakes:
        """Misconception -> its functions, if the answer rests on no earlier one."""
        return self._reference.code.definitions(self._effects) if self._reference else self._effects

    @cached_property
    def _right(self) -> Definition:
        return self._reference.code.definition() if self._reference else self.oracle

    @cached_property
    def _question_of(self) -> Callable[..., ArrayComparison]:
        return partial(ArrayComparison.of, self.oracle, outputs=self.outputs, float32=self.float32)

    @cached_property
    def _source(self) -> CaseGenerator | Cases:
        """What draws the cases, or the cases if they are fixed. They are drawn by the right answers
        alone: else what one student answered would decide what another one is asked."""
        if not callable(self.cases):
            return self.cases
        return CaseGenerator(self.cases, self._question_of, partial(of_question, self._table))

    def for_submission(
        self,
        *,
        reference: Reference | None = None,
        accept: Accepted | Callable[[Cases, Any], Accepted] | None = None,
    ) -> Arrays:
        """Copy the check with what rests on a student's own earlier answers.

        The copy asks the same cases, since right answers alone decide which ones are drawn.

        Args:
            reference: The same solution with other `own`; None to keep it.
            accept: As in the check; None to keep it.

        Returns:
            The copy.
        """
        _ = self._table, self._right, self._source  # the copy shares them
        copied = copy.copy(self)
        if reference is not None:
            object.__setattr__(copied, "reference", reference)
            vars(copied).pop("_reference", None)
        if accept is not None:
            object.__setattr__(copied, "accept", accept)
        return copied

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return self.misconceptions

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        code = self._reference.code_with_carried() if self._reference else None
        by_own = code.by_carried_answers() if code else {}
        tables = [self._table, *(each.definitions(self._effects) for each in by_own.values())]
        cases = self._cases(grading)
        question = self._question_of(cases, definition=self._right)
        named = [each for t in tables for each in of_question(t, question.cases)]
        ways: dict[str, Any] = {
            f"right, given {words}": each.definition() for words, each in by_own.items()
        }
        ways |= self.accept(cases, answer) if callable(self.accept) else self.accept
        there = {words: Values(question.cases, each) for words, each in self.others.items()}

        def look() -> tuple[list[Entry], Finding | None]:
            """The entries that there are outcomes of, and why the answer earns nothing at all."""
            entries = question.entries(outcomes)
            by = named if self.excludes_numerical_differentiation else None
            return entries, _refusal(entries, question.cases, there, by, points)

        outcomes, again = run(answer, question.cases)
        entries, refused = look()
        limited = [i for i, case in enumerate(question.cases) if case.seconds is not None]
        if limited and not refused:  # what earns nothing isn't waited for
            for i in limited:
                outcomes[i] = run_limited(answer, question.cases[i])
            entries, refused = look()
        if refused:
            return Verdict.of_items([refused], points)
        allowed = _right_too(entries, question.cases, ways)
        found = Explanations.of(question, entries, allowed, named, or_three=self.every_case)
        return self._credited(answer, question, outcomes, again, found, points)

    def _cases(self, grading: GradingContext) -> Cases:
        if not isinstance(self._source, CaseGenerator):
            return self._source
        return self._source.draw(grading.seed(self.seed), grading.case_review)

    def _credited(
        self,
        answer: Any,
        question: ArrayComparison,
        outcomes: Sequence[Sequence[Outcome]],
        again: Outcome | None,
        found: Explanations,
        points: float,
    ) -> Verdict:
        """The verdict on an answer that isn't refused."""
        kinds = kinds_of(self.misconceptions)
        listed = items_of(found, points, kinds, every_case=self.every_case)
        remarks, match = [*listed.remarks], listed.match
        if found.wrong and not found.of_all():
            there = {entry.place[2] for entry in found.entries if entry.is_there}
            wrong = {place for place in found.wrong if place[2] in there or not there}
            if remark := where_right(answer, question, wrong, outcomes):
                remarks = [Finding.of(Message("in-short"), remark)]
        is_right = any(finding.passed for finding in listed.items) or bool(match)
        alone = handed_on(answer, question.cases, outcomes) if is_right else None
        as_lists = (each.issue_of_type for each in found.entries if each.is_right)
        manners = _impurity(question, outcomes, again, alone) or next(filter(None, as_lists), None)
        keys = " + ".join(error.key for error in match.variant.errors) if match else ""
        assessment = Assessment(
            points,
            tuple(listed.items),
            named=listed.named,
            summary=listed.summary,
            remarks=tuple(remarks),
            withheld=tuple(listed.withheld),
            manners=manners,
            trivial=listed.trivial,
        )
        return Verdict.of_assessments(
            [assessment],
            misconception_key=keys if match and match.variant.earns else "",
            mutant=match.mistaken if match and match.variant.earns else None,
        )

    def items(self, points: float) -> list[RubricRow]:
        cases = self.cases(np.random.default_rng(0)) if callable(self.cases) else self.cases
        weights = [each.weight for each in cases.values()]
        outputs = self._question_of(cases).outputs
        total = sum(outputs.values())
        named = [name for name in outputs if name]
        if self.every_case or len(cases) == 1:
            if len({*outputs.values()}) == 1:
                what = f"{', '.join(named)}, right in every case" if named else "the value"
                share = "each" if len(named) > 1 else ""
                return [RubricRow(what, points / len(outputs), share)]
            return [
                RubricRow(f"{n}, right in every case", points * w / total)
                for n, w in outputs.items()
            ]
        parts = ""
        if len({*outputs.values()}) > 1:
            shares = (f"{name} {weight / total:.0%}" for name, weight in outputs.items())
            parts = f" (of a case: {', '.join(shares)})"
        elif named:
            parts = f" (of a case, equal shares for {', '.join(named)})"
        counts = Counter(weights)
        again = self.cases(np.random.default_rng(1)) if callable(self.cases) else cases
        rows = []
        for weight, count in counts.items():
            alike = [name for name, each in cases.items() if each.weight == weight]
            what = f"{count} {'cases' if count > 1 else 'case'}"
            if len(counts) > 1 and all(
                name in again for name in alike
            ):  # else it has what is drawn
                what = "; ".join(alike)
            share = "each" if count > 1 else ""
            rows.append(RubricRow(f"{what}{parts}", points * weight / sum(weights), share))
        return rows

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """The values in the cases that all submissions share, but for those with a time limit."""
        source, seed = self._source, grading.common_seed(self.seed)
        cases = source.draw(seed) if isinstance(source, CaseGenerator) else source
        outcomes, _ = run(answer, [case for case in cases.values() if case.seconds is None])
        return "; ".join(outcome_text(each) for row in outcomes for each in row)

    @property
    def effect_template(self) -> str:
        return 'assign("name in the reference answer", "what this answer assigns to it")'

    def shown(self, solution: Any) -> Iterator[str]:
        cases = self.cases(np.random.default_rng(0)) if callable(self.cases) else self.cases
        short = [(name, each) for name, each in cases.items() if each.seconds is None]
        for name, each in short[:MAX_SHOWN]:
            with np.errstate(all="ignore"):
                value = next(each.follow(solution))
            yield f"{solution.__name__}, {name}: {in_short(value)}"


MAX_SHOWN, MAX_NUMBERS = 3, 3


def in_short(value: Any) -> str:
    """A value in a line: its first numbers, to four digits, and the shapes of its arrays."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {in_short(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return f"({', '.join(map(in_short, value))})"
    if not isinstance(value, (np.ndarray, np.generic, float, list)):
        return repr(value)
    array = np.asarray(value)
    if array.dtype.kind not in "biufc":
        return repr(value)
    numbers = [_rounded(number) for number in array.ravel()[:MAX_NUMBERS].tolist()]
    if not array.ndim:
        return numbers[0]
    more = ", …" if array.size > MAX_NUMBERS else ""
    return f"[{', '.join(numbers)}{more}] of shape {array.shape}"


def _rounded(number: Any) -> str:
    if isinstance(number, (bool, int)):
        return str(number)
    return "0" if abs(number) < TINY else f"{number:.4g}"


TINY = 1e-12  # rounding


def _impurity(
    question: ArrayComparison,
    outcomes: Sequence[Sequence[Outcome]],
    again: Outcome | None,
    alone: tuple[Outcome, Outcome] | None,
) -> Message | None:
    """Impurity: an answer changes its arguments, or depends on earlier calls."""
    for case, calls in zip(question.cases, outcomes, strict=True):
        if calls and (left := calls[0].arguments_after) is not None:
            given = [*zip(question.names, case.arguments, left[0], strict=False)]
            given += [(name, value, left[1].get(name)) for name, value in case.keywords.items()]
            for name, before, after in given:
                if not same(before, after):
                    return Message("changes-argument", {"name": name})
    asked = ((c, o[0]) for c, o in zip(question.cases, outcomes, strict=True) if c.seconds is None)
    if not again or not (usual := next(asked, None)) or usual[1].error is not None:
        return None
    usual_case, first = usual
    rtol = max(RTOL_AGAIN, usual_case.rtol or 0.0)  # a search need not end at the same digit
    if again.error is not None or not same(first.value, again.value, rtol=rtol):
        return Message("not-repeatable")
    if alone and (alone[1].error or not same(alone[0].value, alone[1].value, rtol=rtol)):
        return Message("remembers")
    return None


# --- what is right though it differs from the definition -----------------------------------------


def _right_too(
    entries: Sequence[Entry], cases: Sequence[Case], ways: Mapping[str, Any]
) -> dict[Place, str]:
    """The entries that differ from the definition and are right all the same, and why: another
    definition gives them, or they follow from other outputs of the same answer, as the amounts of
    an audit do. What is wrong in one of those is not wrong again in what it leads to.

    ways: what allows it -> a definition, or several, or what follows from own outputs, as in
        `accept=`.
    """
    pairs = [(words, way) for words, several in ways.items() for way in listed(several)]
    others = [(words, Values(cases, w)) for words, w in pairs if not isinstance(w, FromOwn)]
    follow = [(words, way) for words, way in pairs if isinstance(way, FromOwn)]
    found: dict[Place, str] = {}
    for entry in sorted(entries, key=lambda entry: entry.place):
        if not entry.is_there or entry.is_right:
            continue
        values = [(words, way.at(entry)) for words, way in others]
        case, call, output = entry.place
        before = [e for e in entries if e.place[:2] == (case, 0) and e.place[2] < output]
        right = sum(e.is_right or e.place in found for e in before)
        for words, way in follow if call == 0 else ():
            if right >= way.right:
                values.append((words, _by_own(way.definition, entry, before)))
        for words, value in values:
            numbers = value is not None and np.isfinite(value).any()
            if numbers and entry.agrees(value, undefined=True):
                found[entry.place] = words
                break
    return found


def _by_own(definition: Definition, entry: Entry, before: Sequence[Entry]) -> np.ndarray | None:
    """What the output of an entry is by those before it; None where nothing follows."""
    own = {e.output: e.array[()] for e in before if e.is_there}
    try:
        value = next(entry.case.follow(partial(definition, own)))
        return numbers_of(part_of(value, entry.part))
    except Exception:  # whatever the answer gave, nothing can be computed from it
        return None


# --- what earns nothing at all -------------------------------------------------------------------


def _refusal(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    there: Mapping[str, Values],
    by_formulas: Sequence[Mutant] | None,
    points: float,
) -> Finding | None:
    """Why an answer earns nothing at all: it raises, differs nowhere from what is given or was
    asked before, or was got by a method that the question excludes.

    by_formulas: where the question excludes numerical differentiation, the variants that it names.
    """
    about = Message("whole")
    why: Message | None = None
    is_named = True  # a person need not look at it
    reasons = {e.answer if isinstance(e.answer, Message) else None for e in entries}
    if len(reasons) == 1:
        (why,) = reasons
        is_named = why is None
    if not why and not all(entry.is_right for entry in entries):
        for words, values in there.items():
            if not why and all(entry.agrees(values.at(entry)) for entry in entries):
                why = Message("there-already", {"words": words})
    if not why and by_formulas is not None:
        about, why = Message("the-method"), _excluded_method(entries, cases, by_formulas)
    if why is None:
        return None
    errors = [Diagnosis(why.id, facts=why.facts)] if is_named else []
    return Finding.of(about, why, max_points=points, errors=errors)


def _excluded_method(
    entries: Sequence[Entry], cases: Sequence[Case], named: Sequence[Mutant]
) -> Message | None:
    """What is said of an answer whose numbers show that a derivative was taken numerically.

    A formula gives about 15 digits, a difference of function values fewer. So does a formula with
    a small number in a denominator, or of rounded numbers, or in single precision: where a mistake
    that the question names gives the same digits, nothing excluded was done. Else single precision
    is no excuse, since a difference can be rounded to it.

    named: the variants that the question names. One that gives an answer's numbers to all their
        digits explains why these aren't exact; one that gives all of them, what is wrong.
    """
    scales: dict[int, float] = {}
    for entry in entries:
        size = float(np.max(np.abs(entry.expected), initial=0.0))
        scales[entry.place[0]] = max(scales.get(entry.place[0], 0.0), size)

    def is_exactly(entry: Entry, array: np.ndarray | None) -> bool:
        """Whether an answer is this array but for the rounding of float64."""
        if array is None or array.shape != entry.array.shape:
            return False
        largest = np.max(np.abs(entry.array - array), initial=0.0)
        return bool(largest <= EXACT * scales[entry.place[0]])

    def is_inexact(entry: Entry) -> bool:
        """Whether an array is right, or nearly, but lacks the digits of a formula."""
        if entry.case.atol is not None or not entry.has_right_shape:
            return False
        if entry.array.dtype.kind != "f":
            return False
        if entry.is_right:
            return not is_exactly(entry, entry.expected)
        reason = imprecision(entry.array, entry.expected, entry.close_to(entry.expected))
        if reason is None or reason.id != "some-digits":
            return False
        return reason.facts.get("why") in (None, "float32")

    if inexact := [entry for entry in entries if is_inexact(entry)]:
        if any(all(is_exactly(e, variant.array(e)) for e in inexact) for variant in named):
            return None
        names = [*filter(None, dict.fromkeys(entry.output for entry in inexact))]
        return Message("some-digits-only", {"whose": names or "your numbers"})
    for entry in entries:
        shows = entry.case.shows
        if shows and entry.has_right_shape and shows(entry.answer, entry.expected):
            return Message("method-excluded", {"words": entry.case.telltale})
    wrong = [entry for entry in entries if not entry.is_right]
    places = {entry.place[0] for entry in wrong}
    case = cases[places.pop()] if len(places) == 1 else None
    words = case.telltale if case and not case.shows else ""
    there = [*wrong, *(entry for entry in entries if entry.is_there)]
    if not words or any(all(e.agrees(each.array(e)) for e in there) for each in named):
        return None
    return Message("method-excluded", {"words": words})
