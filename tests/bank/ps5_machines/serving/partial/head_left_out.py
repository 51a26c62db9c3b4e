"""The output head is neither read nor multiplied.

base: accepted/step_by_step.py
replace: not in ("embedding", "norms")
with: not in ("embedding", "norms", "head")
points: 3.75
finding: head-left-out
"""
