"""All tokens go through the maps again, scores are of the new one.

points: 3.75
finding: text-anew
base: accepted/step_by_step.py
replace: 2 * matrices + 2 * scores
with: 2 * n * matrices + 2 * scores
"""
