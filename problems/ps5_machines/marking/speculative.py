OF_TOKENS = """
k-terms: the sum ends a term early: after k accepted drafts there is one token more
    :: range(k + 1) -> range(k)
all-accepted-left-out: one case is left out: with probability alpha**k all k are accepted, and k + 1
    tokens made
    :: return sum(alpha**i * (1 - alpha) * (i + 1) for i in range(k))
bonus-forgotten: the token that the large model supplies itself counts, too
    :: range(k + 1) -> range(1, k + 1)
k-alpha: what is behind a rejected draft is dropped: draft i counts with probability alpha**i. And
    the large model supplies a token itself :: return [k ~ (k + 1)] * alpha
one-plus-k-alpha: what is behind a rejected draft is dropped: draft i counts with probability
    alpha**i :: return 1 + k * alpha
endless-draft: this is a draft that doesn't end: a round makes k + 1 tokens at most
    :: return 1 / np.subtract(1, alpha)
endless-draft-cut: 1/(1 − alpha) is the mean of a draft that doesn't end; cut off at k + 1 it is not
    the mean of drafts that each end there :: return np.minimum(np.divide(1, 1 - alpha), k + 1)
all-or-nothing: drafts that were accepted before one is rejected count, too
    :: return 1 + k * alpha**k
division-by-zero: this is 0/0 at alpha = 1; a round makes k + 1 tokens there
    :: return np.divide(1 - alpha ** (k + 1), 1 - alpha)
"""
OF_SPEED = """
draft-is-free: drafting takes time: cost for each draft token :: cost = 0
draft-costs-a-step: a draft token takes cost steps of the large model, not one :: cost = 1
one-draft-token: k tokens are drafted, one after another :: (k * cost + 1) -> (cost + 1)
check-costs-k-steps: all drafts are checked in one step of the large model
    :: (k * cost + 1) -> (k * cost + k + [0 ~ 1])
verification-forgotten: the check takes a step of the large model :: (k * cost + 1) -> (k * cost)
accepted-drafts-alone: drafts that are dropped have taken their time, too
    :: (k * cost + 1) -> ((expected_tokens(alpha, k) - 1) * cost + 1)
drafts-until-a-rejection: all k drafts are made before the check; those behind one that is rejected
    have taken their time, too :: (k * cost + 1) -> (cost * sum(alpha**i for i in range(k)) + 1)
drafts-beside-the-check: the check comes after the drafts: the two times add up
    :: (k * cost + 1) -> max(k * cost, 1)
k-plus-one-drafts: k tokens are drafted; the last one of a round is the large model's own
    :: (k * cost + 1) -> ((k + 1) * cost + 1)
time-for-a-token: this is upside down: time for a token :: return 1 / _
"""


def by_rejection(alpha, k):
    """Rounds by the draft that is rejected first, if any, with their probabilities."""
    rejected = sum(alpha**i * (1 - alpha) * (i + 1) for i in range(k))
    return rejected + alpha**k * (k + 1)


def drafts(rng, *costs):
    """Rounds: acceptance, drafts, and what else is drawn between two ends. Where no count is needed
    to be right, little is earned."""
    rounds = {
        "two drafts": (rng.uniform(0.3, 0.6), 2, 1),
        "some drafts": (rng.uniform(0.6, 0.85), int(rng.integers(4, 8)), 1),
        "many drafts": (rng.uniform(0.85, 0.95), int(rng.integers(12, 20)), 1),
        "all rejected, alpha = 0": (0.0, 5, 0.2),
    }
    if not costs:
        rounds["no draft"] = (rng.uniform(0.4, 0.9), 0, 0.2)
        rounds["all accepted, alpha = 1"] = (1.0, int(rng.integers(4, 9)), 0.2)
    return {
        name: checks.case(alpha, k, *(rng.uniform(*ends) for ends in costs), weight=weight)
        for name, (alpha, k, weight) in rounds.items()
    }


def reference(function, **own):
    return checks.Reference(SOLUTION, {}, function=function, own=own)


tokens = checks.arrays(
    expected_tokens,
    oracle=by_rejection,
    cases=drafts,
    reference=reference("expected_tokens"),
    mistakes=OF_TOKENS,
    share=1 / 2,
)
speeds = checks.arrays(
    speedup,
    oracle=lambda alpha, k, cost: by_rejection(alpha, k) / (1 + sum(cost for _ in range(k))),
    cases=lambda rng: drafts(rng, (0.1, 0.3)),
    reference=reference("speedup", expected_tokens=tokens.mistaken),
    mistakes=OF_SPEED,
    share=1 / 2,
)
tokens.of("expected_tokens") + speeds.of("speedup")
