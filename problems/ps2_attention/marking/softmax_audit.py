import numpy as np

ERRORS = """
line-0: line 3 is about scores that are level, and z's are not: what is true there need not be true
    at z :: line = 0
line-1: line 1 is true: it is what saturation means :: line = 1
line-2: line 2 is true, as long as “can change” is all that is said :: line = 2
line-3: line 3 is true: at a tie the larger one of two outputs is decided by any difference
    :: line = 3
line-5: line 5 would follow from line 4: look for an earlier one :: line = 5
gap-to-smallest: the gap to the smallest score; the second largest is the first to draw level
    :: gap = largest - z.min()
distance-from-mean: the distance from the mean; the second largest score is the first to draw level
    :: gap = largest - [z ~ rest].mean()
distance-without-sign: the distance, without its sign :: gap = -gap
gap-halved: half of the gap; only the second largest score rises :: gap = gap / 2
gap-between-outputs: the gap between the two largest outputs; that between the scores is asked for
    :: gap = (1 - np.exp(second - largest)) / np.sum(np.exp(z - largest))
largest-score: the largest score itself :: gap = largest
level-of-second: the level of the second largest score: the other scores have a part in the sum too
    :: tipping = second
log-sum-of-all: the logarithm of the sum over all scores, the largest included; the others are meant
    :: tipping = largest + np.log(np.sum(np.exp(z - largest)))
overflow: the exponentials overflow, or are all 0 where the scores are far below 0: take the largest
    of these out of the sum first :: tipping = np.log(np.sum(np.exp(rest)))
output-there: the output is 1/2 there, not the score :: tipping = 0.5
how-far: how far the score has to move; asked for is where it is then :: tipping = tipping - largest
    :: tipping = largest - tipping
largest-score-itself: the largest score of z itself; its output reacts most where the output is 1/2
    :: tipping = largest
mean-of-others: the mean of the other scores; it takes as large a power as all of theirs together
    :: tipping = rest.mean()
where-output-is-1-over-n: where the output is 1/n, not 1/2 :: np.sum -> np.mean
slope-at-half: y (1 − y), with the output 1/2 :: slope = 0.5
slope-of-one: an output changes by at most y (1 − y), which is never 1 :: slope = 1.0
slope-at-z: the derivative at z itself; where the score tips it is the largest
    :: slope = (y := 1 / (1 + np.sum(np.exp(rest - largest)))) * (1 - y)
"""


def audited(z):
    """The tipping score by bisection: the output's derivative y (1 - y) is largest at y = 1/2."""
    low, high = np.min(z), np.max(z) + 2 * np.log(len(z))
    for _ in range(80):
        middle = (low + high) / 2
        y = 1 / (1 + np.sum(np.exp(np.delete(z, np.argmax(z)) - middle)))
        low, high = (middle, high) if y < 1 / 2 else (low, middle)
    gap = min(max(z) - score for score in z if score < max(z))
    return {"line": 4, "gap": gap, "tipping_score": middle, "largest_derivative": y * (1 - y)}


def slope_there(own, z):
    """The derivative at the student's own tipping score."""
    y = 1 / (1 + np.sum(np.exp(np.delete(z, np.argmax(z)) - own["tipping_score"])))
    return {"largest_derivative": y * (1 - y)}


checks.arrays(
    softmax_audit,
    oracle=audited,
    accept={"right, given your tipping score": checks.from_own(slope_there)},
    cases=lambda rng: {
        "z = (−3, 1, 100, 5, −1)": checks.case(np.array([-3.0, 1, 100, 5, -1]), rtol=1e-3),
        "scores nearer to each other": checks.case(
            np.array([1.5, -0.5, 4.0, 1.0]) + rng.uniform(-0.2, 0.2, size=4), rtol=1e-3
        ),
        "scores in the thousands": checks.case(
            np.array([-2010.0, -2003.5, -2001.0, -1990.0, -2001.7]), rtol=1e-5
        ),
    },
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
)
