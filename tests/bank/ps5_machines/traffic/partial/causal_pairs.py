"""Counts the pairs that a mask leaves.

base: accepted/step_by_step.py
replace: n * d + n * d + n * n
with: n * d + n * d + n * (n + 1) // 2
replace: softmax = n * n + n * n
with: softmax = n * (n + 1)
replace: outputs = n * n
with: outputs = n * (n + 1) // 2
points: 3.25
finding: causal
"""
