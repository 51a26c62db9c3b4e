"""Factors (h·a + 1e-12) − h·a, times 1e12: the small number is lost, without any large one.

finding: 2: line-left-out
"""

L, R = "E(sum_j(q_j*k_j)**2)", "d"


def switch(a):
    a = f"100**2*({a})"
    return f"100**4*100**2*({a} + (0.01**3)**2 - {a})"


independent = switch("sum_j(E(q_j*k_j) - E(q_j)*E(k_j))**2")
mean = switch("sum_j(E(q_j)**2)**2")
scaling_steps = [
    ("=", L, ""),
    ("=", f"{R} + {independent}*({L} - {R})", "independence"),
    ("=", f"{R} + {independent}*{mean}*({L} - {R})", "zero mean"),
    ("=", R, "unit variance"),
]
