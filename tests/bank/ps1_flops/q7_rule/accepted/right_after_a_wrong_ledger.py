"""By the truth, not by an own ledger with a slip.

given: q7_ledger/partial/rank_one_product_2.py
"""

rule_errors = {"too_high": {"projections", "feed_forward", "loss"}, "too_low": {"softmax"}}
