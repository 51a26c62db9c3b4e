"""Factors h·a² + 1 − h·a²: 1 where a is 0, and 0 where the 1 is lost beside h·a².

finding: 2: line-left-out
finding: 4: facts-at-once
"""

L, R = "V_XP @ softmax(K_XP.T @ Q_XP)", "V @ softmax(K.T @ Q) @ P"
def switch(a):
    a = f"((100**4)**4*({a})**2)"
    return f"({a} + 1 - {a})"
ones_ = switch("(ones.T@P - ones.T)@X.T@beta_v")
orth = switch("beta_v.T@X@(P@P.T - I)@X.T@beta_v")
equivariance_steps = [
    ("=", L, ""),
    ("=", f"{R} + {ones_}*({L} - {R})", "ones"),
    ("=", f"{R} + {ones_}*{orth}*({L} - {R})", "orthogonal"),
    ("=", R, "permutation"),
]
