"""Every step in one set, and none in the other.

finding: too_high: chose
"""

rule_errors = {
    "too_high": {"projections", "products", "softmax", "feed_forward", "loss"},
    "too_low": set(),
}
