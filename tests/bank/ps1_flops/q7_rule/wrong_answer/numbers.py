"""Amounts instead of steps, after a ledger with a slip.

given: q7_ledger/partial/rank_one_product_2.py
finding: too_high: chose-no-option
"""

rule_errors = {"too_high": 5, "too_low": 1}
