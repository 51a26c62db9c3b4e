"""dbeta before dgamma.

base: accepted/in_three_means.py
replace: (dy * z).sum(axis=0), dy.sum(axis=0)
with: dy.sum(axis=0), (dy * z).sum(axis=0)
points: 2
finding: dgamma-and-dbeta-exchanged
"""
