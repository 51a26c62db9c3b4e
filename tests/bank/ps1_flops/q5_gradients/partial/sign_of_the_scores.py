"""The gradient of the scores has the wrong sign: of A (the mean − dA), both of its arrays.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * ((A * dA).sum(axis=1, keepdims=True) - dA)
points: 6
finding: factor(-1)
"""
