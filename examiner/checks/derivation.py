"""A derivation, checked line by line.

An answer is a list of lines (relation, expression, reason); the relation of the first line means
nothing. Each line is evaluated in many worlds (see `worlds`), which are drawn when the lines are
there, from their text. The first line that does not follow from the one before it in a usual world
ends the chain. The other worlds tell which facts a step uses: it has to hold wherever these are
true. A line that cannot be read is left out, and the step across it is a jump.

Two sides that agree everywhere are no proof, and all lines of a right chain agree. So a step may
use only one fact (a problem can let two go together), and the lines in between have to be written.
Which lines those are is up to the student.

Points: one share for each required fact, one for arriving. A fact's share is half for the lines
(they get past it: what is left to show no longer needs it) and half for the reasons (named by the
steps that use it and by no other). A jump, a step of two facts or across a line left out, keeps
half of each of them; a leap, a step of more than two or of all that the claim needs, keeps nothing
of them, and does not arrive.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..detail import diagnosis
from .calls import describe_value
from .expressions import MAX_LINES
from .steps import CLEAN, JUMP, LEAP, Chain, Line, Step
from .verdict import Finding, Verdict
from .worlds import Problem


def derivation(lines: Any, *, problem: Problem, points: float, seed: str = "") -> Verdict:
    """Mark a derivation: the student's list of (relation, expression, reason).

    The worlds follow from the lines' text and `seed`, so that two gradings are the same. With a
    seed that students don't know they can't find out which worlds their lines meet.
    """
    form = "a list of lines (relation, expression, reason)"
    if type(lines) not in (list, tuple) or not lines:
        return Verdict.nothing("answer", f"expected {form}, not {describe_value(lines)}", points)
    if len(lines) > MAX_LINES:
        return Verdict.nothing("answer", f"{len(lines)} lines; at most {MAX_LINES}", points)
    chain = Chain.along(lines, problem, _random(lines, seed))
    right = chain.line(problem.right)
    share = points / (len(problem.required) + 1)
    findings = [
        *chain.remarks,
        *(finding for step in chain.steps for finding in _of_step(step, chain)),
        *_facts(chain, right, share),
        _arrival(chain, right, share),
    ]
    return Verdict.from_findings(findings, points)


def _random(lines: list | tuple, seed: str) -> np.random.Generator:
    texts = [line[1] for line in lines if type(line) in (list, tuple) and len(line) > 1]
    texts = [text[:10_000] for text in texts if type(text) is str]
    data = "\0".join([seed, *texts]).encode(errors="surrogatepass")
    return np.random.default_rng(int.from_bytes(hashlib.sha256(data).digest()))


# --- findings ------------------------------------------------------------------------------------


def _of_step(step: Step, chain: Chain) -> Iterator[Finding]:
    """What is to be said of a step and its reasons."""
    where, problem = f"line {step.here.number}", chain.problem
    # Who names less has perhaps not merged two steps, but written a line that is true by accident.
    if step.keeps < CLEAN and len(step.uses) > 1 and step.uses <= step.names and step.before.number:
        ways = [pair.what for pair in problem.together if pair.facts == step.uses]
        hint = f", or show {ways[0]} in the line before" if ways else ""
        used = " and ".join(sorted(step.uses))
        message = f"one step uses {used}: put a line in between{hint}"
        yield Finding(where, diagnosis(message, "one step uses too much: put a line in between"))
    for name in sorted(step.uses):
        if step.misses(name):
            shown = chain.without(name, step)
            message = f"the step uses {name} and does not name it: {shown}"
            yield Finding(where, diagnosis(message, "the step uses what it does not name"))
    for name in sorted(step.names):
        if step.overstates(name):
            message = f"the step names {name} and does not use it: it holds without it"
            yield Finding(where, diagnosis(message, "the step names what it does not use"))


def _facts(chain: Chain, right: Line, share: float) -> Iterator[Finding]:
    problem = chain.problem
    claim = problem.claim if problem.claim == "=" else problem.claim[0] + "="
    ahead = chain.rests_on(chain.broken(chain.last, claim, right))[0]
    for fact in problem.required:
        users = [step for step in chain.steps if fact.name in step.uses]
        keeps = min((step.keeps for step in users), default=LEAP)
        named = not any(s.misses(fact.name) or s.overstates(fact.name) for s in chain.steps)
        if not users or fact.name in ahead:
            message, keeps = "your true lines do not get past the place that needs it", LEAP
        elif keeps == LEAP:
            line = next(step.here.number for step in users if step.keeps == LEAP)
            message = f"used by the step to line {line}, which skips too much: put lines in between"
        else:
            message = "used, and named where it is used"
            if not named:
                message = "used, but not named by exactly the steps that use it"
            if keeps == JUMP:
                line = next(step.here.number for step in users if step.keeps == JUMP)
                message += f"; half, because the step to line {line} is a jump"
        earned = share * keeps * (1 if named else 0.5)
        yield Finding(f"{fact.name} ({fact.says})", message, earned, share, earned == share)


def _arrival(chain: Chain, right: Line, share: float) -> Finding:
    problem = chain.problem
    used = {name for step in chain.steps for name in step.uses}
    unused = [fact.name for fact in problem.required if fact.name not in used]
    others = [fact.name for fact in problem.facts if not fact.required]
    unnamed = [name for name in others if any(step.misses(name) for step in chain.steps)]
    earned = 0.0
    if chain.ended or chain.broken(chain.last, "=", right):
        message = "not reached by true lines"
    elif any(step.keeps == LEAP for step in chain.steps):
        message = "reached, but by a step that shows nothing"
    elif unused:
        message = f"reached, but no step uses {' or '.join(unused)}"
    elif problem.claim in ("<", ">") and not chain.strict:
        message = f"reached, but no line has the `{problem.claim}` of the claim"
    elif unnamed:
        message = f"reached; half, because a step uses {unnamed[0]} and does not name it"
        message = diagnosis(message, "reached; half, because a step uses what it does not name")
        earned = share / 2
    else:
        message, earned = "reached", share
    criterion = f"right-hand side, {problem.right}"
    return Finding(criterion, message, earned, share, earned == share)
