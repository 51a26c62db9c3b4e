"""The excess of a rule of thumb over the cost of the backward pass, step by step."""

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

Costs = Mapping[str, FormulaLike]  # line of the ledger -> its cost

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
    """Return the excess of the rule, twice the forward cost, over the lines of a step.

    Args:
        step: The name of the step.
        forward: The cost of the step in the forward pass.
        costs: The costs of the lines of the ledger.
    """
    first, *rest = (costs[line.name] for line in LINES_OF[step])
    return 2 * (0 * L + forward) - first - sum(rest, start=0 * L)


EXCESS = {step: Term(step, excess(step, FORWARD[step], LINE_COSTS)) for step in FORWARD}
PROJECTIONS, PRODUCTS, SOFTMAX, FEED_FORWARD, LOSS = EXCESS.values()

# fmt: off
MISCONCEPTIONS = [
    misconception("gradient-of-x-not-computed", {PROJECTIONS: 0},
      "the gradient of X is not computed (B1), so the rule is too high here"),
    misconception("weights-cost-as-forward", {PROJECTIONS: 4 * L * d_in * (2 * d_attn + d_out)},
      "the gradients of the weights cost as much as the step in the forward pass"),
    misconception("keys-or-queries-forgotten", {PROJECTIONS: 2 * L * d_in * (d_attn + d_out)},
      "the keys or the queries are forgotten"),
    misconception("other-way-round",
      [{PROJECTIONS: -2 * L * d_in * (2 * d_attn + d_out)}, {FEED_FORWARD: -L * d_hidden},
       {LOSS: -5 * L},
       {PROJECTIONS: -2 * L * d_in * (2 * d_attn + d_out), SOFTMAX: 5 * L**2,
        FEED_FORWARD: -L * d_hidden, LOSS: -5 * L}],
      "the sign is reversed: the excess is twice the forward cost of the step minus its lines"),
    misconception("forward-pass-once",
      [{PRODUCTS: -2 * L**2 * (d_attn + d_out)},
       {FEED_FORWARD: -2 * L * d_hidden * d_out - L * d_hidden}, {LOSS: 2 * L},
       {PROJECTIONS: 0, PRODUCTS: -2 * L**2 * (d_attn + d_out),
        FEED_FORWARD: -2 * L * d_hidden * d_out - L * d_hidden, LOSS: 2 * L}],
      "the rule takes the forward pass twice, not once; or the forward pass is run again, "
      "although every array is stored"),
    misconception("softmax-free", {SOFTMAX: 0},
      "the softmax is free only in the forward pass (B4), or a negative excess is set to 0; it "
      "stays negative"),
    misconception("scale-forgotten", {SOFTMAX: -4 * L**2},
      "the line scale is forgotten"),
    misconception("softmax-forgotten", {SOFTMAX: -L**2},
      "the line softmax is forgotten"),
    misconception("softmax-multiplied-out", {SOFTMAX: -6 * L**2},
      "softmax is charged 5L² instead of 4L²: another way to write the formula for dS multiplies "
      "by A only once (B4)"),
    misconception("softmax-free-forward", [{SOFTMAX: 3 * L**2}, {SOFTMAX: L**2}],
      "the softmax is free in the forward pass (P5)"),
    misconception("softmax-or-sign", {SOFTMAX: 5 * L**2},
      "the softmax is free in the forward pass (P5), so its backward cost is not charged there; "
      "or the sign is reversed: the rule is too low here"),
    misconception("dh-costs-one", {FEED_FORWARD: 0},
      "a second FLOP per entry of dH (it costs 1, B3) or the mask of ReLU (free, B2) is "
      "charged"),
    misconception("loss-twice-less-dyhat", {LOSS: 6 * L},
      "the excess is twice 3·seq_len minus the cost of dyhat"),
    misconception("loss-missing", {LOSS: -L},
      "twice the forward cost of the loss, 2·3·seq_len, is missing"),
    misconception("loss-or-dyhat-miscounted", {LOSS: 3 * L},
      "the loss is charged 2·seq_len in the forward pass, or dyhat 3·seq_len; they cost "
      "3·seq_len and seq_len"),
    misconception("dyhat-costs-l", {LOSS: 4 * L},
      "dyhat costs seq_len, since y − ŷ is stored (B6)"),
    misconception("three-times-forward",
      {PROJECTIONS: 4 * L * d_in * (2 * d_attn + d_out), PRODUCTS: 2 * L**2 * (d_attn + d_out),
       FEED_FORWARD: 2 * L * d_hidden * d_out + 3 * L * d_hidden, LOSS: 8 * L},
      "the rule takes twice the forward pass for the backward pass; three times is forward and "
      "backward together"),
    misconception("scale-with-products", {PRODUCTS: -L**2, SOFTMAX: -4 * L**2},
      "the line scale is subtracted from products; it belongs to the step softmax"),
]
# fmt: on


def student_count(question: str) -> Polynomial | None:
    """Return the student's count in a question, if it may be carried forward."""
    earlier = carried_forward(question)
    return earlier.count if earlier is not None else None


def without_sizes(count: Polynomial, *sizes: str) -> Polynomial:
    """Return the terms of a count that contain none of these sizes."""
    return count.substitute(dict.fromkeys(sizes, count * 0))


def attention_step_costs(attention: Polynomial, by_2n_1: bool) -> dict[str, list[FormulaLike]]:
    """Split a count of the whole attention into forward costs of its steps, in all readings.

    Terms without d_in belong to the products. Among them, terms without any width may belong to
    the softmax instead.

    Args:
        attention: The count.
        by_2n_1: True if each dot product is charged 2n - 1, which saves terms in two steps.

    Returns:
        Step -> its cost in each reading of the count.
    """
    savings = [L * (2 * d_attn + d_out), L**2 + L * d_out] if by_2n_1 else [0 * L, 0 * L]
    projection_savings, product_savings = (each.polynomial(attention.variables) for each in savings)
    products = without_sizes(attention + projection_savings + product_savings, "d_in")
    softmax = without_sizes(products, "d_attn", "d_out")
    return {
        "projections": [attention + product_savings - products],
        "products": [products - product_savings, products - product_savings - softmax],
        "softmax": [0, softmax],
    }


def student_step_costs() -> dict[str, dict[str, list[FormulaLike]]]:
    """Return step -> question -> the forward cost by the student's answer, in each reading."""
    attention, block, forward = map(student_count, ("q2_attention", "q4_feedforward", "q6_forward"))
    steps: dict[str, dict[str, list[FormulaLike]]] = {step: {} for step in FORWARD}
    earlier = carried_forward("q2_attention")
    if attention is not None and earlier is not None:
        by_2n_1 = "dot-product-2n-1" in earlier.conventions
        for step, costs in attention_step_costs(attention, by_2n_1).items():
            steps[step]["q2_attention"] = costs
    if block is not None:
        steps["feed_forward"]["q4_feedforward"] = [block]
    if forward is not None:  # the loss is the rest of the forward pass
        attentions, blocks = (
            [OTHER_COUNTS[question], *([] if count is None else [formula_of(count)])]
            for question, count in (("q2_attention", attention), ("q4_feedforward", block))
        )
        steps["loss"]["q6_forward"] = [
            0 * L + forward - attention_count - block_count
            for attention_count, block_count in product(attentions, blocks)
        ]
    return steps


def carried_excess() -> Mapping[str, Mapping[str, Sequence[Formula]]]:
    """Return step -> earlier questions -> the excess by the student's answers to them."""
    ledger = carried_forward("q7_ledger")
    ledgers = {"": LINE_COSTS}
    if ledger is not None and ledger.counts:
        ledgers["q7_ledger"] = {**LINE_COSTS, **ledger.counts}
    return {
        step: {
            " and ".join(filter(None, (question, ledger_question))): [
                excess(step, forward, costs) for forward in readings
            ]
            for question, readings in ({"": [FORWARD[step]]} | student_costs).items()
            for ledger_question, costs in ledgers.items()
            if question or ledger_question
        }
        for step, student_costs in student_step_costs().items()
    }


question = Ledger(SIZES, [*EXCESS.values()], misconceptions=MISCONCEPTIONS, given=carried_excess)
