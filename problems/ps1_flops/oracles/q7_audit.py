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
OTHER_SIGN = "the other way round: twice what the step costs forward, minus its lines"
ONCE = "the rule says twice the forward pass, not once"


def excess(costs):
    """Step -> by how much the rule is too high, for lines that cost so much."""
    return {
        step: " - ".join([f"2*({forward})", *(f"({costs[line]})" for line in LINES_OF[step])])
        for step, forward in STEPS_FORWARD.items()
    }


def by_your_ledger(mark):
    """The verdict that is better: by the truth, or by the lines of the student's own ledger."""
    verdict, earlier = mark(excess(LINE_COSTS)), checks.followed("q7_ledger")
    if earlier is None or earlier.counted is None:
        return verdict
    own = {line: count.formula for line, count in earlier.counted.items()}
    carried = checks.ledger(rule_excess, variables=SIZES, other=excess(LINE_COSTS | own))
    if carried.points <= verdict.points:
        return verdict
    remark = checks.Finding("in short", "marked given your answer to q7_ledger", passed=True)
    return checks.Verdict(carried.points, carried.max_points, (remark, *carried.findings))
