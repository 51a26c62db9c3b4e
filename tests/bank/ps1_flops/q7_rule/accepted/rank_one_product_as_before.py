"""Rests on a ledger in which dH costs two per entry: the block is exact then.

given: q7_ledger/partial/rank_one_product_2.py
"""

rule_errors = {"too_high": {"projections", "loss"}, "too_low": {"softmax"}}
