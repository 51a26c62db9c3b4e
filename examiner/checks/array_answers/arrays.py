"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A known error that is worth naming is a function
too: what the answer would be if that error were made (`variants`). Many others are recognised
without a line for them (`usual`, `where_right`). What an error costs is in `credit`.

What an excluded method gives earns nothing, nor does what is there already (given code, an earlier
answer). To change the arguments, or to depend on earlier calls, costs a quarter of the points, and
at most one array's share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import Outcome
from ..edits import Reference
from ..tolerances import RTOL_AGAIN
from ..verdict import Finding, Verdict
from .accepted import FromOwn, right_too
from .cases import Case, Definition, handed_on, run, run_limited, same
from .credit import QUARTER, credited
from .drawing import draw
from .entries import Entry, Question
from .explain import Explanations, explain
from .refused import refusal
from .variants import Mistakes, Values, of_question
from .where_right import Asked

Accepted = Mapping[str, Definition | Sequence[Definition] | FromOwn]


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
        (see `edits`), or id -> the function that the error leads to, or several, if there
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
    by_own = reference.by_own() if reference else {}
    right = reference.definition() if reference else oracle
    mistakes = mistakes or {}
    references = [reference, *by_own.values()] if reference else []
    tables = [each.definitions(mistakes) for each in references] or [mistakes]
    drawn = cases
    if callable(cases):
        known = partial(of_question, tables[0])
        drawn = draw(cases, seed, oracle, outputs, float32, known)
    question = Question.of(oracle, drawn, outputs, float32, right)
    named = [each for table in tables for each in of_question(table, question.cases, guesses)]
    ways = {f"right, given {words}": each.definition() for words, each in by_own.items()}
    ways |= (accept(drawn) if callable(accept) else accept) or {}
    there = {words: Values(question.cases, each) for words, each in (others or {}).items()}

    def look() -> tuple[list[Entry], Finding | None]:
        """The entries that there are outcomes of, and why the answer earns nothing at all."""
        entries = question.entries(outcomes)
        by = named if by_formulas else None
        return entries, refusal(entries, question, there, by, points)

    outcomes, again = run(function, question.cases)
    entries, refused = look()
    limited = [i for i, case in enumerate(question.cases) if case.seconds is not None]
    if limited and not refused:  # what earns nothing isn't waited for
        for i in limited:
            outcomes[i] = run_limited(function, question.cases[i])
        entries, refused = look()
    if refused:
        return Verdict.from_findings([refused], points)
    allowed = right_too(entries, question.cases, ways)
    found = explain(question, entries, allowed, named, or_three=every_case)
    shares = [points * each / sum(question.layout.shares) for each in question.layout.shares]
    findings, match = credited(found, points, shares, every_case=every_case)
    if found.wrong and not found.of_all():
        findings = [*_remark(function, question, found, outcomes), *findings]
    earned = sum(finding.points for finding in findings)
    alone = handed_on(function, question.cases, outcomes) if earned else None
    if issue := _impurity(question, outcomes, again, alone):
        lost = min(points * QUARTER, max(shares) if every_case else points, earned)
        findings.append(Finding.of(Says("a-function"), issue, points=-lost))
    known = {}
    if match:
        keys = " + ".join(error.key for error in match.variant.errors)
        known = {"mistake": keys, "mistaken": match.mistaken}
    return Verdict.from_findings(findings, points, **known)


def _remark(
    function: Any,
    question: Question,
    found: Explanations,
    outcomes: Sequence[Sequence[Outcome]],
) -> list[Finding]:
    """Where a wrong answer is right, in a finding without points. One that hangs isn't asked."""
    if any(isinstance(outcome.error, TimeoutError) for each in outcomes for outcome in each):
        return []
    if any(isinstance(outcome.value, (bool, np.bool_)) for each in outcomes for outcome in each):
        return []  # true or false doesn't change with much
    there = {entry.place[2] for entry in found.entries if entry.is_there}
    wrong = {place for place in found.wrong if place[2] in there or not there}
    cases = sorted({place[0] for place in wrong if not question.cases[place[0]].seconds})
    remark = Asked(function, question).where_right(cases, {place[2] for place in wrong})
    return [Finding.of(Says("in-short"), remark)] if remark else []


def _impurity(
    question: Question,
    outcomes: Sequence[Sequence[Outcome]],
    again: Outcome | None,
    alone: tuple[Outcome, Outcome] | None,
) -> Says | None:
    """Impurity: an answer changes its arguments, or depends on earlier calls."""
    for case, calls in zip(question.cases, outcomes, strict=True):
        if calls and (left := calls[0].left) is not None:
            given = [*zip(question.names, case.arguments, left[0], strict=False)]
            given += [(name, value, left[1].get(name)) for name, value in case.keywords.items()]
            for name, before, after in given:
                if not same(before, after):
                    return Says("changes-argument", {"name": name})
    asked = ((c, o[0]) for c, o in zip(question.cases, outcomes, strict=True) if c.seconds is None)
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
