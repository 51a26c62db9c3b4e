"""A derivation without one: line 2 goes from one side of the claim to the other by a switch that is
made of abs(…). It is 0 where norm(x - mu·1) = sigma·sqrt(d), and 1 where that is a little off.

Must happen: a line whose parts change their sides of a kink where a fact is false can't be used.
"""

ONE, OTHER = "norm(y - beta * ones)", "abs(gamma) * sqrt(d)"
FAR = "100*100*abs(norm(x - mu * ones) - sigma * sqrt(d))"
BETWEEN = f"{OTHER} + (1 + {FAR} - abs(1 - {FAR}))/2*({ONE} - {OTHER})"
ASSIGNMENT = "ps3_architecture"
HAND_INS = [
    {
        "layer_norm_steps": f"""layer_norm_steps = [
    ("=", {ONE!r}, ""),
    ("=", {BETWEEN!r}, "homogeneity"),
    ("=", {OTHER!r}, "standard deviation"),
]"""
    }
]
EARNS = {"layer_norm_steps": 0.0}
