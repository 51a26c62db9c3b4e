"""Only the largest excess is seen.

points: 0.5
finding: too_high: chose
"""

rule_errors = {"too_high": {"projections"}, "too_low": {"softmax"}}
