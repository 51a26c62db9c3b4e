from .backward_pass import BACKWARD, ELEMENTWISE, ROW_DOT_PRODUCTS
from .products import OTHER_COUNTS, SIZES

ERRORS = """
gradient-of-x-not-computed: the gradient of X is not computed (B1), so the rule is too high
    :: projections = 0
weights-cost-as-forward: the gradients of the weights cost as much as the step does forward
    :: projections = 4*seq_len*d_in*(2*d_attn + d_out)
keys-or-queries-forgotten: the keys or the queries are forgotten
    :: projections = 2*seq_len*d_in*(d_attn + d_out)
other-way-round: the other way round: twice what the step costs forward, minus its lines
    :: projections = -2*seq_len*d_in*(2*d_attn + d_out)
    :: feed_forward = -seq_len*d_hidden :: loss = -5*seq_len
forward-pass-once: the rule says twice the forward pass, not once, or the forward pass is run again,
    where every array is stored
    :: products = -2*seq_len**2*(d_attn + d_out)
    :: feed_forward = -2*seq_len*d_hidden*d_out - seq_len*d_hidden :: loss = 2*seq_len
softmax-free: the softmax is free only in the forward pass (B4), or an excess below 0 is cut off at
    0; it stays negative :: softmax = 0
scale-forgotten: the line scale is forgotten :: softmax = -4*seq_len**2
softmax-forgotten: the line softmax is forgotten :: softmax = -seq_len**2
softmax-free-forward: the softmax is free in the forward pass (P5) :: softmax = 3*seq_len**2
    :: softmax = seq_len**2
softmax-or-sign: the softmax is free in the forward pass (P5), and not charged there as backward; or
    the sign is reversed: the rule is too low here :: softmax = 5*seq_len**2
dh-costs-one: one of the second FLOP per entry of dH (it costs 1, B3) and the mask of ReLU (free,
    B2) is charged :: feed_forward = 0
loss-twice-less-dyhat: twice 3·seq_len, minus what dyhat costs :: loss = 6*seq_len
loss-missing: what the loss costs forward, twice 3·seq_len, is missing :: loss = -seq_len
loss-or-dyhat-miscounted: the loss is charged 2·seq_len forward, or dyhat 3·seq_len; they cost
    3·seq_len and seq_len :: loss = 3*seq_len
dyhat-costs-l: dyhat costs seq_len, since y − ŷ is stored (B6) :: loss = 4*seq_len
"""
TOGETHER = """
forward-pass-once
    :: projections = 0 && products = -2*seq_len**2*(d_attn + d_out)
    && feed_forward = -2*seq_len*d_hidden*d_out - seq_len*d_hidden && loss = 2*seq_len
three-times-forward: the rule says twice the forward pass for the backward pass; three times is
    forward and backward together
    :: projections = 4*seq_len*d_in*(2*d_attn + d_out) && products = 2*seq_len**2*(d_attn + d_out)
    && feed_forward = 2*seq_len*d_hidden*d_out + 3*seq_len*d_hidden && loss = 8*seq_len
other-way-round
    :: projections = -2*seq_len*d_in*(2*d_attn + d_out) && softmax = 5*seq_len**2
    && feed_forward = -seq_len*d_hidden && loss = -5*seq_len
scale-with-products: the line scale is taken off products; its step is softmax
    :: products = -seq_len**2 && softmax = -4*seq_len**2
"""


STEPS_FORWARD = {
    "projections": "2*seq_len*d_in*(2*d_attn + d_out)",
    "products": "2*seq_len**2*(d_attn + d_out)",
    "softmax": "0",
    "feed_forward": "2*seq_len*d_hidden*(d_out + 1)",
    "loss": "3*seq_len",
}
LINES_OF = {
    "projections": ["dWq", "dWk", "dWv"],
    "products": ["dV", "dA", "dQ", "dK"],
    "softmax": ["softmax", "scale"],
    "feed_forward": ["dw2", "dH", "relu", "dW1", "dVt"],
    "loss": ["dyhat"],
}
PRODUCT_LINES = BACKWARD | ROW_DOT_PRODUCTS


def cost_of(line):
    """What a line of the ledger costs."""
    products = {line: PRODUCT_LINES[line]} if line in PRODUCT_LINES else {}
    return checks.cost(products, {line: ELEMENTWISE.get(line, "0")})


LINE_COSTS = {line: cost_of(line) for lines in LINES_OF.values() for line in lines}


def excess(step, forward, costs):
    """By how much the rule is too high for a step that costs this forward, and its lines these."""
    return " - ".join([f"2*({forward})", *(f"({costs[line]})" for line in LINES_OF[step])])


EXCESS = {step: excess(step, forward, LINE_COSTS) for step, forward in STEPS_FORWARD.items()}


def counted(question):
    """What the student counted there, where a later answer may rest on it; else None."""
    earlier = checks.followed(question)
    return earlier.counted if earlier is not None else None


def without(count, *sizes):
    """A count where these sizes are 0: its terms without them."""
    return count.substitute(dict.fromkeys(sizes, count * 0))


def steps_of_attention(attention, by_2n_1):
    """Step -> what it costs forward by a count of all attention, in each way that this can be read:
    the products' terms are those without d_in, of which those without any width may be the
    softmax's. by_2n_1: whether dot products are charged 2n - 1, which saves terms of either step.
    """
    maps, pairs = (
        type(attention).parse(saved if by_2n_1 else "0", attention.variables)
        for saved in ("seq_len*(2*d_attn + d_out)", "seq_len**2 + seq_len*d_out")
    )
    products = without(attention + maps + pairs, "d_in")
    softmax = without(products, "d_attn", "d_out")
    return {
        "projections": [(attention + pairs - products).formula],
        "products": [(products - pairs).formula, (products - pairs - softmax).formula],
        "softmax": ["0", softmax.formula],
    }


def own_steps():
    """Step -> question -> what the step costs forward by the student's answer to it, in each way
    that it may be read."""
    attention, block, forward = map(counted, ("q2_attention", "q4_feedforward", "q6_forward"))
    steps = {step: {} for step in STEPS_FORWARD}
    if attention is not None:
        by_2n_1 = "dot-product-2n-1" in checks.followed("q2_attention").conventions
        for step, formulas in steps_of_attention(attention, by_2n_1).items():
            steps[step]["q2_attention"] = formulas
    if block is not None:
        steps["feed_forward"]["q4_feedforward"] = [block.formula]
    if forward is not None:  # the loss is what is left of it
        attentions, blocks = (
            [OTHER_COUNTS[question], *([] if own is None else [own.formula])]
            for question, own in (("q2_attention", attention), ("q4_feedforward", block))
        )
        steps["loss"]["q6_forward"] = [
            f"{forward.formula} - ({one}) - ({other})" for one in attentions for other in blocks
        ]
    return steps


def by_your_answers():
    """Step -> earlier questions -> the excess by the student's own answers to these."""
    ledger = counted("q7_ledger")
    ledgers = {"": LINE_COSTS}
    if ledger is not None:
        ledgers["q7_ledger"] = LINE_COSTS | {line: own.formula for line, own in ledger.items()}
    return {
        step: {
            " and ".join(filter(None, (question, book))): "; ".join(
                excess(step, forward, costs) for forward in ways
            )
            for question, ways in ({"": [STEPS_FORWARD[step]]} | own).items()
            for book, costs in ledgers.items()
            if question or book
        }
        for step, own in own_steps().items()
    }


checks.ledger(
    rule_excess,
    variables=SIZES,
    other=EXCESS,
    given=by_your_answers(),
    mistakes=ERRORS,
    together=TOGETHER,
)
