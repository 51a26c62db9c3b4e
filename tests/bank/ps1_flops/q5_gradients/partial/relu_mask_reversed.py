"""The mask of ReLU is Z > 0; yours is reversed.

base: accepted/matrix_form.py
replace: Z > 0
with: Z < 0
points: 5
finding: relu-mask-reversed
"""
