"""With the probability of coming so far, and nothing shared by the two."""


def expected_tokens(alpha, k):
    reached, total = 1, 0
    for _ in range(k + 1):
        total += reached
        reached *= alpha
    return total


def speedup(alpha, k, cost):
    reached, total = 1, 0
    for _ in range(k + 1):
        total += reached
        reached *= alpha
    alone = 1  # a token in a step
    return (total / (k * cost + 1)) / alone
