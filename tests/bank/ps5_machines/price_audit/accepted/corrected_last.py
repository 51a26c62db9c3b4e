"""What is left is the claim less the amounts; helpers, and a class for the machine."""


class Card:
    sparse = 1979e12
    dense = sparse / 2
    bandwidth = 3350e9


def flops(weights, tokens=0, batch=32):
    return batch * (2 * weights + 4 * tokens * 32 * 32 * 128)


def audit():
    everything, met = 8_030_261_248, 8_030_261_248 - 4096 * (128_256 + 65)
    amounts = {}
    amounts["embedding"] = (flops(everything) - flops(met)) / Card.sparse
    amounts["attention"] = (flops(met) - flops(met, 8192)) / Card.sparse
    amounts["peak"] = flops(met, 8192) / Card.sparse - flops(met, 8192) / Card.dense
    amounts["weights"] = flops(met, 8192) / Card.dense - 2 * met / Card.bandwidth
    amounts["cache"] = -(32 * 8192 * 32 * 8 * 128 * 2 * 2) / Card.bandwidth
    left = flops(everything) / Card.sparse
    for amount in amounts.values():
        left -= amount
    amounts["corrected"] = left
    return amounts
