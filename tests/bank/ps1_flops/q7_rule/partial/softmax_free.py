"""The softmax is taken for free in both passes.

points: 0.5
finding: softmax-free
"""

rule_errors = {"too_high": {"projections", "feed_forward", "loss"}, "too_low": set()}
