"""Takes the shorter time.

base: accepted/step_by_step.py
replace: return max(
with: return min(
points: 3.5
finding: shorter-counts
"""
