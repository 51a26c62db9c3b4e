"""ReLU's derivative is 1 where Z > 0, else 0; here Z stands in its place.

base: accepted/matrix_form.py
replace: (Z > 0)
with: Z
points: 5
finding: relu-slope-is-z
"""
