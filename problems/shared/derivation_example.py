start, expanded = "(u + v).T @ (u + v)", "u.T @ u + 2 * u.T @ v + v.T @ v"
print("A proof")
check_lines(
    [
        ("=", start, ""),
        ("=", expanded, "algebra"),
        ("=", "u.T @ u + v.T @ v", "perpendicular"),
        ("=", "1 + v.T @ v", "unit"),
    ],
    **PYTHAGORAS,
)
print("\nA false line")
check_lines([("=", start, ""), ("=", "u.T @ u + 2 * u.T @ v", "algebra")], **PYTHAGORAS)
print("\nTwo facts in one step")
check_lines([("=", expanded, ""), ("=", "1 + v.T @ v", "perpendicular, unit")], **PYTHAGORAS)
print("\nA wrong reason")
check_lines([("=", expanded, ""), ("=", "u.T @ u + v.T @ v", "unit")], **PYTHAGORAS)
