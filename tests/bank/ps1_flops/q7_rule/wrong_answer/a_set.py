"""One set without a direction.

finding: choice-is-no-dict
"""

rule_errors = {"projections", "feed_forward", "loss", "softmax"}
