"""The calculation as printed and as it should be, line by line."""


def audit():
    D, H, L, F, n = 768, 12, 12, 3072, 1024
    e = D // H
    product = lambda i, j, k, count: L * 2 * i * j * k * count
    printed = [product(D, D, e, 3 * H), product(D, D, D, H), product(e, e, e, H),
               product(D, D, F, 1) + product(D, F, D, 1), 0]
    right = [product(1, D, e, 3 * H), product(1, D, D, 1), product(1, e, n, H),
             product(1, D, F, 1) + product(1, F, D, 1), product(1, n, e, H)]
    names = "queries_keys_values output_projection scores feed_forward absent".split()
    amounts = {name: p - r for name, p, r in zip(names, printed, right)}
    return amounts | {"corrected": sum(right)}
