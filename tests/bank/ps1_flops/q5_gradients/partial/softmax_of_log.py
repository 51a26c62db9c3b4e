"""Takes the derivative of log-softmax.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = dA - A * dA.sum(axis=1, keepdims=True)
points: 6
finding: softmax-of-log
"""
