"""With a sum that nobody asked for."""


def cache_ledger(n, d):
    lines = {"keys": d * n, "values": d * n, "weights": n * n}
    return lines | {"total": sum(lines.values())}
