"""Takes the head away in a line of its own, which is right; the next amount brings it back.

points: 3.5
finding: attention: array-wrong
"""


def audit():
    whole, lookup, scales = 8_030_261_248, 128_256 * 4096, 65 * 4096
    matrices = whole - lookup - scales
    pairs = 4 * 8192 * 32 * 32 * 128
    times = [64 * whole, 64 * matrices, 64 * (matrices - lookup), 64 * matrices + 32 * pairs]
    times = [time / 1979e12 for time in times]
    times += [2 * times[-1], 2 * matrices / 3.35e12]
    times.append((2 * matrices + 32 * 8192 * 131_072) / 3.35e12)
    names = ["embedding", "head", "attention", "peak", "weights", "cache"]
    return {name: times[i] - times[i + 1] for i, name in enumerate(names)} | {
        "corrected": times[-1]
    }
