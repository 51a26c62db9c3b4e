"""Takes `block` for the number of blocks.

base: accepted/step_by_step.py
replace: n_blocks = n // block
with: n_blocks = block
points: 3.25
finding: block-for-count
"""
