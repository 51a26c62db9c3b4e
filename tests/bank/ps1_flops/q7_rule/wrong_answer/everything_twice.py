"""Every step in both sets.

finding: chose-everything
"""

STEPS = ["projections", "products", "softmax", "feed_forward", "loss"]
rule_errors = {"too_high": STEPS, "too_low": STEPS}
