"""By how much a rule of thumb for the backward pass is too high, step by step."""

from collections.abc import Mapping, Sequence
from itertools import product

from examiner.checks import (
    Formula,
    FormulaLike,
    Ledger,
    Polynomial,
    Term,
    carried_forward,
    formula_of,
    misconception,
)

from .backward_pass import (
    DA,
    DH,
    DK,
    DQ,
    DV,
    DVT,
    DW1,
    DW2,
    DWK,
    DWQ,
    DWV,
    DYHAT,
    LEDGER,
    RELU,
    SCALE,
)
from .backward_pass import SOFTMAX as SOFTMAX_LINE
from .products import OTHER_COUNTS, SIZES, L, d_attn, d_hidden, d_in, d_out

Costs = Mapping[str, FormulaLike]  # line of the ledger -> what it costs

FORWARD: dict[str, FormulaLike] = {
    "projections": 2 * L * d_in * (2 * d_attn + d_out),
    "products": 2 * L**2 * (d_attn + d_out),
    "softmax": 0,
    "feed_forward": 2 * L * d_hidden * (d_out + 1),
    "loss": 3 * L,
}
LINES_OF: dict[str, list[Term]] = {
    "projections": [DWQ, DWK, DWV],
    "products": [DV, DA, DQ, DK],
    "softmax": [SOFTMAX_LINE, SCALE],
    "feed_forward": [DW2, DH, RELU, DW1, DVT],
    "loss": [DYHAT],
}
LINE_COSTS: Costs = {line.name: line.cost for line in LEDGER}


def excess(step: str, forward: FormulaLike, costs: Costs) -> Formula:
    """By how much the rule is too high for a step that costs this forward, and its lines these."""
    first, *rest = (costs[line.name] for line in LINES_OF[step])
    return 2 * (0 * L + forward) - first - sum(rest, start=0 * L)


EXCESS = {step: Term(step, excess(step, FORWARD[step], LINE_COSTS)) for step in FORWARD}
PROJECTIONS, PRODUCTS, SOFTMAX, FEED_FORWARD, LOSS = EXCESS.values()

# fmt: off
MISCONCEPTIONS = [
    misconception("gradient-of-x-not-computed", {PROJECTIONS: 0},
      "the gradient of X is not computed (B1), so the rule is too high"),
    misconception("weights-cost-as-forward", {PROJECTIONS: 4 * L * d_in * (2 * d_attn + d_out)},
      "the gradients of the weights cost as much as the step does forward"),
    misconception("keys-or-queries-forgotten", {PROJECTIONS: 2 * L * d_in * (d_attn + d_out)},
      "the keys or the queries are forgotten"),
    misconception("other-way-round",
      [{PROJECTIONS: -2 * L * d_in * (2 * d_attn + d_out)}, {FEED_FORWARD: -L * d_hidden},
       {LOSS: -5 * L},
       {PROJECTIONS: -2 * L * d_in * (2 * d_attn + d_out), SOFTMAX: 5 * L**2,
        FEED_FORWARD: -L * d_hidden, LOSS: -5 * L}],
      "the other way round: twice what the step costs forward, minus its lines"),
    misconception("forward-pass-once",
      [{PRODUCTS: -2 * L**2 * (d_attn + d_out)},
       {FEED_FORWARD: -2 * L * d_hidden * d_out - L * d_hidden}, {LOSS: 2 * L},
       {PROJECTIONS: 0, PRODUCTS: -2 * L**2 * (d_attn + d_out),
        FEED_FORWARD: -2 * L * d_hidden * d_out - L * d_hidden, LOSS: 2 * L}],
      "the rule says twice the forward pass, not once, or the forward pass is run again, "
      "where every array is stored"),
    misconception("softmax-free", {SOFTMAX: 0},
      "the softmax is free only in the forward pass (B4), or an excess below 0 is cut off at "
      "0; it stays negative"),
    misconception("scale-forgotten", {SOFTMAX: -4 * L**2},
      "the line scale is forgotten"),
    misconception("softmax-forgotten", {SOFTMAX: -L**2},
      "the line softmax is forgotten"),
    misconception("softmax-free-forward", [{SOFTMAX: 3 * L**2}, {SOFTMAX: L**2}],
      "the softmax is free in the forward pass (P5)"),
    misconception("softmax-or-sign", {SOFTMAX: 5 * L**2},
      "the softmax is free in the forward pass (P5), and not charged there as backward; or "
      "the sign is reversed: the rule is too low here"),
    misconception("dh-costs-one", {FEED_FORWARD: 0},
      "one of the second FLOP per entry of dH (it costs 1, B3) and the mask of ReLU (free, "
      "B2) is charged"),
    misconception("loss-twice-less-dyhat", {LOSS: 6 * L},
      "twice 3·seq_len, minus what dyhat costs"),
    misconception("loss-missing", {LOSS: -L},
      "what the loss costs forward, twice 3·seq_len, is missing"),
    misconception("loss-or-dyhat-miscounted", {LOSS: 3 * L},
      "the loss is charged 2·seq_len forward, or dyhat 3·seq_len; they cost 3·seq_len and "
      "seq_len"),
    misconception("dyhat-costs-l", {LOSS: 4 * L},
      "dyhat costs seq_len, since y − ŷ is stored (B6)"),
    misconception("three-times-forward",
      {PROJECTIONS: 4 * L * d_in * (2 * d_attn + d_out), PRODUCTS: 2 * L**2 * (d_attn + d_out),
       FEED_FORWARD: 2 * L * d_hidden * d_out + 3 * L * d_hidden, LOSS: 8 * L},
      "the rule says twice the forward pass for the backward pass; three times is forward and "
      "backward together"),
    misconception("scale-with-products", {PRODUCTS: -L**2, SOFTMAX: -4 * L**2},
      "the line scale is taken off products; its step is softmax"),
]
# fmt: on


def counted(question: str) -> Polynomial | None:
    """What the student counted in a question, if a later answer may rest on it."""
    earlier = carried_forward(question)
    return earlier.count if earlier is not None else None


def without(count: Polynomial, *sizes: str) -> Polynomial:
    """The terms of a count without these sizes."""
    return count.substitute(dict.fromkeys(sizes, count * 0))


def steps_of_attention(attention: Polynomial, by_2n_1: bool) -> dict[str, list[FormulaLike]]:
    """Step -> what it costs forward by a count of all attention, in each way to read that count.

    The terms of the products are those without d_in. Of these, the terms without any width may be
    the softmax's. by_2n_1: whether a dot product is charged 2n - 1, which saves terms of either
    step.
    """
    saved = [L * (2 * d_attn + d_out), L**2 + L * d_out] if by_2n_1 else [0 * L, 0 * L]
    maps, pairs = (each.polynomial(attention.variables) for each in saved)
    products = without(attention + maps + pairs, "d_in")
    softmax = without(products, "d_attn", "d_out")
    return {
        "projections": [attention + pairs - products],
        "products": [products - pairs, products - pairs - softmax],
        "softmax": [0, softmax],
    }


def own_steps() -> dict[str, dict[str, list[FormulaLike]]]:
    """Step -> question -> what the step costs forward by the student's answer to it, in each way
    to read that answer."""
    attention, block, forward = map(counted, ("q2_attention", "q4_feedforward", "q6_forward"))
    steps: dict[str, dict[str, list[FormulaLike]]] = {step: {} for step in FORWARD}
    earlier = carried_forward("q2_attention")
    if attention is not None and earlier is not None:
        by_2n_1 = "dot-product-2n-1" in earlier.conventions
        for step, costs in steps_of_attention(attention, by_2n_1).items():
            steps[step]["q2_attention"] = costs
    if block is not None:
        steps["feed_forward"]["q4_feedforward"] = [block]
    if forward is not None:  # the loss is what is left of it
        attentions, blocks = (
            [OTHER_COUNTS[question], *([] if own is None else [formula_of(own)])]
            for question, own in (("q2_attention", attention), ("q4_feedforward", block))
        )
        steps["loss"]["q6_forward"] = [
            0 * L + forward - one - other for one, other in product(attentions, blocks)
        ]
    return steps


def by_own_answers() -> Mapping[str, Mapping[str, Sequence[Formula]]]:
    """Step -> earlier questions -> the excess by the student's own answers to these."""
    ledger = carried_forward("q7_ledger")
    ledgers = {"": LINE_COSTS}
    if ledger is not None and ledger.counts:
        ledgers["q7_ledger"] = {**LINE_COSTS, **ledger.counts}
    return {
        step: {
            " and ".join(filter(None, (question, book))): [
                excess(step, forward, costs) for forward in ways
            ]
            for question, ways in ({"": [FORWARD[step]]} | own).items()
            for book, costs in ledgers.items()
            if question or book
        }
        for step, own in own_steps().items()
    }


question = Ledger(SIZES, [*EXCESS.values()], misconceptions=MISCONCEPTIONS, given=by_own_answers)
