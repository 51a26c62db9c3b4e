"""Each time from the one before, with plain numbers."""


def audit():
    sparse, dense, bandwidth = 1979e12, 989.5e12, 3.35e12
    claimed = 32 * 2 * 8_030_261_248 / sparse
    lookup = 128_256 * 4096
    norms = (2 * 32 + 1) * 4096
    matrices = 8_030_261_248 - lookup - norms
    products = 32 * 2 * matrices / sparse
    pairs = 32 * 32 * 32 * 4 * 8192 * 128 / sparse
    attended = products + pairs
    at_dense_peak = attended * sparse / dense
    reading = 2 * matrices / bandwidth
    read = max(at_dense_peak, reading)
    caches = 32 * 8192 * 2 * 32 * 8 * 128 * 2 / bandwidth
    left = max(at_dense_peak, reading + caches)
    return {
        "embedding": claimed - products,
        "attention": -pairs,
        "peak": attended - at_dense_peak,
        "weights": at_dense_peak - read,
        "cache": read - left,
        "corrected": left,
    }
