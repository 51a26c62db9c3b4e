"""Every product by itself."""

distance = [
    ("=", "(u - v).T @ (u - v)", ""),
    ("=", "u.T @ (u - v) - v.T @ (u - v)", "algebra"),
    ("=", "u.T @ u - u.T @ v - v.T @ u + v.T @ v", "algebra"),
    ("=", "1 - 2 * u.T @ v + v.T @ v", "unit u, algebra"),
    ("=", "1 - 2 * u.T @ v + 1", "unit v"),
    ("=", "2 - 2 * u.T @ v", "algebra"),
]
