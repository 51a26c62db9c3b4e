"""In fractions; floats at the end."""

from fractions import Fraction


def audit():
    sparse, bandwidth = Fraction(1979 * 10**12), Fraction(335 * 10**10)
    lookup_and_norms = 128_256 * 4096 + 65 * 4096
    matrices = 8_030_261_248 - lookup_and_norms
    amounts = {
        "embedding": 64 * lookup_and_norms / sparse,
        "attention": -(32**3) * 512 * 8192 / sparse,
    }
    arithmetic = 64 * Fraction(8_030_261_248) / sparse - sum(amounts.values())
    amounts["peak"] = -arithmetic
    reading = 2 * matrices / bandwidth
    amounts["weights"] = 2 * arithmetic - reading
    amounts["cache"] = -32 * 8192 * 131_072 / bandwidth
    amounts["corrected"] = reading - amounts["cache"]
    return {key: float(value) for key, value in amounts.items()}
