"""The projections are taken for exact, as if X had a gradient.

points: 0.5
finding: gradient-of-x-computed
"""

rule_errors = {"too_high": {"loss", "feed_forward"}, "too_low": {"softmax"}}
