"""The exact depth, with a loop for each tree."""


def tree(n):
    steps = 0
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    return steps


def spatial_time(B, X, Y, J, K):
    return 5 + 2 * tree(J) + 2 * tree(X * Y)
