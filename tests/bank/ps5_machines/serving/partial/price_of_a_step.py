"""The price of a million steps.

base: accepted/step_by_step.py
replace: step / batch *
with: step *
points: 4.5
finding: price-for-a-step
"""
