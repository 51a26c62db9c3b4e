from .check_lines import check_lines
from .two_vectors import PYTHAGORAS

# %%
# alt: Remarks of the check on three derivations: a proof, a false line, two facts in one step.
of_the_sum, expanded = "(u + v).T @ (u + v)", "u.T @ u + 2 * u.T @ v + v.T @ v"
proof = [
    ("=", of_the_sum, ""),
    ("=", expanded, "algebra"),
    ("=", "u.T @ u + v.T @ v", "perpendicular"),
    ("=", "1 + v.T @ v", "unit"),
]
check_lines(proof, **PYTHAGORAS)
print("\nA false line")
check_lines([("=", of_the_sum, ""), ("=", "u.T @ u + 2 * u.T @ v", "algebra")], **PYTHAGORAS)
print("\nTwo facts in one step")
check_lines([("=", expanded, ""), ("=", "1 + v.T @ v", "perpendicular, unit")], **PYTHAGORAS)
