"""The softmax's inner sum is subtracted; you add it.

base: accepted/matrix_form.py
replace: (dA - (A * dA)
with: (dA + (A * dA)
points: 6
finding: softmax-sum-added
"""
