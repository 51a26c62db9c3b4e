"""Computes the directions from the costs of the steps at one choice of sizes."""

L, i, a, o, h = 11, 7, 3, 5, 13
forward = {
    "projections": 4 * L * a * i + 2 * L * o * i,
    "products": 2 * L**2 * (a + o),
    "softmax": 0,
    "feed_forward": 2 * L * h * o + 2 * L * h,
    "loss": 3 * L,
}
backward = {
    "projections": forward["projections"],
    "products": 2 * forward["products"],
    "softmax": 5 * L**2,
    "feed_forward": 4 * L * h * o + 3 * L * h,
    "loss": L,
}
rule_errors = {"too_high": set(), "too_low": set()}
for step in forward:
    if 2 * forward[step] > backward[step]:
        rule_errors["too_high"].add(step)
    elif 2 * forward[step] < backward[step]:
        rule_errors["too_low"].add(step)
