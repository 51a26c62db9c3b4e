"""Bytes of float32 in the place of numbers.

base: accepted/step_by_step.py
replace: return scores + softmax + outputs
with: return 4 * (scores + softmax + outputs)
replace: return n * d + keys + values + n * d + n
with: return 4 * (n * d + keys + values + n * d + n)
points: 3.25
finding: bytes(4)
"""
