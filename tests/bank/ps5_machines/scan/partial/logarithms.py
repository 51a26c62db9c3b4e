"""Takes a for the logarithm of the factor.

base: accepted/one_line.py
replace: return first[0] * second[0], second[0] * first[1] + second[1]
with: return first[0] + second[0], math.e ** second[0] * first[1] + second[1]
points: 2.75
finding: gates-as-logarithms
"""
