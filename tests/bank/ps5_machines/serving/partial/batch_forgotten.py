"""One sequence in the step, and in the price.

base: accepted/step_by_step.py
replace: arithmetic = batch * flops
with: arithmetic = flops
replace: + batch * bytes_of_a_cache
with: + bytes_of_a_cache
replace: step / batch
with: step
points: 3.25
finding: one-sequence
finding: price-for-a-step
"""
