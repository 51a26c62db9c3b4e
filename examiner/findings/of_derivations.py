"""What is said of derivations: of their lines, of the facts that steps use, and of their end."""

from __future__ import annotations

from collections.abc import Sequence

from .known_error import KnownError, Says
from .level import Level
from .sentences import say, sentence


@sentence("line")
def _line(level: Level, number: int) -> str:
    return f"line {number}" if number else "the left-hand side"


@sentence("lines")
def _lines(level: Level, numbers: Sequence[int]) -> str:
    return f"line{'s' * (len(numbers) > 1)} {' and '.join(map(str, numbers))}"


@sentence("in-world")
def _(level: Level, note: str, shown: str) -> str:
    return f"for {note}, {shown}"


# --- lines ---------------------------------------------------------------------------------------


@sentence("no-derivation")
def _(level: Level, value: Says) -> str:
    return f"expected a list of lines (relation, expression, reason), not {say(value, level)}"


@sentence("too-many-lines")
def _(level: Level, count: int, most: int) -> str:
    return f"{count} lines; at most {most}"


@sentence("lines-too-long")
def _(level: Level) -> str:
    return "the lines are too long, together: use the short names"


@sentence("line-left-out")
def _(level: Level, why: str, mend: Says | None) -> str:
    mended = level.diagnosis(f"; {say(mend, level)}") if mend else ""
    return f"it cannot be used, and is left out: {why}{mended}"


@sentence("starts-elsewhere")
def _(level: Level, left: str, example: Says) -> str:
    shown = level.diagnosis(f"; {say(example, level)}")
    return f"a derivation starts with the left-hand side, {left}{shown}"


@sentence("start-jumps")
def _(level: Level, left: str) -> str:
    start = f"a derivation starts with the left-hand side, {left}"
    return f"{start}: what leads from there to this line is not shown"


@sentence("does-not-follow")
def _(level: Level, before: int, because: KnownError | Says | None, example: Says) -> str:
    reason = f"{say(because, level)}; " if because else ""
    shown = level.diagnosis(f": {reason}{say(example, level)}")
    return f"it does not follow from {_line(level, before)}{shown}"


@sentence("mended-by")
def _(level: Level, changes: Sequence[Says]) -> str:
    """The changes each of which would make a line true."""
    texts = ", or ".join(say(change, level) for change in changes)
    return level.answer(texts, "a transpose or the order of factors is wrong")


@sentence("other-matrix")
def _(level: Level, there: str, right: str, around: str) -> str:
    return f"`{right}` should stand in the place of `{there}` in `{around}`"


@sentence("other-order")
def _(level: Level, product: str, rule: str) -> str:
    return f"the factors of `{product}` should change places{f': {rule}' if rule else ''}"


@sentence("transposed-throughout")
def _(level: Level, name: str) -> str:
    return f"`{name}` and `{name}.T` should change places throughout"


@sentence("other-side-throughout")
def _(level: Level, name: str) -> str:
    return f"`{name}` should stand on the other side throughout"


@sentence("other-relation")
def _(level: Level, relation: str) -> str:
    return f"it is true, but `{relation}` cannot show the claim, which says `=`"


@sentence("repeats-line")
def _(level: Level, number: int) -> str:
    return f"it repeats line {number}: leave it out"


@sentence("reason-not-listed")
def _(level: Level, reason: str, listed: Sequence[str]) -> str:
    return f"{reason} is not on the list of reasons: {', '.join(listed)}"


@sentence("proof-of-special-case")
def _(level: Level, case: str) -> str:
    return level.diagnosis(f"what follows from it follows: your lines are a proof for {case}")


# --- steps ---------------------------------------------------------------------------------------


@sentence("reasons-exchanged")
def _(level: Level, numbers: Sequence[int], facts: Sequence[str]) -> str:
    used = f"line {numbers[0]} uses {facts[0]}, line {numbers[1]} {facts[1]}"
    hint = "the reasons of these steps are not theirs"
    return level.diagnosis(f"their reasons have changed places: {used}", hint)


@sentence("two-facts-at-once")
def _(level: Level, facts: Sequence[str], way: str) -> str:
    text = f"one step uses {' and '.join(facts)}: put a line in between{_or_show(way)}"
    return level.diagnosis(text, "one step uses too much: put a line in between")


@sentence("fact-not-named")
def _(level: Level, fact: str, says: str, without: Says) -> str:
    text = f"the step uses {fact} and does not name it: {says or 'it'} is needed; without it, "
    hint = "the step uses what it does not name"
    return level.diagnosis(text + say(without, level), hint)


@sentence("fact-not-used")
def _(level: Level, fact: str) -> str:
    text = f"the step names {fact} and does not use it: it holds without it"
    return level.diagnosis(text, "the step names what it does not use")


# --- facts ---------------------------------------------------------------------------------------


@sentence("used-by-no-step")
def _(level: Level) -> str:
    return "no step uses it"


@sentence("not-needed-for")
def _(level: Level, case: str) -> str:
    return f"not needed for {case}, and so not shown"


@sentence("still-needed")
def _(level: Level, numbers: Sequence[int], below: int) -> str:
    used = f"used in {_lines(level, numbers)}"
    return f"{used}, and still needed below {_line(level, below)}: no points yet"


@sentence("used-by-leap")
def _(level: Level, number: int) -> str:
    return f"used by the step to line {number}, which skips too much: put lines in between"


@sentence("used-and-named")
def _(level: Level) -> str:
    return "used, and named where it is used"


@sentence("named-elsewhere")
def _(level: Level, used: Sequence[int], unnamed: Sequence[int], elsewhere: Sequence[int]) -> str:
    """unnamed: those of the lines that use it and don't name it. elsewhere: others that do."""
    if not unnamed:
        text = f"used in {_lines(level, used)}, and named there, and in {_lines(level, elsewhere)}"
        text += ", where it is not used"
    elif elsewhere:
        text = f"used in {_lines(level, unnamed)}, named in {_lines(level, elsewhere)}"
    else:
        text = f"used in {_lines(level, unnamed)}, not named there"
    return level.diagnosis(text, "used, but not named by exactly the steps that use it")


@sentence("quarter-across-false-line")
def _(level: Level, number: int, false_line: int) -> str:
    step = f"the step to line {number}"
    return f"; a quarter, because {step} leads across the false line {false_line}"


@sentence("half-across-lines")
def _(level: Level, numbers: Sequence[int]) -> str:
    return f"; half, because {_lines(level, numbers)} can't be used"


@sentence("half-by-jump")
def _(level: Level, number: int, facts: Sequence[str], way: str) -> str:
    text = f": {' and '.join(facts)} at once; put a line in between{_or_show(way)}"
    return f"; half, because the step to line {number} is a jump{level.diagnosis(text)}"


@sentence("half-in-special-case")
def _(level: Level, case: str) -> str:
    return f"; half, because the step is true for {case} only"


@sentence("half-below-false-line")
def _(level: Level, false_line: int) -> str:
    return f"; half, because the step is below the false line {false_line}"


def _or_show(way: str) -> str:
    return f", or show {way} in the line before" if way else ""


# --- the end -------------------------------------------------------------------------------------


@sentence("stopped-at")
def _(level: Level, number: int, is_false: bool, is_last: bool) -> str:
    line = f"the {'false ' * is_false}line {number}"
    if is_last:
        return f"not reached: the derivation ends with {line}"
    return f"not reached: lines after {line} are not looked at"


@sentence("no-line-reaches-the-end")
def _(level: Level) -> str:
    return "not reached by lines that can be read"


@sentence("end-is-not-the-goal")
def _(level: Level, last: str) -> str:
    return f"not reached yet: all your lines are true, and the last, {last}, is not the goal"


@sentence("reached-for")
def _(level: Level, case: str) -> str:
    return f"reached for {case} only"


@sentence("reached")
def _(level: Level) -> str:
    return "reached"


@sentence("across-false-line")
def _(level: Level, false_line: int) -> str:
    return f"across the false line {false_line}"


@sentence("by-leap")
def _(level: Level) -> str:
    text = "a step uses too much: put a line between any two facts, so that it can be seen where"
    return f"{text} each is used"


@sentence("facts-unused")
def _(level: Level, facts: Sequence[str]) -> str:
    return f"no step uses {' or '.join(facts)}"


@sentence("facts-appear-nowhere")
def _(level: Level, facts: Sequence[str]) -> str:
    text = f"a jump uses {' and '.join(facts)}: it appears nowhere, not even by name"
    return level.diagnosis(text, "facts are used that appear nowhere")


@sentence("half-since-unnamed")
def _(level: Level, fact: str) -> str:
    text = f"; half, because a step uses {fact} and does not name it"
    return level.diagnosis(text, "; half, because a step uses what it does not name")
