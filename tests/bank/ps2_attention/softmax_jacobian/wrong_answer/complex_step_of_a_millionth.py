"""An imaginary step so large that something is left of it even near the smallest numbers.

base: wrong_answer/complex_step.py
replace: 1e-20j
with: 1e-6j
replace: / 1e-20
with: / 1e-6
finding: the-method: method-excluded
"""
