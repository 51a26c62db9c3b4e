import numpy as np

WORDS = """
line-0: line 3 is about scores that are level, and z's are not: what is true there need not be true
    at z
line-1: line 1 is true: it is what saturation means
line-2: line 2 is true, as long as “can change” is all that is said
line-3: line 3 is true: at a tie the larger one of two outputs is decided by any difference
line-5: line 5 would follow from line 4: look for an earlier one
gap-to-smallest: the gap to the smallest score; the second largest is the first to draw level
distance-from-mean: the distance from the mean; the second largest score is the first to draw level
distance-without-sign: the distance, without its sign
largest-score: the largest score itself
level-of-second: the level of the second largest score: the other scores have a part in the sum too
log-sum-of-all: the logarithm of the sum over all scores, the largest included; the others are meant
output-there: the output is 1/2 there, not the score
how-far: how far the score has to move; asked for is where it is then
largest-score-itself: the largest score of z itself; its output reacts most where the output is 1/2
mean-of-others: the mean of the other scores; it takes as large a power as all of theirs together
where-output-is-1-over-n: where the output is 1/n, not 1/2
slope-at-half: y (1 − y), with the output 1/2
slope-of-one: an output changes by at most y (1 − y), which is never 1
slope-at-second: the derivative at the level of the second largest score; it is largest where y =
    1/2
slope-at-z: the derivative at z itself; where the score tips it is the largest
"""


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


OTHER_ENTRIES = {
    "gap": {
        "gap-to-smallest": (lambda z: z.max() - z.min(),),
        "distance-from-mean": (
            lambda z: z.max() - z.mean(),
            lambda z: z.max() - np.delete(z, np.argmax(z)).mean(),
        ),
        "distance-without-sign": (lambda z: np.sort(z)[-2] - z.max(),),
        "largest-score": (lambda z: z.max(),),
    },
    "tipping_score": {
        "level-of-second": (lambda z: np.sort(z)[-2],),
        "log-sum-of-all": (lambda z: z.max() + np.log(np.exp(z - z.max()).sum()),),
        "output-there": (lambda z: 0.5,),
        "how-far": (lambda z: others_together(z) - z.max(), lambda z: z.max() - others_together(z)),
        "largest-score-itself": (lambda z: z.max(),),
        "mean-of-others": (lambda z: np.delete(z, np.argmax(z)).mean(),),
        "where-output-is-1-over-n": (
            lambda z: (
                (rest := np.delete(z, np.argmax(z))).max()
                + np.log(np.exp(rest - rest.max()).mean())
            ),
        ),
    },
    "largest_derivative": {
        "slope-at-half": (lambda z: 0.5,),
        "slope-of-one": (lambda z: 1.0,),
        "slope-at-second": (lambda z: (y := output_with(z, np.sort(z)[-2])) * (1 - y),),
        "slope-at-z": (lambda z: output_with(z, z.max()) * (1 - output_with(z, z.max())),),
    },
}

checks.words(WORDS)
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
        **{f"line-{number}": changed("line", number) for number in (0, 1, 2, 3, 5)},
        **{
            name: tuple(changed(entry, way) for way in ways)
            for entry, errors in OTHER_ENTRIES.items()
            for name, ways in errors.items()
        },
    },
)
