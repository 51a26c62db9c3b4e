"""The length of v first, and other words."""

distance = [
    ("=", "(u - v).T @ (u - v)", ""),
    ("=", "u.T @ u - 2 * u.T @ v + 1", "algebra, length of v"),
    ("=", "2 - 2 * u.T @ v", "unit u"),
]
