"""Takes S and P to stay in fast memory.

base: accepted/step_by_step.py
replace: return scores + softmax + outputs
with: return 4 * n * d
points: 3.25
finding: no-round-trips
"""
