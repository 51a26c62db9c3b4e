"""One fact in each step."""

distance = [
    ("=", "(u - v).T @ (u - v)", ""),
    ("=", "u.T @ u - 2 * u.T @ v + v.T @ v", "algebra"),
    ("=", "1 - 2 * u.T @ v + v.T @ v", "unit u"),
    ("=", "2 - 2 * u.T @ v", "unit v"),
]
