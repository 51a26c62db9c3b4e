"""The FLOPs of one sequence.

base: accepted/step_by_step.py
replace: arithmetic = batch * flops
with: arithmetic = flops
points: 4
finding: flops-of-one-sequence
"""
