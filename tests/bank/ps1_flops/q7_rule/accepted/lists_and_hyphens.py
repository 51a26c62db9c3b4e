"""Lists instead of sets, other spelling, and a single step without a list."""

rule_errors = {"too_high": ["Projections", "loss", "feed-forward"], "too_low": "softmax"}
