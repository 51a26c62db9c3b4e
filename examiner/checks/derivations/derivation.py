"""A derivation, checked line by line.

An answer is a list of lines (relation, expression, reason); the relation of the first line means
nothing. Each line is evaluated in many worlds (see `worlds`), which are drawn when the lines are
there, from their text. A line that does not follow from the one before it in a usual world is
false. The other worlds tell which facts a step uses: it has to hold wherever these are true. A line
that cannot be read is left out, and the step across it is a jump.

The first false line is left out, too, if the next line follows from the one above it: then no more
is earned than without it. Else it ends the chain. A chain with a false line may be a proof of a
special case of the claim (without biases, say): an assumption was made where the line is false, and
what follows from it follows. So nothing is earned by a false line that begs the question.

Two sides that agree everywhere are no proof, and all lines of a right chain agree. So a step may
use only one fact (a problem can let two go together), and the lines in between have to be written.
Which lines those are is up to the student.

Points: one share for each required fact, one for arriving. A fact's share is half for the lines
(they get past it: what is left to show no longer needs it) and half for the reasons (named by the
steps that use it and by no other). A jump, a step of two facts or across a line left out, keeps
half of each of them; a leap, a step of more than two or of all that the claim needs, keeps nothing
of them, and does not arrive. Nor does a chain with a false line; a step below it, or one that holds
in the special case only, earns half of the rest. A fact that a jump uses has to appear somewhere,
in a line of its own or by its name: whoever drops it without a word does not arrive.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...findings.known_error import Says
from ..calls import shorten, value_said
from ..verdict import Finding, Verdict
from .expressions import MAX_LINES
from .lines import BELOW_A_FALSE_LINE, CLEAN, JUMP, LEAP, Step
from .steps import Chain
from .worlds import Fact, Problem


def derivation(lines: Any, *, problem: Problem, points: float, seed: str = "") -> Verdict:
    """Mark a derivation: the student's list of (relation, expression, reason).

    The worlds follow from the lines' text and `seed`, so that two gradings are the same. With a
    seed that students don't know they can't find out which worlds their lines meet.
    """
    if type(lines) not in (list, tuple) or not lines:
        return _nothing(Says("no-derivation", {"value": value_said(lines)}), points)
    if len(lines) > MAX_LINES:
        facts = {"count": len(lines), "most": MAX_LINES}
        return _nothing(Says("too-many-lines", facts), points)
    worlds = problem.draw(_random(lines, seed))
    chain = Chain.along(lines, problem, worlds)
    verdict = _verdict(chain, points)
    if chain.false_line:
        for words, case in problem.special.items():
            there = [world for world in map(case, worlds) if world is not None]
            special = Chain.along(lines, problem, there)
            if not special.false_line and not special.ended and special.reaches_the_end:
                another = _of_special_case(chain, special, words, points)
                verdict = max(verdict, another, key=lambda each: each.points)
    return verdict


def _nothing(said: Says, points: float) -> Verdict:
    return Verdict.from_findings([Finding.of("answer", said, max_points=points)], points)


def _verdict(chain: Chain, points: float) -> Verdict:
    share = points / (len(chain.problem.required) + 1)
    findings = [
        *chain.remarks,
        *_of_steps(chain),
        *_facts(chain, share),
    ]
    return Verdict.from_findings(findings, points)


def _of_special_case(chain: Chain, special: Chain, words: str, points: float) -> Verdict:
    """The verdict on lines of which one is true in a special case only, and that prove the claim
    there.
    """
    share = points / (len(chain.problem.required) + 1)
    special.steps = [
        step if _holds_always(step, chain) else replace(step, part=BELOW_A_FALSE_LINE)
        for step in special.steps
    ]
    remark = Finding.of(_line(chain.false_line), Says("proof-of-special-case", {"case": words}))
    arrival = Finding.of(_goal(chain), Says("reached-for", {"case": words}), max_points=share)
    findings = [*chain.remarks, remark, *_of_steps(special)]
    findings += [_fact(fact, special, share, words) for fact in chain.problem.required]
    return Verdict.from_findings([*findings, arrival], points)


def _holds_always(step: Step, chain: Chain) -> bool:
    """Whether a step that is true in a special case is true without it."""
    lines = [chain.line(ast.unparse(line.tree)) for line in (step.before, step.here)]
    return not chain.is_false(chain.broken(lines[0], "=", lines[1]))


def _random(lines: list | tuple, seed: str) -> np.random.Generator:
    texts = [line[1] for line in lines if type(line) in (list, tuple) and len(line) > 1]
    texts = [text[:10_000] for text in texts if type(text) is str]
    data = "\0".join([seed, *texts]).encode(errors="surrogatepass")
    return np.random.default_rng(int.from_bytes(hashlib.sha256(data).digest()))


# --- findings ------------------------------------------------------------------------------------


def _of_steps(chain: Chain) -> Iterator[Finding]:
    """What is to be said of the steps and their reasons."""
    exchanged = list(_exchanged_reasons(chain.steps))
    for first, second, facts in exchanged:
        numbers = _numbers([first, second])
        said = Says("reasons-exchanged", {"numbers": numbers, "facts": facts})
        yield Finding.of(Says("lines", {"numbers": numbers}), said)
    said = {
        (step.here.number, name) for *pair, names in exchanged for step in pair for name in names
    }
    for step in chain.steps:
        yield from _of_step(step, chain, {name for at, name in said if at == step.here.number})


def _exchanged_reasons(steps: Sequence[Step]) -> Iterator[tuple[Step, Step, tuple[str, str]]]:
    """Two steps that name one another's fact, and the facts that they use."""
    for first, second in itertools.combinations(steps, 2):
        for a, b in itertools.product(sorted(first.uses), sorted(second.uses)):
            theirs = first.misses(a) and first.overstates(b)
            if theirs and second.misses(b) and second.overstates(a):
                yield first, second, (a, b)


def _of_step(step: Step, chain: Chain, said: set[str]) -> Iterator[Finding]:
    """What is to be said of a step and its reasons, of which some was said."""
    where, problem = _line(step.here.number), chain.problem
    if chain.false_line in step.across:  # a step that the student didn't make
        return
    # Who names less has perhaps not merged two steps, but written a line that is true by accident.
    if step.keeps < CLEAN and len(step.uses) > 1 and step.uses <= step.names and step.before.number:
        facts = {"facts": sorted(step.uses), "way": problem.way_to_show(step.uses)}
        yield Finding.of(where, Says("two-facts-at-once", facts))
    says = {fact.name: fact.says for fact in problem.facts}
    for name in sorted(step.uses - said):
        if step.misses(name):
            facts = {"fact": name, "says": says[name], "without": chain.without(name, step)}
            yield Finding.of(where, Says("fact-not-named", facts))
    for name in sorted(step.names - said):
        if step.overstates(name):
            yield Finding.of(where, Says("fact-not-used", {"fact": name}))


def _facts(chain: Chain, share: float) -> Iterator[Finding]:
    """A finding for each fact that is used and one for arriving; one for all that isn't reached."""
    facts, ahead = chain.problem.required, chain.ahead
    used = [f for f in facts if any(f.name in step.uses for step in chain.steps)]
    yield from (_fact(fact, chain, share) for fact in used if fact.name not in ahead)
    for fact in used:
        if fact.name in ahead:
            numbers = _numbers(step for step in chain.steps if fact.name in step.uses)
            said = Says("still-needed", {"numbers": numbers, "below": chain.last.number})
            yield Finding.of(_name(fact), said, max_points=share)
    if chain.reaches_the_end:
        yield from (_fact(fact, chain, share) for fact in facts if fact not in used)
        yield _arrival(chain, share)
        return
    missing = [fact.name for fact in facts if fact not in used]
    about = ", ".join([*missing, _goal(chain)])
    yield Finding.of(about, _why_not_reached(chain), max_points=share * (len(missing) + 1))


def _why_not_reached(chain: Chain) -> Says:
    if number := chain.stopped or chain.false_line:
        is_false, is_last = number == chain.false_line, number == chain.count
        facts = {"number": number, "is_false": is_false, "is_last": is_last}
        return Says("stopped-at", facts)
    if chain.ended or not chain.last.number:
        return Says("no-line-reaches-the-end")
    return Says("end-is-not-the-goal", {"last": shorten(ast.unparse(chain.last.tree), 60)})


def _fact(fact: Fact, chain: Chain, share: float, case: str = "") -> Finding:
    """What a fact earns that is used, if at all, and no longer needed. case: the special one."""
    users = [step for step in chain.steps if fact.name in step.uses]
    if not users:
        said = Says("not-needed-for", {"case": case}) if case else Says("used-by-no-step")
        return Finding.of(_name(fact), said, max_points=share)
    keeps = min(step.keeps for step in users)
    if keeps == LEAP:
        line = next(step.here.number for step in users if step.keeps == LEAP)
        return Finding.of(_name(fact), Says("used-by-leap", {"number": line}), max_points=share)
    unnamed = [step for step in users if step.misses(fact.name)]
    elsewhere = [step for step in chain.steps if step.overstates(fact.name)]
    said = [Says("used-and-named")]
    if unnamed or elsewhere:
        lines = {"used": users, "unnamed": unnamed, "elsewhere": elsewhere}
        lines = {name: _numbers(steps) for name, steps in lines.items()}
        said = [Says("named-elsewhere", lines)]
    part = min(step.part for step in users)
    jump = next((step for step in users if step.keeps == JUMP), None)
    if jump:
        said.append(_why_a_jump(jump, chain))
    if part < 1 and not (jump and chain.false_line in jump.across):
        below = Says("half-below-false-line", {"false_line": chain.false_line})
        said.append(Says("half-in-special-case", {"case": case}) if case else below)
    earned = share * keeps * part * (0.5 if unnamed or elsewhere else 1)
    return _earned(_name(fact), said, earned, share)


def _why_a_jump(step: Step, chain: Chain) -> Says:
    number = step.here.number
    if chain.false_line in step.across:
        facts = {"number": number, "false_line": chain.false_line}
        return Says("quarter-across-false-line", facts)
    if len(step.uses) < 2:
        return Says("half-across-lines", {"numbers": step.across})
    way = chain.problem.way_to_show(step.uses)
    return Says("half-by-jump", {"number": number, "facts": sorted(step.uses), "way": way})


def _numbers(steps: Iterable[Step]) -> list[int]:
    return list(dict.fromkeys(step.here.number for step in steps))


def _line(number: int) -> Says:
    return Says("line", {"number": number})


def _name(fact: Fact) -> str:
    return f"{fact.name} ({fact.says})"


def _goal(chain: Chain) -> str:
    return f"right-hand side, {chain.problem.right}"


def _earned(about: str, said: Iterable[Says], earned: float, share: float) -> Finding:
    return Finding.of(about, *said, points=earned, max_points=share, passed=earned == share)


def _arrival(chain: Chain, share: float) -> Finding:
    """Of a chain whose lines go up to the right-hand side."""
    problem = chain.problem
    used = {name for step in chain.steps for name in step.uses}
    unused = [fact.name for fact in problem.required if fact.name not in used]
    others = [fact.name for fact in problem.facts if not fact.required]
    unnamed = [name for name in others if any(step.misses(name) for step in chain.steps)]
    reason = None
    if chain.false_line:
        reason = Says("across-false-line", {"false_line": chain.false_line})
    elif any(step.keeps == LEAP for step in chain.steps):
        reason = Says("by-leap")
    elif unused:
        reason = Says("facts-unused", {"facts": unused})
    elif nowhere := _nowhere(chain):
        reason = Says("facts-appear-nowhere", {"facts": nowhere})
    if reason:
        return _earned(_goal(chain), [Says("reached"), Says("but", {"reason": reason})], 0.0, share)
    if unnamed:
        said = [Says("reached"), Says("half-since-unnamed", {"fact": unnamed[0]})]
        return _earned(_goal(chain), said, share / 2, share)
    return _earned(_goal(chain), [Says("reached")], share, share)


def _nowhere(chain: Chain) -> list[str]:
    """The facts of jumps that name none of theirs, if no line of its own and no name shows them."""
    shown = set[str]()
    for step in chain.steps:
        shown |= step.names | (step.uses if step.keeps == CLEAN else set())
    jumps = (
        step.uses
        for step in chain.steps
        if step.keeps == JUMP and len(step.uses) > 1 and not step.uses & step.names
    )
    return sorted(set().union(*jumps) - shown)
