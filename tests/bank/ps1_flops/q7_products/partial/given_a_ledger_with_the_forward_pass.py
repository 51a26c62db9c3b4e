"""Adds the products of a forward pass that its ledger has in a line of its own, with the loss.

given: q7_ledger/partial/forward_pass_again.py
base: accepted/three_parts.py
replace: return feed_forward
with: return 2 * L * (2 * i * a + i * o + L * a + L * o + o * h + h) + feed_forward
points: 0.75
finding: seq_len: wrong-term
"""
