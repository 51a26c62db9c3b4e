"""The feed-forward block is taken for exact.

points: 0.5
finding: dh-costs-two
"""

rule_errors = {"too_high": {"projections", "loss"}, "too_low": {"softmax"}}
