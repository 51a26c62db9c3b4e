"""All tokens go through the model again in each step.

points: 3.75
finding: text-anew
base: accepted/step_by_step.py
replace: batch * flops_of_a_token
with: batch * n * flops_of_a_token
"""
