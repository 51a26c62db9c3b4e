"""The loss is taken for exact.

points: 0.5
finding: loss-exact
"""

rule_errors = {"too_high": {"projections", "feed_forward"}, "too_low": {"softmax"}}
