from dataclasses import replace

import numpy as np

ROWS = "axis=1, keepdims=True"
SMALL = "[1e-5 ~ 1e-6 ~ 1e-8 ~ 1e-10 ~ 1e-12]"
ERRORS = f"""
gamma-missing-in-dx: gamma is missing in dx: dy reaches z multiplied by it :: dz = dy
gamma-on-dx: gamma multiplies dx in the end; it belongs to dy, before the means
    :: dz = dy && dx = gamma * dx
mean-constant: the mean μ is treated as a constant; every entry of the row moves it
    :: through_mu = 0
deviation-constant: σ is treated as a constant; every entry of the row moves it :: through_sigma = 0
mean-and-deviation-constant: μ and σ are treated as constants; every entry of the row moves them
    :: dx = dz / root
dx-not-divided: dx is not divided by √(σ² + ε) :: dx = dz - through_mu - through_sigma
dx-divided-by-variance: dx is divided by σ² + ε; its root is missing :: dx = dx / root
dx-multiplied: dx is multiplied by √(σ² + ε); it is divided by it
    :: dx = (dz - through_mu - through_sigma) * root
mean-part-is-a-sum: the part through μ is a sum; it is a mean over the features
    :: through_mu = dz.sum({ROWS})
deviation-part-is-a-sum: the part through σ is a sum; it is a mean over the features
    :: through_sigma = z * np.sum(dz * z, {ROWS})
both-parts-are-sums: the parts through μ and σ are sums; they are means over the features
    :: through_mu = dz.sum({ROWS}) && through_sigma = z * np.sum(dz * z, {ROWS})
deviation-part-without-gamma: gamma is missing in the part through σ: dz, not dy
    :: through_sigma = z * np.mean(dy * z, {ROWS})
mean-part-without-gamma: gamma is missing in the part through μ: dz, not dy
    :: through_mu = dy.mean({ROWS})
first-term-divided-only: only the first term is divided by √(σ² + ε); all three are
    :: dx = dz / root - through_mu - through_sigma
means-over-all: the means run over all entries; each token has its own
    :: through_mu = dz.mean() && through_sigma = z * np.mean(dz * z) :: through_mu = dz.mean()
    :: through_sigma = z * np.mean(dz * z)
deviation-part-divided-twice: the part through σ is divided by √(σ² + ε) once too often
    :: through_sigma = through_sigma / root
deviation-in-place-of-z: x − μ stands where z belongs, in the part through σ
    :: through_sigma = [(x - mu) ~ z] * np.mean(dz * (x - mu), {ROWS})
    :: through_sigma = (x - mu) * np.mean(dz * z, {ROWS})
own-eps: a small number of its own is added to a denominator, where eps is already
    :: root = np.sqrt(variance + eps) + {SMALL} :: root = np.sqrt(variance + eps + {SMALL})
z-missing-in-deviation-part: the factor z is missing in the part through σ
    :: through_sigma = np.mean(dz * z, {ROWS})
deviation-part-without-product: the part through σ is the mean of dz ⊙ z; yours is that of dz
    :: through_sigma = z * dz.mean({ROWS})
deviation-part-doubled: the part through σ is twice what it should be: the root of a square halves
    it again :: through_sigma = 2 * through_sigma
deviation-part-added: the part through σ is added; it is subtracted
    :: through_sigma = -through_sigma
mean-part-added: the part through μ is added; it is subtracted :: through_mu = -through_mu
means-over-tokens: the means of the backward pass run over the tokens, as for batch norm
    :: through_mu = dz.mean(axis=0) && through_sigma = z * np.mean(dz * z, axis=0)
batch-norm: this is batch norm: mean and variance of each column :: axis=1, keepdims=True => axis=0
x-in-place-of-z: x stands where z belongs, in the part through σ
    :: through_sigma = [x ~ z] * np.mean(dz * x, {ROWS})
    :: through_sigma = x * np.mean(dz * z, {ROWS})
x-in-place-of-deviation: x stands where x − μ belongs, in the part through σ
    :: through_sigma = x * np.mean(dz * z, {ROWS}) / root
variance-by-d-minus-1: the variance is divided by d − 1; here it is the mean over all d features
    :: variance = x.var({ROWS}, ddof=1)
    :: variance = x.var({ROWS}, ddof=1)
    && through_sigma = z * np.sum(dz * z, {ROWS}) / (x.shape[1] - 1)
dx-zero-without-spread: dx of a token without spread is not 0: z is, but it moves with x
    :: dx = np.where(variance == 0, 0, dx)
diagonal-only: only the diagonal of the Jacobian is used: every entry of y moves with every one of x
    :: dx = dz * (1 - (1 + z**2) / x.shape[1]) / root
eps-missing-in-division: eps is missing where dx is divided at the end
    :: dx = (dz - through_mu - through_sigma) / np.sqrt(variance)
eps-missing: eps is missing :: root = np.sqrt(variance)
eps-missing-in-deviation-part: in the part through σ, σ² stands alone; it is σ² + ε there, too
    :: through_sigma = (x - mu) * np.mean(dz * (x - mu), {ROWS}) / [variance ~ np.where(variance ==
    0, 1, variance)]
eps-outside-the-root: eps is added to the root; it belongs under it, to the variance
    :: root = np.sqrt(variance) + eps
    :: root = np.sqrt(variance) + eps
    && through_sigma = through_sigma * root / np.sqrt([variance ~ np.where(variance == 0, 1,
    variance)])
eps-as-floor: eps is added to the variance; it is no least value of it
    :: root = np.sqrt(np.maximum(variance, eps))
    && through_sigma = [through_sigma ~ np.where(variance > eps, through_sigma, 0)]
divided-by-variance: x − μ is divided by the variance; its root is missing
    :: root = variance + eps && through_sigma = 2 * root * through_sigma
moments-of-all: mean and variance are those of all entries; each token has its own
    :: mu = x.mean() && variance = x.var()
    && through_mu = dz.mean() && through_sigma = z * np.mean(dz * z)
rms-norm: the mean is not subtracted: this is RMS norm
    :: mu = 0 && variance = np.mean(x**2, {ROWS}) && through_mu = 0
dgamma-of-x: gamma multiplies z: dgamma is made of z, not of x :: dgamma = np.sum(dy * x, axis=0)
dgamma-of-deviation: gamma multiplies z: dgamma is made of z, not of x − μ
    :: dgamma = np.sum(dy * (x - mu), axis=0)
dgamma-of-gamma-z: gamma multiplies z: dgamma is made of z, not of gamma z
    :: dgamma = np.sum(dz * z, axis=0)
dgamma-mean: dgamma is a sum over the tokens; you take their mean
    :: dgamma = np.mean(dy * z, axis=0)
dbeta-mean: dbeta is a sum over the tokens; you take their mean :: dbeta = np.mean(dy, axis=0)
dgamma-and-dbeta-means: dgamma and dbeta are sums over the tokens; yours are means
    :: dgamma = np.mean(dy * z, axis=0) && dbeta = np.mean(dy, axis=0)
dbeta-times-gamma: beta is added after gamma: dbeta is the sum of dy, not of dy ⊙ gamma
    :: dbeta = np.sum(dz, axis=0)
not-summed-over-tokens: dgamma and dbeta are not summed: the tokens share gamma and beta
    :: dgamma = dy * z && dbeta = dy
dgamma-and-dbeta-exchanged: dgamma and dbeta have changed places :: return dx, dbeta, dgamma
"""


WIDE = 6_000  # so many features that a step, or a row of the Jacobian, for each takes seconds
REFERENCE = checks.Reference(SOLUTION, {})


def by_definition(dy, x, gamma, eps):
    """Token by token, with the Jacobian of each: its entry (i, j) is how y_i moves with x_j."""
    (n, d), dx = x.shape, np.empty(x.shape)
    dgamma, dbeta = np.zeros(d), np.zeros(d)
    for t in range(n):
        mu = sum(x[t]) / d
        variance = sum((entry - mu) ** 2 for entry in x[t]) / d
        root = np.sqrt(variance + eps)
        J = np.empty((d, d))
        for i in range(d):
            for j in range(d):
                moves_centred = (i == j) - 1 / d  # of x_i - mu
                moves_root = (x[t, j] - mu) / d / root  # the part through mu adds up to 0
                moves_z = moves_centred / root - (x[t, i] - mu) / root * moves_root / root
                J[i, j] = gamma[i] * moves_z
        dx[t] = J.T @ dy[t]
        dgamma += dy[t] * (x[t] - mu) / root
        dbeta += dy[t]
    return dx, dgamma, dbeta


TOO_SLOW = (
    "not finished within 1.5 seconds: a step, or a row of a d × d Jacobian, for each feature?"
)


def small_cases(rng):
    def arguments(n, d, eps, size=1.0, gradient=1.0):
        dy, x = rng.normal(size=(2, n, d))
        return gradient * dy, size * (x + 0.7), rng.normal(size=d) + 0.5, eps

    # One step for all rows of the first of these is far too long for some of them, or too short;
    # one into the complex plane leaves nothing of the gradients of the second. Formulas need none,
    # and powers of the deviation that textbooks write, up to the fifth, don't vanish here.
    step = (
        "numbers as small as the statement says they may be come out wrong, as they do with steps,"
        " real ones or into the complex plane, which the question excludes"
    )
    rows = np.array([[1e-60], [1.0], [1e-30], [2.0]])
    return {
        "5 tokens of 4 features": checks.case(*arguments(5, 4, 0.2)),
        "one token of 6": checks.case(*arguments(1, 6, 1.3)),
        "inputs of 1e-60, and others, no eps": checks.case(
            *arguments(4, 4, 0.0, size=rows), atol=0, telltale=step
        ),
        "gradients of 1e-120": checks.case(
            *arguments(3, 5, 0.1, gradient=1e-120), atol=0, telltale=step
        ),
        "a token without spread": checks.case(*arguments(2, 4, 0.3, size=np.array([[1.0], [0.0]]))),
    }


def cases(rng):
    wide = rng.normal(size=(2, 40, WIDE))
    return small_cases(rng) | {
        "forty tokens of 6,000 features": checks.case(
            *wide,
            rng.normal(size=WIDE) + 0.5,
            0.2,
            atol=1e-9,  # the usual one; but with many features other mistakes look like lost digits
            oracle=REFERENCE.definition(),
            seconds=1.5,
            too_slow=TOO_SLOW,
        )
    }


def marked(cases, share=1.0):
    """The verdict on these cases: an array earns its share by being right in all of them."""
    return checks.arrays(
        layer_norm_backward,
        oracle=by_definition,
        cases=cases,
        outputs={"dx": 2, "dgamma": 1, "dbeta": 1},
        every_case=True,
        by_formulas=True,
        reference=REFERENCE,
        mistakes=ERRORS,
        share=share,
    )


def to_all_digits(rng):
    """The small cases, where what is measured lacks digits, be it linear in what is varied."""
    return {
        name: replace(case, rtol=1e-12, atol=0 if case.atol == 0 else 1e-13)
        for name, case in small_cases(rng).items()
    }


def of_formulas(verdict):
    """The verdict on an answer whose dx is made by an excluded method: dgamma and dbeta, which
    follow without any derivative of the norm, earn their shares if they are right to all digits.
    """
    found = checks.Verdict.from_findings(
        [replace(verdict.findings[0], about="dx", max_points=verdict.max_points / 2)],
        verdict.max_points / 2,
    )
    for name in ("dgamma", "dbeta"):
        part = checks.arrays(
            layer_norm_backward,
            oracle=by_definition,
            cases=to_all_digits,
            outputs={"dx": 0, "dgamma": 0, "dbeta": 0} | {name: 1},
            every_case=True,
            share=1 / 4,
        )
        if part.points == part.max_points:
            outcome, said = checks.Verdict.all_right, "right to all digits"
        else:
            outcome, said = checks.Verdict.nothing, "not right to all digits in every case"
        found += outcome(name, checks.said(said), part.max_points)
    return found


def marked_in_time():
    """The verdict; of an answer that takes too long where there are many features, half of what it
    earns in the other cases. (That is no more than dgamma and dbeta, which follow without any
    derivative of the norm: steps that are adapted well enough aren't told from a Jacobian.)
    """
    verdict = marked(cases)
    if verdict.findings[0].says[0].id in ("method-excluded", "some-digits-only"):
        return of_formulas(verdict)
    if not any("id='not-in-time'" in repr(each.says) for each in verdict.findings):
        return verdict
    others = marked(small_cases, share=1 / 2)
    return others + checks.Verdict.nothing(
        "forty tokens of 6,000 features", checks.said(TOO_SLOW), others.max_points
    )


marked_in_time()
