"""Only one of the two sets.

points: 0.5
finding: too_low: entry-missing
"""

rule_errors = {"too_high": {"projections", "feed_forward", "loss"}}
