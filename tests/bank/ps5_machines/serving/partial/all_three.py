"""A sum for the maximum, rounded up, and the price of a step.

base: accepted/step_by_step.py
replace: max(arithmetic, reading)
with: arithmetic + reading
replace: int(room // a_cache)
with: int(room // a_cache) + 1
replace: step / batch *
with: step *
points: 2.5
finding: sum-not-maximum
finding: rounded-up
finding: price-for-a-step
"""
