"""Two sets, as the question asks."""

rule_errors = {"too_high": {"projections", "feed_forward", "loss"}, "too_low": {"softmax"}}
