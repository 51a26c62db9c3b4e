"""Forgets the states.

points: 4.5
finding: weights-forgotten
base: accepted/lines.py
replace: left = memory - states
with: left = memory
"""
