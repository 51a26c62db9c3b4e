"""A softmax that moves nothing.

base: accepted/step_by_step.py
replace: return scores + softmax + outputs
with: return scores + outputs
points: 3.25
finding: softmax-in-place
"""
