"""Rests on a ledger whose weights of queries, keys and values cost twice as much.

given: q7_ledger/partial/gradient_of_x_in_the_weights.py
"""

rule_errors = {"too_high": {"feed_forward", "loss"}, "too_low": {"softmax"}}
