"""Floats without a fraction.

base: accepted/lines.py
replace: return 2 * batch * numbers
with: return float(batch) * numbers * 2
replace: return left // each
with: return float(left // each)
"""
