from .check_lines import check_lines
from .two_vectors import PYTHAGORAS

# %%
# alt: Remarks of the check on three derivations: a proof, a false line, two facts in one step.
start, expanded = "(u + v).T @ (u + v)", "u.T @ u + 2 * u.T @ v + v.T @ v"
proof = [
    ("=", start, ""),
    ("=", expanded, "algebra"),
    ("=", "u.T @ u + v.T @ v", "perpendicular"),
    ("=", "1 + v.T @ v", "unit"),
]
check_lines(proof, **PYTHAGORAS)
print("\nA false line")
check_lines([("=", start, ""), ("=", "u.T @ u + 2 * u.T @ v", "algebra")], **PYTHAGORAS)
print("\nTwo facts in one step")
check_lines([("=", expanded, ""), ("=", "1 + v.T @ v", "perpendicular, unit")], **PYTHAGORAS)
