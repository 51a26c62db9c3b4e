"""Too high and too low are exchanged.

points: 0.5
finding: other-way-round
"""

rule_errors = {"too_high": {"softmax"}, "too_low": {"projections", "feed_forward", "loss"}}
