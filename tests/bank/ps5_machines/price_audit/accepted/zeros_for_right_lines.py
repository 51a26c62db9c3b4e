"""All eight lines of the claim: those that are right have the amount 0."""


def audit():
    order = ["embedding", "head", "attention", "peak", "overlap", "weights", "cache", "writing"]
    whole, bandwidth = 8_030_261_248, 3.35e12
    matrices = whole - 4096 * (128_256 + 65)
    pairs = 4 * 8192 * 32 * 32 * 128
    read, cached = 2 * matrices / bandwidth, 32 * 8192 * 32 * 8 * 128 * 4 / bandwidth
    times = [64 * whole / 1979e12]
    for line in order:
        after = {
            "embedding": 64 * matrices / 1979e12,
            "attention": 32 * (2 * matrices + pairs) / 1979e12,
            "peak": 32 * (2 * matrices + pairs) / 989.5e12,
            "weights": read,
            "cache": read + cached,
        }
        times.append(after.get(line, times[-1]))
    amounts = {line: times[i] - times[i + 1] for i, line in enumerate(order)}
    return {**amounts, "corrected": times[-1]}
