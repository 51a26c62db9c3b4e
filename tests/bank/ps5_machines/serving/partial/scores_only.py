"""No weighted sums.

base: accepted/step_by_step.py
replace: 2 * matrices + 2 * scores
with: 2 * matrices + scores
points: 4
finding: weighted-sums-missing
"""
