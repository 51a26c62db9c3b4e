"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A misconception of the question is a function too:
a mutant, which returns the arrays of an answer with that misconception (`mutants`). The engine
recognises generic misconceptions as well, such as a transpose (`generic`). `diagnosis` decides
which misconceptions explain a wrong answer, and `items` lists the rubric items. If nothing explains
the answer, `partial_match` calls it again with changed arguments.

An answer earns nothing if it uses a method that the question excludes, or if it only repeats given
code or an earlier answer.
"""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from ...findings.diagnosis import Diagnosis, Message
from ...findings.finding import SUMMARY, WHOLE, Finding
from ..calls import Outcome
from ..credit import Assessment
from ..grading import GradingContext
from ..misconceptions import Misconception, kinds_of, listed
from ..mutations import Mutation
from ..question import Check, RubricRow
from ..reference import Reference
from ..tolerances import EXACT, RTOL_AGAIN
from ..value_text import outcome_text
from ..verdict import Verdict
from .case_generation import CaseGenerator
from .case_sets import FIXED, CaseSet, CaseSets
from .cases import (
    Case,
    Definition,
    first_calls_of,
    last_call_alone,
    run_cases,
    run_limited,
    same,
    with_later_calls,
)
from .diagnosis import Explanations
from .entries import ArrayComparison, Entry, Place, imprecision, part_of
from .items import items_of
from .mutants import Effects, Mutant, Values, as_numbers, question_mutants
from .partial_match import partial_match_remark
from .saved_choices import described


@dataclass(frozen=True)
class FromOwn:
    """An entry of `accept=` for outputs that follow from the answer's own earlier outputs.

    With it, a slip costs only one output. Later outputs that follow from the wrong one stay right.

    Attributes:
        definition: A function of the answer's earlier outputs, by name, and of the arguments of the
            call. It returns the outputs that follow, structured as the oracle's. It may raise if
            nothing follows.
        right: Number of earlier outputs that must be right or accepted.

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


# The message that gives the reason -> the definitions that the check accepts as well.
Accepted = Mapping[str, Definition | Sequence[Definition] | FromOwn]
Cases = Mapping[str, Case]


@dataclass(frozen=True, eq=False, kw_only=True)
class Arrays(Check):
    """A function of arrays or numbers that must agree with a definition on named cases.

    Each case and each output earns its weight. The check compares a wrong answer with the
    misconceptions of the question and with generic ones: transposed, off by one, scaled, and more.

    Draw cases with the given generator, at sizes that differ and are not 1. The build names each
    misconception that shows in no case, or only now and then. If the question excludes numerical
    differentiation, add a case with many parameters and a limit of `seconds`. An answer then earns
    nothing if it is only as precise as differences of function values, unless a misconception
    explains its numbers.

    Attributes:
        oracle: The definition, as slow and obvious code. It returns an array of any shape, a tuple
            of arrays or a dict of arrays; the answer must return the same structure and shapes.
        cases: Name -> case; or a function that draws such a mapping with a random generator. It
            returns the same number of cases each time. The check calls it until the misconceptions
            show in the cases.
        reference: The solution. Mutations change its code.
        misconceptions: Misconceptions of the question. An effect is a mutation of the reference or
            a function. Two mutations may occur together.
        accept: Reason, as students read it -> another definition, a list of definitions, or
            `from_own(…)`. It may also be a function that takes the cases and the answer and returns
            such a mapping.
        others: Name of given code or of an earlier answer -> its definition. An answer that nowhere
            differs from it earns nothing.
        outputs: Output -> its weight; for a tuple, name the outputs in order. Equal weights by
            default.
        every_case: True if an output earns points only if it is right in every case.
        float32: True if an answer in single precision needs only single precision.
        excludes_numerical_differentiation: True to refuse numerical differentiation: an answer
            earns nothing if it is only as precise as differences of function values, unless a
            misconception explains its numbers.
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
        _ = self._functions  # raises if an effect is wrong

    @cached_property
    def _reference(self) -> Reference | None:
        if self.reference is None or isinstance(self.reference, Reference):
            return self.reference
        return Reference(self.reference)

    @cached_property
    def _effects(self) -> dict[Diagnosis, Sequence[Any]]:
        """Misconception -> its effects."""
        effects: dict[Diagnosis, Sequence[Any]] = {}
        for each in self.misconceptions:
            if each.error in effects:
                raise ValueError(
                    f"two misconceptions have the id {each.key}: merge them, with a list of effects"
                )
            if not each.effects:
                raise ValueError(f"{each.key}: write its effect")
            for effect in each.effects:
                if not (isinstance(effect, Mutation) or callable(effect)):
                    allowed = 'a mutation, such as assign("dQ", "dP @ K"), or a function'
                    raise TypeError(
                        f"{each.key}: {effect!r} is no effect on arrays; write {allowed}"
                    )
                if isinstance(effect, Mutation) and not self._reference:
                    raise ValueError(f"{each.key}: a mutation needs a reference: write reference=")
            effects[each.error] = each.effects
        return effects

    @cached_property
    def _functions(self) -> Effects:
        """Misconception -> its functions, without the student's earlier answers."""
        return self._reference.code.definitions(self._effects) if self._reference else self._effects

    @cached_property
    def _solution(self) -> Definition:
        return self._reference.code.definition() if self._reference else self.oracle

    @cached_property
    def _comparison(self) -> Callable[..., ArrayComparison]:
        """A function that makes the comparison for given cases."""
        return partial(ArrayComparison.of, self.oracle, outputs=self.outputs, float32=self.float32)

    @cached_property
    def _case_source(self) -> CaseGenerator | Cases:
        """The generator of the cases, or the cases themselves if they are fixed.

        The generator sees the reference answers only. Otherwise one student's answers could change
        another student's cases.
        """
        if not callable(self.cases):
            return self.cases
        effects = [
            str(each) if isinstance(each, Mutation) else described(each)
            for several in self._effects.values()
            for each in several
        ]
        make_mutants = partial(question_mutants, self._functions)
        return CaseGenerator(self.cases, self._comparison, make_mutants, effects)

    @cached_property
    def _case_sets(self) -> CaseSets:
        """The case sets, which all students share. No student's answer may change them."""
        generator, compare, solution = self._case_source, self._comparison, self._solution
        functions, others = self._functions, self.others

        def make(seed: int) -> CaseSet:
            cases = generator.draw(seed) if isinstance(generator, CaseGenerator) else generator
            question = compare(cases, definition=solution)
            given = {words: Values(question.cases, each) for words, each in others.items()}
            return CaseSet(cases, question, question_mutants(functions, question.cases), given)

        return CaseSets(make)

    def for_submission(
        self,
        *,
        reference: Reference | None = None,
        accept: Accepted | Callable[[Cases, Any], Accepted] | None = None,
    ) -> Arrays:
        """Copy the check for one student, with results carried forward from earlier answers.

        The copy has the same cases as the check: case generation never uses a student's answers.

        Args:
            reference: The same solution with this student's `carried`; None to keep the check's.
            accept: As in the check; None to keep the check's.

        Returns:
            The copy.
        """
        # Compute the shared properties first, so that every copy has them.
        _ = self._functions, self._solution, self._case_source, self._case_sets
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
        carried = code.by_carried_answers() if code else {}
        case_set = self._case_set(grading)
        cases, question = case_set.cases, case_set.question
        effects = [each.definitions(self._effects) for each in carried.values()]
        # Students rest on their own answers, so explanations with these come first.
        mutants = [mutant for e in effects for mutant in question_mutants(e, question.cases)]
        mutants += case_set.mutants
        accepted: dict[str, Any] = {
            f"right, given {words}": each.definition() for words, each in carried.items()
        }
        accepted |= self.accept(cases, answer) if callable(self.accept) else self.accept

        def compare() -> tuple[list[Entry], Finding | None]:
            """Compare the outcomes so far: the entries, and a refusal if the answer has one."""
            entries = question.entries(outcomes)
            with_formulas = mutants if self.excludes_numerical_differentiation else None
            given = case_set.given
            return entries, _refusal(entries, question.cases, given, with_formulas, points)

        outcomes, again = run_cases(answer, question.cases)
        entries, refused = compare()
        limited = [i for i, case in enumerate(question.cases) if case.seconds is not None]
        if limited and not refused:  # a refused answer needs no slow calls
            for i in limited:
                outcomes[i] = run_limited(answer, question.cases[i])
            entries, refused = compare()
        if refused:
            return Verdict.of_items([refused], points)
        allowed = _accepted_places(entries, question.cases, accepted)
        found = Explanations.of(case_set, entries, allowed, mutants, or_three=self.every_case)
        return self._credited(answer, question, outcomes, again, found, points)

    def _case_set(self, grading: GradingContext) -> CaseSet:
        if not isinstance(self._case_source, CaseGenerator):
            return self._case_sets.of(FIXED)
        seed = grading.case_seed(self.seed)
        if grading.case_review:
            self._case_source.draw(seed, grading.case_review)
        return self._case_sets.of(seed)

    def _credited(
        self,
        answer: Any,
        question: ArrayComparison,
        outcomes: Sequence[Sequence[Outcome]],
        again: Outcome | None,
        found: Explanations,
        points: float,
    ) -> Verdict:
        """Return the verdict on an answer that isn't refused."""
        kinds = kinds_of(self.misconceptions)
        items = items_of(found, points, kinds, every_case=self.every_case)
        remarks, match = [*items.remarks], items.match
        if found.wrong and not found.full_match():
            with_arrays = {entry.place[2] for entry in found.entries if entry.is_there}
            wrong = {p for p in found.wrong if p[2] in with_arrays or not with_arrays}
            if remark := partial_match_remark(answer, question, wrong, outcomes):
                remarks = [Finding.of(SUMMARY, remark)]
        is_right = any(finding.passed for finding in items.items) or bool(match)
        alone = last_call_alone(answer, question.cases, outcomes) if is_right else None
        type_issues = (each.type_issue for each in found.entries if each.is_right)
        impurity = _impurity(question, outcomes, again, alone)
        keys = " + ".join(error.key for error in match.mutant.errors) if match else ""
        assessment = Assessment(
            points,
            tuple(items.items),
            named=items.named,
            summary=items.summary,
            remarks=tuple(remarks),
            withheld=tuple(items.withheld),
            misbehaviour=impurity or next(filter(None, type_issues), None),
            trivial=items.trivial,
        )
        return Verdict.of_assessments(
            [assessment],
            misconception_key=keys if match and match.mutant.earns else "",
            mutant=match.function if match and match.mutant.earns else None,
        )

    def items(self, points: float) -> list[RubricRow]:
        cases = self.cases(np.random.default_rng(0)) if callable(self.cases) else self.cases
        weights = [each.weight for each in cases.values()]
        outputs = self._comparison(cases).outputs
        total = sum(outputs.values())
        named = [name for name in outputs if name]
        if self.every_case or len(cases) == 1:
            if len({*outputs.values()}) == 1:
                item = f"{', '.join(named)}, right in every case" if named else "the value"
                return [RubricRow(item, points / len(outputs), len(outputs))]
            return [
                RubricRow(f"{n}, right in every case", points * w / total)
                for n, w in outputs.items()
            ]
        shares = tuple((name, weight / total) for name, weight in outputs.items()) if named else ()
        counts = Counter(weights)
        redrawn = self.cases(np.random.default_rng(1)) if callable(self.cases) else cases
        rows = []
        for weight, count in counts.items():
            alike = [name for name, each in cases.items() if each.weight == weight]
            item = f"{count} {'cases' if count > 1 else 'case'}"
            # If another seed changes the name of a case, the name contains drawn values, and the
            # rubric can't show it.
            if len(counts) > 1 and all(name in redrawn for name in alike):
                item = "; ".join(alike)
            of_each = points * weight / sum(weights)
            rows.append(RubricRow(item, of_each, count, outputs=shares))
        return rows

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """Return the answer's values in the cases that all submissions share.

        Cases with a time limit of their own are left out.
        """
        is_drawn = isinstance(self._case_source, CaseGenerator)
        seed = grading.common_seed(self.seed) if is_drawn else FIXED
        cases = self._case_sets.of(seed).cases.values()
        unlimited = [case for case in cases if case.seconds is None]
        first = first_calls_of(answer, unlimited, time_limit=DESCRIBED_SECONDS)
        rows = map(with_later_calls, itertools.repeat(answer), unlimited, first)
        return "; ".join(outcome_text(each) for row in rows for each in row)

    @property
    def effect_template(self) -> str:
        return 'assign("name in the reference answer", "what this answer assigns to it")'

    def shown(self, solution: Any) -> Iterator[str]:
        cases = self.cases(np.random.default_rng(0)) if callable(self.cases) else self.cases
        short = [(name, each) for name, each in cases.items() if each.seconds is None]
        for name, each in short[:MAX_SHOWN]:
            with np.errstate(all="ignore"):
                value = next(each.follow(solution))
            yield f"{solution.__name__}, {name}: {summary_of(value)}"


DESCRIBED_SECONDS = 1.0  # for the calls that describe an answer; they affect no mark
MAX_SHOWN, MAX_NUMBERS = 3, 3  # cases shown to an instructor; numbers shown of an array


def summary_of(value: Any) -> str:
    """Describe a value in one line: its first numbers, to four digits, and its array shapes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {summary_of(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return f"({', '.join(map(summary_of, value))})"
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


TINY = 1e-12  # a smaller number is rounding noise


def _impurity(
    question: ArrayComparison,
    outcomes: Sequence[Sequence[Outcome]],
    again: Outcome | None,
    alone: tuple[Outcome, Outcome] | None,
) -> Message | None:
    """Return the message on a side effect; None if the answer is a pure function.

    A pure function changes no argument and doesn't depend on earlier calls.

    Args:
        question: The definition and the cases.
        outcomes: The outcomes of all calls, case by case.
        again: The outcome of a second call of the first case.
        alone: The two outcomes from `last_call_alone`.
    """
    for case, calls in zip(question.cases, outcomes, strict=True):
        if calls and (left := calls[0].arguments_after) is not None:
            arguments = [*zip(question.names, case.arguments, left[0], strict=False)]
            arguments += [(name, value, left[1].get(name)) for name, value in case.keywords.items()]
            for name, before, after in arguments:
                if not same(before, after):
                    return Message("changes-argument", {"name": name})
    calls_once = zip(question.cases, outcomes, strict=True)
    unlimited = ((c, o[0]) for c, o in calls_once if c.seconds is None)
    if not again or not (first_call := next(unlimited, None)) or first_call[1].error is not None:
        return None
    first_case, first = first_call
    rtol = max(RTOL_AGAIN, first_case.rtol or 0.0)  # a search may not repeat every digit
    if again.error is not None or not same(first.value, again.value, rtol=rtol):
        return Message("not-repeatable")
    if alone and (alone[1].error or not same(alone[0].value, alone[1].value, rtol=rtol)):
        return Message("remembers")
    return None


# --- entries that are right although they differ from the definition ------------------------------


def _accepted_places(
    entries: Sequence[Entry], cases: Sequence[Case], accepted: Mapping[str, Any]
) -> dict[Place, str]:
    """Find the entries that are right although they differ from the definition.

    Such an entry agrees with another definition, or follows from other outputs of the same answer,
    since an error in one output costs nothing in the outputs that depend on it.

    Args:
        entries: All entries of the answer.
        cases: The cases.
        accepted: As `accept=` of the check.

    Returns:
        Place -> the message that gives the reason.
    """
    pairs = [(words, each) for words, several in accepted.items() for each in listed(several)]
    others = [(words, Values(cases, d)) for words, d in pairs if not isinstance(d, FromOwn)]
    from_own = [(words, each) for words, each in pairs if isinstance(each, FromOwn)]
    found: dict[Place, str] = {}
    for entry in sorted(entries, key=lambda entry: entry.place):
        if not entry.is_there or entry.is_right:
            continue
        candidates = [(words, values.at(entry)) for words, values in others]
        case, call, output = entry.place
        earlier = [e for e in entries if e.place[:2] == (case, 0) and e.place[2] < output]
        right = sum(e.is_right or e.place in found for e in earlier)
        for words, each in from_own if call == 0 else ():
            if right >= each.right:
                candidates.append((words, _value_from_own(each.definition, entry, earlier)))
        for words, value in candidates:
            has_numbers = value is not None and np.isfinite(value).any()
            if has_numbers and entry.agrees(value, undefined=True):
                found[entry.place] = words
                break
    return found


def _value_from_own(
    definition: Definition, entry: Entry, earlier: Sequence[Entry]
) -> np.ndarray | None:
    """Compute an entry from the answer's earlier outputs; None if nothing follows from them."""
    own = {e.output: e.array[()] for e in earlier if e.is_there}
    try:
        value = next(entry.case.follow(partial(definition, own)))
        return as_numbers(part_of(value, entry.part))
    except Exception:  # the answer's earlier outputs may be anything
        return None


# --- answers that earn nothing -------------------------------------------------------------------


def _refusal(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    given: Mapping[str, Values],
    with_formulas: Sequence[Mutant] | None,
    points: float,
) -> Finding | None:
    """Return the finding on an answer that earns nothing; None if the answer can earn points.

    An answer earns nothing if it fails everywhere for the same reason, or differs nowhere from
    given code or from an earlier answer. It also earns nothing if its numbers reveal an excluded
    method.

    Args:
        entries: The entries of the answer so far.
        cases: The cases.
        given: Name of given code or of an earlier answer -> its values.
        with_formulas: The question's mutants if it excludes numerical differentiation, else None.
        points: The points of the question.
    """
    about = WHOLE
    why: Message | None = None
    is_named = True  # a refusal with a name needs no manual review
    reasons = {e.answer if isinstance(e.answer, Message) else None for e in entries}
    if len(reasons) == 1:
        (why,) = reasons
        is_named = why is None
    if not why and not all(entry.is_right for entry in entries):
        for words, values in given.items():
            if not why and all(entry.agrees(values.at(entry)) for entry in entries):
                why = Message("there-already", {"words": words})
    if not why and with_formulas is not None:
        about, why = Message("the-method"), _excluded_method(entries, cases, with_formulas)
    if why is None:
        return None
    errors = [Diagnosis(why.id, facts=why.facts)] if is_named else []
    return Finding.of(about, why, max_points=points, errors=errors)


def _excluded_method(
    entries: Sequence[Entry], cases: Sequence[Case], mutants: Sequence[Mutant]
) -> Message | None:
    """Return the message on an answer that takes a derivative numerically; None if it doesn't.

    A formula gives about 15 digits, and a difference of function values gives fewer. A formula also
    loses digits if it adds a small number to a denominator or uses rounded numbers, and both show
    in the result. An answer in single precision is refused too, because rounding could hide a
    difference. But if a misconception of the question gives the same digits, the answer used no
    excluded method.

    Args:
        entries: The entries of the answer.
        cases: The cases.
        mutants: The question's mutants. A mutant with the same inexact numbers explains the lost
            digits. A mutant with all the answer's numbers explains the error.
    """
    scales: dict[int, float] = {}
    for entry in entries:
        size = float(np.max(np.abs(entry.expected), initial=0.0))
        scales[entry.place[0]] = max(scales.get(entry.place[0], 0.0), size)

    def is_exactly(entry: Entry, array: np.ndarray | None) -> bool:
        """Check whether an answer is this array, up to the rounding of float64."""
        if array is None or array.shape != entry.array.shape:
            return False
        largest = np.max(np.abs(entry.array - array), initial=0.0)
        return bool(largest <= EXACT * scales[entry.place[0]])

    def is_inexact(entry: Entry) -> bool:
        """Check whether an array is right, or nearly right, but lacks the digits of a formula."""
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
        if any(all(is_exactly(e, mutant.array(e)) for e in inexact) for mutant in mutants):
            return None
        names = [*filter(None, dict.fromkeys(entry.output for entry in inexact))]
        return Message("some-digits-only", {"whose": names or "your numbers"})
    for entry in entries:
        shows = entry.case.shows
        if shows and entry.has_right_shape and shows(entry.answer, entry.expected):
            return Message("method-excluded", {"words": entry.case.telltale})
        if shows and not entry.is_there:
            return Message("method-not-shown", {"where": entry.where})
    wrong = [entry for entry in entries if not entry.is_right]
    places = {entry.place[0] for entry in wrong}
    case = cases[places.pop()] if len(places) == 1 else None
    words = case.telltale if case else ""
    to_explain = [*wrong, *(entry for entry in entries if entry.is_there)]
    if not words or any(all(e.agrees(each.array(e)) for e in to_explain) for each in mutants):
        return None
    return Message("method-excluded", {"words": words})
