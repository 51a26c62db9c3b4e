"""Each place of the first rejection with its probability."""


def expected_tokens(alpha, k):
    total = 0
    for accepted in range(k + 1):
        probability = alpha**accepted * (1 - alpha if accepted < k else 1)
        total += probability * (accepted + 1)
    return total


def speedup(alpha, k, cost):
    drafting, checking = k * cost, 1
    return expected_tokens(alpha, k) / (drafting + checking)
