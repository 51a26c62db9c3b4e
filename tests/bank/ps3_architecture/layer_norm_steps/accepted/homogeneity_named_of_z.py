"""Names homogeneity with the length of z, too: in 1/σ it is used.

base: accepted/through_z.py
replace: sqrt(d)", "standard deviation"
with: sqrt(d)", "homogeneity, standard deviation"
"""
