"""Leaves the factor of N out.

base: accepted/closed_form.py
replace: (alpha * A / (beta * B)) ** (1 / (alpha + beta)) * 
with: 
points: 1.5
finding: factor-left-out
"""
