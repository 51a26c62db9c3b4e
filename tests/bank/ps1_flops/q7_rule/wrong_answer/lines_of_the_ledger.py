"""Names lines of the ledger instead of steps.

finding: too_high: chose-unknown
"""

rule_errors = {"too_high": {"dWq", "dWk", "dWv", "dH", "dyhat"}, "too_low": {"scale"}}
