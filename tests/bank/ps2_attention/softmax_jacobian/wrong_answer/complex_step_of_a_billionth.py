"""An imaginary step in between: exact in float64, and too few digits are left where numbers are tiny.

base: wrong_answer/complex_step.py
replace: 1e-20j
with: 1e-9j
replace: / 1e-20
with: / 1e-9
finding: the-method: method-excluded
"""
