"""By leading terms, the next whole number above them.

points: 1
<<<<<<< HEAD
finding: these are the leading terms, 2 D_v R / (D_v + R); or
=======
finding: leading-terms
>>>>>>> main
"""

def crossover_length(d_v, r):
    return 2 * r * d_v // (r + d_v) + 1
