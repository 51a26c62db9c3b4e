"""Factors h·a + 1 − h·a: 1 where a is 0, and 0 where the 1 is lost beside h·a.

finding: 2: line-left-out
finding: 4: facts-at-once
"""

L, R = "E(sum_j(q_j*k_j)**2)", "d"
H = "100**4*100**4*100**4*100"
def switch(a):
    return f"({H}*({a}) + 1 - {H}*({a}))"
indep = switch("sum_j(E(q_j*k_j) - E(q_j)*E(k_j))**2")
mean = switch("sum_j(E(q_j)**2)**2")
scaling_steps = [
    ("=", L, ""),
    ("=", f"{R} + {indep}*({L} - {R})", "independence"),
    ("=", f"{R} + {indep}*{mean}*({L} - {R})", "zero mean"),
    ("=", R, "unit variance"),
]
