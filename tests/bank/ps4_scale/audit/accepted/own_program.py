"""The calculation once more, repaired error by error."""


def audit():
    D, H, L, F, n = 768, 12, 12, 3072, 1024
    e = D // H

    def program(heads_with_output, tokens, score, value):
        maps = 3 * H * D * e + heads_with_output * D * D + 2 * D * F
        return L * 2 * (tokens * maps + H * (score + value))

    steps = [(H, D, e**3, 0), (1, D, e**3, 0), (1, 1, e**3, 0), (1, 1, n * e, 0), (1, 1, n * e, n * e)]
    totals = [program(*step) for step in steps]
    names = ["output", "tokens", "scores", "values"]
    amounts = {name: totals[i] - totals[i + 1] for i, name in enumerate(names)}
    return amounts | {"corrected": totals[-1]}
