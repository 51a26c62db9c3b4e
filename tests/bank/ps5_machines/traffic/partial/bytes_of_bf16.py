"""Bytes, in all three steps and in tiles.

base: accepted/step_by_step.py
replace: return scores + softmax + outputs
with: return 2 * (scores + softmax + outputs)
replace: return n * d + keys + values + n * d + n
with: return 2 * (n * d + keys + values + n * d + n)
points: 3.25
finding: bytes(2)
"""
