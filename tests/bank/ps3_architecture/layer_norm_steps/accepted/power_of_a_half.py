"""Roots as powers.

base: accepted/root_of_squares.py
replace: "sqrt((gamma * z).T @ (gamma * z))"
with: "((y - beta * ones).T @ (y - beta * ones)) ** 0.5"
replace: "definition, homogeneity"
with: "homogeneity"
replace: "sqrt(gamma**2 * (z.T @ z))"
with: "(gamma**2 * (z.T @ z)) ** (1/2)"
"""
