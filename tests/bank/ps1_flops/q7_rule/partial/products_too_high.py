"""The products are taken for too cheap in the forward pass.

points: 0.5
finding: too_high: chose
"""

rule_errors = {
    "too_high": {"projections", "products", "feed_forward", "loss"},
    "too_low": {"softmax"},
}
