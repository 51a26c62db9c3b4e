"""Functions that return arrays, checked against a definition on named cases.

The definition (the oracle) is slow and obvious. A mistake that is worth naming is a function too:
what the answer would be if that mistake were made. Many others are recognised without a line for
them (`resemblance`, `asking`).

What a mistake costs. Where one mistake with a name explains all that is wrong, and the arrays have
the right shapes (which a student sees), the answer earns at least half of the points; where arrays
are marked each on its own, as gradients are, it loses at most the share of one that is wrong: a
slip in one step, which spoils what follows from it, is one slip, and two of them cost two shares.
What an excluded method gives earns nothing, nor does what is there already (given code, an earlier
answer); nor, where no mistake of the problem's text explains it, a constant, or an argument given
back, though it may be right in some cases; nor one output in the place of another. A list in place
of an array costs a quarter of that array's share; to change the arguments, or to depend on earlier
calls, costs a quarter of the points, and at most one array's share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ...detail import diagnosis
from ..calls import Outcome
from ..tolerances import RTOL_AGAIN
from ..verdict import IN_SHORT, WHOLE, Finding, Verdict
from .asking import Question
from .cases import Case, Definition, handed_on, run, run_limited, same
from .entries import Entry, Layout, Place, entries_of
from .exchanged import exchanges
from .excluded import excluded_method
from .explain import Candidate, Explanations
from .forgiven import forgiven, said_once
from .guess import Guess
from .nothing import already_there, nothing_computed
from .resemblance import resemblances
from .slips import Mistakes, Slips, Values

HALF = "half of the points for the values"  # there may be others, for properties and speed
QUARTER = 1 / 4  # what an answer with the right values loses for its manners
Groups = Sequence[tuple[str, Sequence[Entry]]]


def arrays(
    function: Any,
    *,
    oracle: Definition,
    cases: Mapping[str, Case] | Callable[[np.random.Generator], Mapping[str, Case]],
    points: float,
    mistakes: Mistakes | None = None,
    walk: Callable[..., Definition] | None = None,
    accept: Mapping[str, Definition] | None = None,
    others: Mapping[str, Definition] | None = None,
    by_formulas: bool = False,
    outputs: Mapping[str, float] | None = None,
    every_case: bool = False,
    float32: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
) -> Verdict:
    """Whether `function` agrees with `oracle` on each case, with credit case by case.

    oracle: returns an array, a tuple of arrays, or a dict of arrays, and so must the answer.
    cases: name -> case, or a function of a random generator that draws them.
    mistakes: what went wrong -> the function that it leads to, or several, if there are several
        ways to make it; one may raise where the mistake does.
    walk: the definition as a walk in steps that have names: walk() is the definition, walk(step=…)
        the same with that step replaced. A mistake may then be given as the steps that it replaces,
        and where none alone explains what is wrong, two in different steps are tried together.
    accept: what allows it -> another oracle; an array that it explains is right as well.
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
    drawn = cases(np.random.default_rng(seed)) if callable(cases) else cases
    listed = list(drawn.values())
    truth = [list(case.follow(case.oracle or oracle)) for case in listed]
    layout = Layout.of(truth[0][0], outputs)
    slips = Slips(mistakes or {}, listed, walk)
    definitions = [slip.definition for slip in slips.slips]
    right = walk() if walk else oracle
    question = Question(function, right, listed, layout, bool(walk), definitions)
    right_too, there = (
        {label: Values(listed, definition) for label, definition in (found or {}).items()}
        for found in (accept, others)
    )

    def look(before: Explanations | None = None) -> tuple[Explanations, tuple[str, str] | None]:
        """What is wrong in the outcomes that there are and what explains it, or why an answer
        earns nothing at all.
        """
        entries = entries_of(drawn, outcomes, truth, layout, float32)
        found = Explanations(entries, _allowed(entries, right_too))
        refused = _refusal(entries, listed, there, slips if by_formulas else None)
        if before and before.wrong:
            found.add(candidate.guess for candidate in before.candidates)
        elif found.wrong and not refused:
            _search(
                found,
                slips,
                exchanges(question.definition, listed, question.names),
                resemblances(entries, listed, truth, layout, question.names),
            )
        return found, refused

    outcomes, again = run(function, listed, time_limit)
    found, refused = look()
    limited = [i for i, case in enumerate(listed) if case.seconds is not None]
    if limited and not refused and not (every_case and found.is_hopeless):
        for i in limited:
            outcomes[i] = run_limited(function, listed[i], time_limit)
        found, refused = look(found)
    if refused:
        return Verdict.nothing(*refused, points)
    entries, wrong = found.entries, found.wrong
    groups = _groups(entries, every_case)
    total = sum(entry.weight for entry in entries)
    findings = [
        _finding(name, group, points * sum(e.weight for e in group) / total, found)
        for name, group in groups
    ]
    share_of = {i: points * each / sum(layout.shares) for i, each in enumerate(layout.shares)}
    array_share = max(share_of.values()) if every_case else points
    mistake = _forgivable(found)
    if wrong and not (mistake and mistake.guess.definition):
        reasons = nothing_computed(entries, listed, outcomes)
        if {place[2] for place in wrong} <= reasons.keys():
            mistake = None  # a coincidence
    if wrong and not mistake:
        said = [reasons.get(group[0].place[2], "") for _, group in groups]
        findings = [
            f.without_points(why) if why else f for f, why in zip(findings, said, strict=True)
        ]
    if mistake and len(layout.names) > 1 and every_case:
        at_most = max(share_of[place[2]] for place in wrong)
        of_one = "one number's share" if _all_numbers(entries) else "one array's share"
        findings = forgiven(findings, mistake, at_most, of_one)
    elif mistake:
        findings = said_once(forgiven(findings, mistake, points / 2, HALF), mistake)
    elif wrong and not found.of_all():
        findings = [*_remark(question, wrong, outcomes), *findings]
    earned = sum(finding.points for finding in findings)
    alone = handed_on(function, listed, outcomes, time_limit) if earned else None
    if issue := _issue(listed, outcomes, again, alone, question.names):
        lost = min(points * QUARTER, array_share, earned)
        findings.append(Finding("a function of its arguments", issue, -lost))
    known = (
        {"mistake": mistake.guess.label, "mistaken": mistake.guess.definition} if mistake else {}
    )
    return Verdict.from_findings(findings, points, **known)


def _refusal(
    entries: Sequence[Entry],
    cases: Sequence[Case],
    there: Mapping[str, Values],
    by_formulas: Slips | None,
) -> tuple[str, str] | None:
    """Why an answer earns nothing at all: what was looked at, and what is wrong with it.

    by_formulas: where the question excludes numerical differentiation, the mistakes of its text.
    """
    reasons = {entry.answer if isinstance(entry.answer, str) else "" for entry in entries}
    if len(reasons) == 1 and "" not in reasons:
        return WHOLE, reasons.pop()
    if label := already_there(entries, there):
        return WHOLE, diagnosis(label, "it is there already")
    label = excluded_method(entries, cases, by_formulas) if by_formulas else ""
    return ("the method", diagnosis(label)) if label else None


def _search(found: Explanations, slips: Slips, *others: Iterable[Guess]) -> None:
    """Look for what explains all that is wrong: a mistake that has a line in the problem's text,
    two of these, one that needs no line.
    """
    found.add(slips.alone())
    if not found.of_all():
        found.add(slips.in_pairs(found.entries, found.wrong))
    for guesses in others:
        best = found.of_all()
        if not best or not best.is_likely:
            found.add(guesses)


def _forgivable(found: Explanations) -> Candidate | None:
    """The mistake that explains all that is wrong in an answer that has the right shapes, and is no
    constant. It may raise in less than half of the points, where the mistake does.
    """
    mistake = found.of_all()
    if not mistake or not mistake.guess.earns:
        return None
    wrong = [entry for entry in found.entries if entry.place in found.wrong]
    unshaped = [entry for entry in wrong if not entry.has_right_shape]
    raise_too = all(isinstance(e.answer, str) and mistake.guess.array(e) is None for e in unshaped)
    few = 2 * sum(e.weight for e in unshaped) < sum(e.weight for e in found.entries)
    return mistake if raise_too and few else None


def _all_numbers(entries: Sequence[Entry]) -> bool:
    return all(entry.expected.ndim == 0 for entry in entries)


def _groups(entries: Sequence[Entry], every_case: bool) -> Groups:
    """The entries that earn their points together, by what is said to be looked at."""
    if not every_case:
        return [(entry.criterion, [entry]) for entry in entries]
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.output, []).append(entry)
    return list(groups.items())


def _allowed(entries: Sequence[Entry], others: Mapping[str, Values]) -> dict[Place, str]:
    """The entries that differ from the definition and are right all the same, and why."""
    found = {}
    for entry in entries:
        if not isinstance(entry.answer, str) and not entry.is_right:
            label = next(
                (la for la, values in others.items() if entry.follows_from(values.at(entry))), ""
            )
            if label:
                found[entry.place] = label
    return found


def _finding(
    name: str,
    group: Sequence[Entry],
    share: float,
    found: Explanations,
) -> Finding:
    """What is said of entries that earn their points together."""
    wrong = [entry for entry in group if entry.place in found.wrong]
    if not wrong:
        issue = next(filter(None, (entry.issue_of_type for entry in group)), "")
        if issue:
            return Finding(name, f"right, but {issue}", share * (1 - QUARTER), share)
        why = next((found.allowed[e.place] for e in group if e.place in found.allowed), "right")
        return Finding(name, why, share, share, passed=True)
    candidate = found.of_group({e.place for e in group})
    details = [entry.what_differs(named=bool(candidate)) for entry in wrong]
    everywhere = len(wrong) == len(group) and len(set(details)) == 1
    detail = details[0] if everywhere else f"{wrong[0].where}: {details[0]}"
    outputs = {entry.place[2] for entry in group}
    label = candidate.guess.label_for(outputs) if candidate else ""
    named = diagnosis(f"{label}: ") if label else ""
    return Finding(name, f"{named}{detail}", 0.0, share, mistake=label)


def _remark(
    question: Question, wrong: set[Place], outcomes: Sequence[Sequence[Outcome]]
) -> list[Finding]:
    """Where a wrong answer is right, in a finding without points. One that hangs isn't asked."""
    if any(isinstance(outcome.error, TimeoutError) for each in outcomes for outcome in each):
        return []
    if any(isinstance(outcome.value, (bool, np.bool_)) for each in outcomes for outcome in each):
        return []  # true or false doesn't change with much
    cases = sorted({place[0] for place in wrong if not question.cases[place[0]].seconds})
    remark = question.where_right(cases, {place[2] for place in wrong})
    return [Finding(IN_SHORT, diagnosis(remark))] if remark else []


def _issue(
    cases: Sequence[Case],
    outcomes: Sequence[Sequence[Outcome]],
    again: Outcome | None,
    alone: tuple[Outcome, Outcome] | None,
    names: Sequence[str],
) -> str:
    """What an answer does that no function of its arguments does."""
    for case, calls in zip(cases, outcomes, strict=True):
        if not calls or (first := calls[0]).left is None:
            continue
        for name, before, after in zip(names, case.arguments, first.left[0], strict=False):
            if not same(before, after):
                return f"it changes its argument {name} in place"
        for name, before in case.keywords.items():
            if not same(before, first.left[1].get(name)):
                return f"it changes its argument {name} in place"
    asked = ((c, o[0]) for c, o in zip(cases, outcomes, strict=True) if c.seconds is None)
    usual, first = next(asked, (None, None))
    if not again or not first or first.error is not None:
        return ""
    rtol = max(RTOL_AGAIN, usual.rtol or 0.0)  # a search need not end at the same digit
    out_of_time = isinstance(again.error, TimeoutError)  # all others were in time: a busy machine
    differs = again.error is not None or not same(first.value, again.value, rtol=rtol)
    if differs and not out_of_time:
        return "called again with the same arguments it returns something else"
    if alone and (alone[1].error or not same(alone[0].value, alone[1].value, rtol=rtol)):
        return "it remembers earlier calls: all it may know of them is in its arguments"
    return ""
