"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A known error that is worth naming is a function
too: what the answer would be if that error were made (`variants`). Many others are recognised
without a line for them (`usual`, `where_right`).

What an error costs. Where one known error explains all that is wrong, and the arrays have the right
shapes (which a student sees), the answer earns at least half of the points; where arrays are marked
each on its own, as gradients are, it loses at most the share of one that is wrong: a slip in one
step, which spoils what follows from it, is one slip, and two or three cost as many shares. What an
excluded method gives earns nothing, nor does what is there already (given code, an earlier answer);
nor, where no error that the question names explains it, a constant, or an argument given back,
though it may be right in some cases; nor one output in the place of another. A list in place of an
array costs a quarter of that array's share; to change the arguments, or to depend on earlier calls,
costs a quarter of the points, and at most one array's share.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import Outcome
from ..edits.reference import Reference
from ..tolerances import RTOL_AGAIN
from ..verdict import Finding, Verdict
from .cases import Case, Definition, handed_on, run, run_limited, same
from .drawing import draw
from .entries import Entry, Layout, Place, entries_of
from .excluded import excluded_method
from .explain import Explanations, charged, said_once
from .nothing import already_there, nothing_computed
from .own_outputs import FromOwn, following
from .usual import exchanges, usual
from .variants import Mistakes, Values, Variant, in_pairs, of_question
from .where_right import Asked

Accepted = Mapping[str, Definition | Sequence[Definition] | FromOwn]
HALF = 1 / 2  # what a named mistake that explains all that is wrong costs at most
QUARTER = 1 / 4  # what an answer with the right values loses for its manners


def arrays(
    function: Any,
    *,
    oracle: Definition,
    cases: Mapping[str, Case] | Callable[[np.random.Generator], Mapping[str, Case]],
    points: float,
    mistakes: Mistakes | None = None,
    guesses: Collection[str] = (),
    reference: Reference | None = None,
    accept: Accepted | Callable[[Mapping[str, Case]], Accepted] | None = None,
    others: Mapping[str, Definition] | None = None,
    by_formulas: bool = False,
    outputs: Mapping[str, float] | None = None,
    every_case: bool = False,
    float32: bool = False,
    seed: int = 0,
) -> Verdict:
    """The verdict on whether `function` agrees with `oracle` on each case, with credit for each.

    oracle: returns an array of any shape, a tuple of arrays, or a dict of arrays, and so must the
        answer.
    cases: name -> case, or a function of a random generator that draws them, as many each time;
        what is drawn shows the known errors that it can (see `drawing`).
    mistakes: known errors: in a marking file a table of edits of the reference, `id: words :: edit`
        (see `edits.reference`), or id -> the function that the error leads to, or several, if there
        are several ways to make it; one may raise where the error does.
    guesses: the ids of those mistakes whose answer knows nothing of what is asked, such as one
        state in the place of two merged ones: they are named, and leave no half of the points.
    reference: a right answer as text, of which errors are edits. Where it has own answers of the
        student's, what follows from these is right as well, and so are its errors known.
    accept: what allows it -> another oracle, or several, or what follows from the answer's own
        outputs (`FromOwn`); an array that it explains is right as well. Or a function of the cases
        that gives these.
    others: what is given, or answers an earlier question -> the definition. What differs from it
        nowhere answers nothing.
    by_formulas: whether the question excludes numerical differentiation. An answer that has no more
        digits than differences of function values earns nothing, nor one that only a case with a
        `telltale` shows to be wrong.
    outputs: for a tuple, the name of each array -> its share of the points; for a dict, the key of
        each array -> its share (default: the oracle's keys, equal shares).
    every_case: whether an output earns its share by being right in every case, and nothing else.
    float32: whether an answer in single precision is checked to single precision.
    """
    by_own = reference.by_own() if reference is not None else {}
    given = [each.definitions(mistakes or {}) for each in by_own.values()]
    if reference is not None:
        mistakes = reference.definitions(mistakes or {})
    drawn = cases
    if callable(cases):
        known = partial(of_question, mistakes)
        drawn = draw(cases, seed, oracle, outputs, float32, known)
    listed = list(drawn.values())
    truth = [list(case.follow(case.oracle or oracle)) for case in listed]
    layout = Layout.of(truth[0][0], outputs)
    named = [each for ways in (mistakes, *given) for each in of_question(ways, listed, guesses)]
    right = reference.definition() if reference else oracle
    names = _names_of(right, max(len(case.arguments) for case in listed))
    accepted = {f"right, given {words}": each.definition() for words, each in by_own.items()}
    accepted |= (accept(drawn) if callable(accept) else accept) or {}
    rules = {words: each for words, each in accepted.items() if isinstance(each, FromOwn)}
    right_too = [
        (words, Values(listed, way))
        for words, ways in accepted.items()
        if words not in rules
        for way in ((ways,) if callable(ways) else ways)
    ]
    there = {words: Values(listed, each) for words, each in (others or {}).items()}

    def look(before: Explanations | None = None) -> tuple[Explanations, Finding | None]:
        """What is wrong in the outcomes that there are and what explains it, or why an answer
        earns nothing at all.
        """
        entries = entries_of(drawn, outcomes, truth, layout, float32)
        allowed = following(entries, rules, _allowed(entries, right_too))
        found = Explanations(entries, allowed)
        refused = _refusal(entries, listed, there, named if by_formulas else None, points)
        if before and before.wrong:
            found.add(match.variant for match in before.matches)
        elif found.wrong and not refused:
            found.add(named)
            constant = nothing_computed(entries, listed).keys()
            if not found.of_all() and not {place[2] for place in found.wrong} <= constant:
                wrong = found.wrong
                found.add(in_pairs(named, listed, entries, wrong, or_three=every_case))
            for variants in (
                exchanges(right, listed, names),
                usual(right, entries, listed, truth, layout, names),
            ):
                best = found.of_all()
                if not best or not best.is_likely:
                    found.add(variants)
        return found, refused

    outcomes, again = run(function, listed)
    found, refused = look()
    limited = [i for i, case in enumerate(listed) if case.seconds is not None]
    if limited and not refused and not (every_case and found.is_hopeless):
        for i in limited:
            outcomes[i] = run_limited(function, listed[i])
        found, refused = look(found)
    if refused:
        return Verdict.from_findings([refused], points)
    entries, wrong = found.entries, found.wrong
    total = sum(entry.weight for entry in entries)
    groups = _groups(entries, every_case)
    findings = [
        _finding(name, group, points * sum(e.weight for e in group) / total, found)
        for name, group in groups.items()
    ]
    match = found.forgivable()
    if wrong and not (match and match.variant.by_question):
        reasons = nothing_computed(entries, listed)
        if {place[2] for place in wrong} <= reasons.keys():
            match = None  # a coincidence
        if not match:
            computed = [reasons.get(group[0].place[2]) for group in groups.values()]
            findings = [
                finding.without_points(why) if why else finding
                for finding, why in zip(findings, computed, strict=True)
            ]
    readings = found.readings(match) if match else []
    shares = [points * each / sum(layout.shares) for each in layout.shares]
    if match and len(shares) > 1 and every_case:
        of_what = "array" if any(entry.expected.ndim for entry in entries) else "number"
        at_most = len(match.variant.errors) * max(shares[place[2]] for place in wrong)
        findings = charged(findings, readings, at_most, of_what)
    elif match:
        findings = charged(findings, readings, points * _cost(match.variant, groups), "values")
        findings = said_once(findings, readings)
    elif guess := found.of_all():
        findings = said_once(findings, found.readings(guess))
    elif wrong:
        asked = Asked(function, right, listed, layout, names)
        there = {entry.place[2] for entry in entries if entry.is_there}
        shown = {place for place in wrong if place[2] in there or not there}
        findings = [*_remark(asked, shown, outcomes), *findings]
    earned = sum(finding.points for finding in findings)
    alone = handed_on(function, listed, outcomes) if earned else None
    if issue := _impurity(listed, outcomes, again, alone, names):
        lost = min(points * QUARTER, max(shares) if every_case else points, earned)
        findings.append(Finding.of(Says("a-function"), issue, points=-lost))
    known = {}
    if match:
        keys = " + ".join(error.key for error in match.variant.errors)
        known = {"mistake": keys, "mistaken": match.mistaken}
    return Verdict.from_findings(findings, points, **known)


def _names_of(definition: Definition, count: int) -> list[str]:
    """The names of a definition's arguments; "argument 1", … where it doesn't say."""
    parameters = list(inspect.signature(definition).parameters.values())
    named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return [named[i] if i < len(named) else f"argument {i + 1}" for i in range(count)]


def _refusal(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    there: Mapping[str, Values],
    by_formulas: Sequence[Variant] | None,
    points: float,
) -> Finding | None:
    """Why an answer earns nothing at all.

    by_formulas: where the question excludes numerical differentiation, the variants that it names.
    """
    about, why = Says("whole"), None
    reasons = {None if entry.is_there else entry.answer for entry in entries}
    if len(reasons) == 1:
        (why,) = reasons
    why = why or already_there(entries, there)
    if not why and by_formulas is not None:
        about, why = Says("the-method"), excluded_method(entries, cases, by_formulas)
    return Finding.of(about, why, max_points=points) if why else None


def _groups(entries: Sequence[Entry], every_case: bool) -> dict[str, list[Entry]]:
    """The entries that earn their points together, by what is said to be looked at."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.output if every_case else entry.name, []).append(entry)
    return groups


def _cost(variant: Variant, groups: Mapping[str, Sequence[Entry]]) -> float:
    """What errors that explain all that is wrong cost at most, as a share of the points: one of
    them half; of several each what it costs alone, of what the others leave.
    """
    if len(variant.errors) == 1:
        return HALF
    total = sum(entry.weight for group in groups.values() for entry in group)
    left = 1.0
    for places in variant.changed:
        lost = [group for group in groups.values() if any(e.place in places for e in group)]
        left *= 1 - min(HALF, sum(e.weight for group in lost for e in group) / total)
    return 1 - left


def _allowed(entries: Sequence[Entry], others: Sequence[tuple[str, Values]]) -> dict[Place, str]:
    """The entries that differ from the definition and are right all the same, and why."""
    found: dict[Place, str] = {}
    for words, values in others:
        for entry in entries:
            other = None if entry.is_right or not entry.is_there else values.at(entry)
            numbers = other is not None and np.isfinite(other).any()
            if numbers and entry.agrees(other, undefined=True):
                found.setdefault(entry.place, words)
    return found


def _finding(name: str, group: Sequence[Entry], share: float, found: Explanations) -> Finding:
    """What is said of entries that earn their points together."""
    wrong = [entry for entry in group if entry.place in found.wrong]
    if not wrong:
        if issue := next(filter(None, (entry.issue_of_type for entry in group)), None):
            return Finding.of(name, issue, points=share * (1 - QUARTER), max_points=share)
        why = next((found.allowed[e.place] for e in group if e.place in found.allowed), "")
        says = Says("authored", {"words": why}) if why else Says("value-right")
        return Finding.of(name, says, points=share, max_points=share, passed=True)
    match = found.of_group({entry.place for entry in group})
    outputs = {entry.place[2] for entry in group}
    readings = [list(errors) for errors in found.readings(match, outputs)] if match else []
    details = [entry.what_differs(named=bool(match)) for entry in wrong]
    everywhere = len(wrong) == len(group) and all(each == details[0] for each in details)
    where = "" if everywhere else wrong[0].where
    facts = {"what": details[0], "readings": readings, "where": where}
    return Finding.of(
        name, Says("array-wrong", facts), max_points=share, errors=(readings or [()])[0]
    )


def _remark(
    asked: Asked, wrong: set[Place], outcomes: Sequence[Sequence[Outcome]]
) -> list[Finding]:
    """Where a wrong answer is right, in a finding without points. One that hangs isn't asked."""
    if any(isinstance(outcome.error, TimeoutError) for each in outcomes for outcome in each):
        return []
    if any(isinstance(outcome.value, (bool, np.bool_)) for each in outcomes for outcome in each):
        return []  # true or false doesn't change with much
    cases = sorted({place[0] for place in wrong if not asked.cases[place[0]].seconds})
    remark = asked.where_right(cases, {place[2] for place in wrong})
    return [Finding.of(Says("in-short"), remark)] if remark else []


def _impurity(
    cases: Sequence[Case],
    outcomes: Sequence[Sequence[Outcome]],
    again: Outcome | None,
    alone: tuple[Outcome, Outcome] | None,
    names: Sequence[str],
) -> Says | None:
    """Impurity: an answer changes its arguments, or depends on earlier calls."""
    for case, calls in zip(cases, outcomes, strict=True):
        if calls and (left := calls[0].left) is not None:
            given = [*zip(names, case.arguments, left[0], strict=False)]
            given += [(name, value, left[1].get(name)) for name, value in case.keywords.items()]
            for name, before, after in given:
                if not same(before, after):
                    return Says("changes-argument", {"name": name})
    asked = ((c, o[0]) for c, o in zip(cases, outcomes, strict=True) if c.seconds is None)
    usual_case, first = next(asked, (None, None))
    if not again or not first or first.error is not None:
        return None
    rtol = max(RTOL_AGAIN, usual_case.rtol or 0.0)  # a search need not end at the same digit
    out_of_time = isinstance(again.error, TimeoutError)  # all others were in time: a busy machine
    differs = again.error is not None or not same(first.value, again.value, rtol=rtol)
    if differs and not out_of_time:
        return Says("not-repeatable")
    if alone and (alone[1].error or not same(alone[0].value, alone[1].value, rtol=rtol)):
        return Says("remembers")
    return None
