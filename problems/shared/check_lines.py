from examiner.checks.derivations.comparing import describe_difference, explanations, holds
from examiner.checks.derivations.expressions import (
    MAX_LINES,
    ExpressionError,
    describe_kind,
    read_expression,
    read_line,
    standard_names,
    values_in,
)

from .previews import warn


# %%
def check_lines(lines, worlds, left, facts, moves, right=None):
    """Print a remark on each line, and compare it with the line before.

    worlds: the examples. The remarks name the facts that a step uses only if there are examples in
    which facts are false. left: the expression before the first line. facts: the other words for
    each fact, by its name. moves: the other valid reasons. right: the expression of the last line;
    None if the student has to find it.
    """
    form = f"expected a list of 2 to {MAX_LINES} lines (relation, expression, reason)."
    assert type(lines) in (list, tuple), form
    assert 2 <= len(lines) <= MAX_LINES, form
    symbols = worlds[0].symbols
    previous_values = values_in(read_expression(left, symbols), worlds)
    last_read, previous = 0, "the left-hand side"
    for number, line in enumerate(lines, 1):
        try:
            relation, text, reason = read_line(line, first=number == 1)
            values = values_in(read_expression(text, symbols), worlds)
        except ExpressionError as error:
            warn(f"line {number} cannot be used: {error}")
            continue
        pairs = enumerate(zip(previous_values, values, strict=True))
        failing = [worlds[n] for n, (old, new) in pairs if not holds(old, relation, new)]
        reasons_given = standard_names(reason, facts)
        if any(not world.false for world in failing):
            difference = describe_difference(
                previous_values[0], values[0], previous, f"line {number}"
            )
            warn(f"line {number} is not `{relation}` {previous} ({worlds[0].note}): {difference}")
        elif any(world.false for world in worlds):
            print(f"line {number} follows{step_in_words(failing, reasons_given & {*facts}, facts)}")
        else:
            kind = describe_kind(values[0])
            print(f"line {number}: {kind}, `{relation}` {previous} ({worlds[0].note})")
        if unknown := sorted(reasons_given - {*facts, *moves}):
            warn(f"line {number}: not on the list of reasons: {', '.join(map(repr, unknown))}")
            print(f"    the list: {', '.join((*facts, *moves))}")
        previous_values, last_read, previous = values, number, f"line {number}"
    if right is None:
        return
    end = values_in(read_expression(right, symbols), worlds)
    if last_read != len(lines) or not holds(previous_values[0], "=", end[0]):
        warn(f"the last line is not {right}")


def step_in_words(failing, reasons_given, facts):
    """Return a remark on the facts that a true step uses and names.

    failing: the examples in which the step does not hold.
    """
    reasons = explanations([world.false for world in failing], list(facts))
    used = " and ".join(sorted(reasons[0])) or "no fact"
    if len(reasons[0]) > 1:
        return f", but it uses {used} in one step: put a line in between"
    if reasons_given in reasons:
        return f"; it uses {used}" + (" and names it" if reasons_given else "")
    return f", but it uses {used} and names {' and '.join(sorted(reasons_given)) or 'none'}"
