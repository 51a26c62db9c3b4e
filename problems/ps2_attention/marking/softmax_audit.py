import numpy as np


def softmax_with(z, score):
    """The outputs where the largest score has another value."""
    moved = np.array(z, float)
    moved[np.argmax(z)] = score
    powers = np.exp(moved - moved.max())
    return powers / powers.sum()


def output_with(z, score):
    return softmax_with(z, score)[np.argmax(z)]


def audited(z):
    """The tipping score by bisection: the output's derivative y (1 − y) is largest at y = 1/2."""
    low, high = np.min(z), np.max(z) + 2 * np.log(len(z))
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if output_with(z, middle) < 1 / 2 else (low, middle)
    y = output_with(z, middle)
    gap = min(max(z) - score for score in z if score < max(z))
    return {"line": 4, "gap": gap, "tipping_score": middle, "largest_derivative": y * (1 - y)}


def others_together(z):
    rest = np.delete(z, np.argmax(z))
    return rest.max() + np.log(np.exp(rest - rest.max()).sum())


def changed(entry, value):
    """The right answer with another value, or function of z, in an entry."""
    return lambda z: audited(z) | {entry: value(z) if callable(value) else value}


OTHER_LINES = {
    0: "line 3 is about scores that are level, and z's are not: what is true there need not be true"
    " at z",
    1: "line 1 is true: it is what saturation means",
    2: "line 2 is true, as long as “can change” is all that is said",
    3: "line 3 is true: at a tie the larger one of two outputs is decided by any difference",
    5: "line 5 would follow from line 4: look for an earlier one",
}
OTHER_ENTRIES = {
    "gap": {
        "the gap to the smallest score; the second largest is the first to draw level": (
            lambda z: z.max() - z.min(),
        ),
        "the distance from the mean; the second largest score is the first to draw level": (
            lambda z: z.max() - z.mean(),
            lambda z: z.max() - np.delete(z, np.argmax(z)).mean(),
        ),
        "the distance, without its sign": (lambda z: np.sort(z)[-2] - z.max(),),
        "the largest score itself": (lambda z: z.max(),),
    },
    "tipping_score": {
        "the level of the second largest score: the other scores have a part in the sum too": (
            lambda z: np.sort(z)[-2],
        ),
        "the logarithm of the sum over all scores, the largest included; the others are meant": (
            lambda z: z.max() + np.log(np.exp(z - z.max()).sum()),
        ),
        "the output is 1/2 there, not the score": (lambda z: 0.5,),
        "how far the score has to move; asked for is where it is then": (
            lambda z: others_together(z) - z.max(),
            lambda z: z.max() - others_together(z),
        ),
        "the largest score of z itself; its output reacts most where the output is 1/2": (
            lambda z: z.max(),
        ),
        "the mean of the other scores; it takes as large a power as all of theirs together": (
            lambda z: np.delete(z, np.argmax(z)).mean(),
        ),
        "where the output is 1/n, not 1/2": (
            lambda z: (
                (rest := np.delete(z, np.argmax(z))).max()
                + np.log(np.exp(rest - rest.max()).mean())
            ),
        ),
    },
    "largest_derivative": {
        "y (1 − y), with the output 1/2": (lambda z: 0.5,),
        "an output changes by at most y (1 − y), which is never 1": (lambda z: 1.0,),
        "the derivative at the level of the second largest score; it is largest where y = 1/2": (
            lambda z: (y := output_with(z, np.sort(z)[-2])) * (1 - y),
        ),
        "the derivative at z itself; where the score tips it is the largest": (
            lambda z: output_with(z, z.max()) * (1 - output_with(z, z.max())),
        ),
    },
}

checks.arrays(
    softmax_audit,
    oracle=audited,
    seed=29,
    cases=lambda rng: {
        "z = (−3, 1, 100, 5, −1)": checks.case(np.array([-3.0, 1, 100, 5, -1]), rtol=1e-3),
        "scores nearer to each other": checks.case(
            np.array([1.5, -0.5, 4.0, 1.0]) + rng.uniform(-0.2, 0.2, size=4), rtol=1e-3
        ),
        "scores in the thousands": checks.case(
            np.array([-2010.0, -2003.5, -2001.0, -1990.0, -2001.7]), rtol=1e-5
        ),
    },
    mistakes={
        **{text: changed("line", number) for number, text in OTHER_LINES.items()},
        **{
            text: tuple(changed(entry, way) for way in ways)
            for entry, texts in OTHER_ENTRIES.items()
            for text, ways in texts.items()
        },
    },
)
