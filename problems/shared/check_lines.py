from examiner.checks.derivations.comparing import describe_difference, explanations, holds
from examiner.checks.derivations.expressions import (
    MAX_LINES,
    ExpressionError,
    kind_of,
    read_expression,
    read_line,
    standard_names,
    values_in,
)


# %%
def check_lines(lines, worlds, left, facts, moves, right=None):
    """Print what can be read of each line, and whether it differs from the line before.

    worlds: the examples. Only where there are some in which facts are false can it be said which
    facts a step uses. facts: the other words for each fact, by its name. right: where the lines
    should end; None where that is for the student to find.
    """
    form = f"expected a list of 2 to {MAX_LINES} lines (relation, expression, reason)."
    assert type(lines) in (list, tuple), form
    assert 2 <= len(lines) <= MAX_LINES, form
    symbols = worlds[0].symbols
    before = values_in(read_expression(left, symbols), worlds)
    at, above = 0, "the left-hand side"
    for number, line in enumerate(lines, 1):
        try:
            relation, text, words = read_line(line, first=number == 1)
            here = values_in(read_expression(text, symbols), worlds)
        except ExpressionError as error:
            print(f"line {number} cannot be used: {error}")
            continue
        pairs = enumerate(zip(before, here, strict=True))
        broken = [worlds[n] for n, (old, new) in pairs if not holds(old, relation, new)]
        named = standard_names(words, facts)
        if any(not world.false for world in broken):
            shown = describe_difference(before[0], here[0], above, f"line {number}")
            print(f"line {number} is not `{relation}` {above} ({worlds[0].note}): {shown}")
        elif any(world.false for world in worlds):
            print(f"line {number} follows{step_in_words(broken, named & {*facts}, facts)}")
        else:
            print(f"line {number}: {kind_of(here[0])}, `{relation}` {above} ({worlds[0].note})")
        if unknown := sorted(named - {*facts, *moves}):
            print(f"    not on the list of reasons: {', '.join(map(repr, unknown))}")
            print(f"    the list: {', '.join((*facts, *moves))}")
        before, at, above = here, number, f"line {number}"
    if right is None:
        return
    end = values_in(read_expression(right, symbols), worlds)
    if at != len(lines) or not holds(before[0], "=", end[0]):
        print(f"The last line is not {right}.")


def step_in_words(broken, named, facts):
    """What a true step uses and names. broken: the worlds in which it does not hold."""
    reasons = explanations([world.false for world in broken], list(facts))
    uses = " and ".join(sorted(reasons[0])) or "no fact"
    if len(reasons[0]) > 1:
        return f", but it uses {uses} in one step: put a line in between"
    if named in reasons:
        return f"; it uses {uses}" + (" and names it" if named else "")
    return f", but it uses {uses} and names {' and '.join(sorted(named)) or 'none'}"
