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

from ...detail import diagnosis
from ..calls import describe_value, shorten
from ..verdict import Finding, Verdict
from .expressions import MAX_LINES
from .lines import BELOW_A_FALSE_LINE, CLEAN, JUMP, LEAP, Line, Step
from .steps import Chain
from .worlds import Fact, Problem


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
    message = f"what follows from it follows: your lines are a proof for {words}"
    remark = Finding(f"line {chain.false_line}", diagnosis(message))
    arrival = Finding(_criterion(chain), f"reached for {words} only", 0.0, share)
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
    for first, second, (a, b) in exchanged:
        lines = f"lines {first.here.number} and {second.here.number}"
        message = f"their reasons have changed places: line {first.here.number} uses {a}, "
        message += f"line {second.here.number} {b}"
        yield Finding(lines, diagnosis(message, "the reasons of these steps are not theirs"))
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
    where, problem = f"line {step.here.number}", chain.problem
    if chain.false_line in step.across:  # a step that the student didn't make
        return
    # Who names less has perhaps not merged two steps, but written a line that is true by accident.
    if step.keeps < CLEAN and len(step.uses) > 1 and step.uses <= step.names and step.before.number:
        ways = [pair.what for pair in problem.together if pair.facts == step.uses]
        hint = f", or show {ways[0]} in the line before" if ways else ""
        used = " and ".join(sorted(step.uses))
        message = f"one step uses {used}: put a line in between{hint}"
        yield Finding(where, diagnosis(message, "one step uses too much: put a line in between"))
    says = {fact.name: fact.says for fact in problem.facts}
    for name in sorted(step.uses - said):
        if step.misses(name):
            message = f"the step uses {name} and does not name it"
            message += f": {says[name] or 'it'} is needed; without it, {chain.without(name, step)}"
            yield Finding(where, diagnosis(message, "the step uses what it does not name"))
    for name in sorted(step.names - said):
        if step.overstates(name):
            message = f"the step names {name} and does not use it: it holds without it"
            yield Finding(where, diagnosis(message, "the step names what it does not use"))


def _facts(chain: Chain, share: float) -> Iterator[Finding]:
    """A finding for each fact that is used and one for arriving; one for all that isn't reached."""
    facts, ahead = chain.problem.required, chain.ahead
    used = [f for f in facts if any(f.name in step.uses for step in chain.steps)]
    done = [fact for fact in used if fact.name not in ahead]
    yield from (_fact(fact, chain, share) for fact in done)
    for fact in used:
        if fact.name in ahead:
            lines = _lines(step for step in chain.steps if fact.name in step.uses)
            message = f"used in {lines}, and still needed below {_line(chain.last)}: no points yet"
            yield Finding(f"{fact.name} ({fact.says})", message, 0.0, share)
    if chain.reaches_the_end:
        yield from (_fact(fact, chain, share) for fact in facts if fact not in used)
        yield _arrival(chain, share)
        return
    missing = [fact.name for fact in facts if fact not in used]
    most = share * (len(missing) + 1)
    yield Finding(", ".join([*missing, _criterion(chain)]), _why_not_reached(chain), 0.0, most)


def _why_not_reached(chain: Chain) -> str:
    if number := chain.stopped or chain.false_line:
        what = "false line" if number == chain.false_line else "line"
        if number == chain.count:
            return f"not reached: the derivation ends with the {what} {number}"
        return f"not reached: lines after the {what} {number} are not looked at"
    last = shorten(ast.unparse(chain.last.tree), 60)
    if chain.ended or not chain.last.number:
        return "not reached by lines that can be read"
    return f"not reached yet: all your lines are true, and the last, {last}, is not the goal"


def _fact(fact: Fact, chain: Chain, share: float, case: str = "") -> Finding:
    """What a fact earns that is used, if at all, and no longer needed. case: the special one."""
    criterion = f"{fact.name} ({fact.says})"
    users = [step for step in chain.steps if fact.name in step.uses]
    if not users:
        message = f"not needed for {case}, and so not shown" if case else "no step uses it"
        return Finding(criterion, message, 0.0, share)
    keeps = min(step.keeps for step in users)
    if keeps == LEAP:
        line = next(step.here.number for step in users if step.keeps == LEAP)
        message = f"used by the step to line {line}, which skips too much: put lines in between"
        return Finding(criterion, message, 0.0, share)
    unnamed = [step for step in users if step.misses(fact.name)]
    elsewhere = [step for step in chain.steps if step.overstates(fact.name)]
    named = not (unnamed or elsewhere)
    message = "used, and named where it is used"
    if not named:
        there = "and named there" if not unnamed else "named in" if elsewhere else "not named there"
        message = f"used in {_lines(unnamed or users)}, {there}"
        if elsewhere:
            message += f"{'' if unnamed else ', and in'} {_lines(elsewhere)}"
            message += "" if unnamed else ", where it is not used"
        message = diagnosis(message, "used, but not named by exactly the steps that use it")
    part = min(step.part for step in users)
    jump = next((step for step in users if step.keeps == JUMP), None)
    if jump and chain.false_line in jump.across:
        message += f"; a quarter, because the step to {_lines([jump])} leads across the false line "
        message += str(chain.false_line)
    elif jump:
        message += f"; half, because {_why_a_jump(jump)}{diagnosis(_cure(jump, chain.problem))}"
    if part < 1 and not (jump and chain.false_line in jump.across):
        where = f"true for {case} only" if case else f"below the false line {chain.false_line}"
        message += f"; half, because the step is {where}"
    earned = share * keeps * part * (1 if named else 0.5)
    return Finding(criterion, message, earned, share, earned == share)


def _why_a_jump(step: Step) -> str:
    if len(step.uses) < 2 and step.across:
        which = " and ".join(map(str, step.across))
        return f"line{'s' * (len(step.across) > 1)} {which} can't be used"
    return f"the step to line {step.here.number} is a jump"


def _cure(jump: Step, problem: Problem) -> str:
    """What would make a step of two facts clean, where it is one."""
    if len(jump.uses) < 2:
        return ""  # it goes across a line that was left out
    ways = [pair.what for pair in problem.together if pair.facts == jump.uses]
    shown = f", or show {ways[0]} in the line before" if ways else ""
    return f": {' and '.join(sorted(jump.uses))} at once; put a line in between{shown}"


def _lines(steps: Iterable[Step]) -> str:
    numbers = list(dict.fromkeys(str(step.here.number) for step in steps))
    return f"line{'s' * (len(numbers) > 1)} {' and '.join(numbers)}"


def _line(line: Line) -> str:
    return f"line {line.number}" if line.number else "the left-hand side"


def _criterion(chain: Chain) -> str:
    return f"right-hand side, {chain.problem.right}"


def _arrival(chain: Chain, share: float) -> Finding:
    """Of a chain whose lines go up to the right-hand side."""
    problem = chain.problem
    used = {name for step in chain.steps for name in step.uses}
    unused = [fact.name for fact in problem.required if fact.name not in used]
    others = [fact.name for fact in problem.facts if not fact.required]
    unnamed = [name for name in others if any(step.misses(name) for step in chain.steps)]
    earned = 0.0
    if chain.false_line:
        message = f"reached, but across the false line {chain.false_line}"
    elif any(step.keeps == LEAP for step in chain.steps):
        message = "reached, but a step uses too much: put a line between any two facts, so that it "
        message += "can be seen where each is used"
    elif unused:
        message = f"reached, but no step uses {' or '.join(unused)}"
    elif nowhere := _nowhere(chain):
        names = " and ".join(nowhere)
        message = f"reached, but a jump uses {names}: it appears nowhere, not even by name"
        message = diagnosis(message, "reached, but facts are used that appear nowhere")
    elif problem.claim in ("<", ">") and not chain.strict:
        message = f"reached, but no line has the `{problem.claim}` of the claim"
    elif unnamed:
        message = f"reached; half, because a step uses {unnamed[0]} and does not name it"
        message = diagnosis(message, "reached; half, because a step uses what it does not name")
        earned = share / 2
    else:
        message, earned = "reached", share
    return Finding(_criterion(chain), message, earned, share, earned == share)


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
