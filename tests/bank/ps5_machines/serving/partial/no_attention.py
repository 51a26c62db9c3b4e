"""No scores, no weighted sums.

base: accepted/step_by_step.py
replace: 2 * matrices + 2 * scores
with: 2 * matrices
points: 4
finding: attention-forgotten
"""
