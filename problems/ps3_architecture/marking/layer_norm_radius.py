import numpy as np

ERRORS = """
gamma-without-absolute-value: a length is never negative, and gamma may be :: abs(gamma) -> gamma
gamma-squared: gamma is a factor of every entry, so of the length: |gamma|, not gamma²
    :: abs(gamma) -> gamma**2
gamma-root: gamma is a factor of every entry, so of the length: |gamma|, not its root
    :: abs(gamma) -> np.sqrt(abs(gamma))
gamma-missing: gamma is missing :: abs(gamma) * ->
root-of-d-minus-1: z has d entries with a mean square of 1: length √d, not √(d − 1)
    :: np.sqrt(d) -> np.sqrt(d - 1)
d-for-root-d: z has d entries with a mean square of 1: length √d, not d :: np.sqrt(d) -> d
root-d-missing: the factor √d is missing: z has d entries :: np.sqrt(d) * ->
eps-ignored: eps makes z shorter than √d where it is not small beside the variance
    :: spread = [1 ~ np.sqrt(variance / variance)]
eps-as-floor: eps is added to the variance; here it is its smallest value
    :: spread = np.sqrt(variance / max(variance, eps))
not-normalised: this is the length of x − μ, scaled by gamma: x is not divided by its spread
    :: spread = np.sqrt(variance)
root-missing: a length goes with the root: √(σ²/(σ² + ε)), not σ²/(σ² + ε)
    :: spread = variance / (variance + eps)
eps-added-to-deviation: eps is added to the variance, under the root, not to σ
    :: spread = np.sqrt(variance) / (np.sqrt(variance) + eps)
eps-added-to-the-sum: eps is added to the mean of the squares, σ² + ε, not to their sum
    :: spread = np.sqrt(variance / (variance + eps / d))
variance-missing-beside-eps: eps counts beside the variance: √(σ²/(σ² + ε)), not √(1/(1 + ε))
    :: spread = np.sqrt(1 / (1 + eps))
upside-down: upside down: √(σ²/(σ² + ε))
    :: spread = np.sqrt((variance + eps) / variance)[ ~  if variance else 0]
multiplied-by-deviation: multiplied by √(σ² + ε); x − μ, of length σ√d, is divided by it
    :: spread = np.sqrt(variance + eps)
variance-above-the-line: σ² stands above the line; x − μ has length σ√d
    :: spread = variance / np.sqrt(variance + eps)
divided-by-variance: divided by σ² + ε; its root is missing
    :: spread = np.sqrt(variance) / (variance + eps)
deviation-missing: x − μ has length σ√d: the factor σ is missing
    :: spread = 1 / np.sqrt(variance + eps)
variance-squared: `variance` is σ² already; it is squared once more
    :: spread = variance / np.sqrt(variance**2 + eps)
eps-from-one: ε counts beside the variance: √(σ²/(σ² + ε)), not √(1 − ε)
    :: spread = np.sqrt(max(1 - eps, 0))
first-order: this holds to first order in ε/σ²; it is asked for any ε
    :: spread = np.sqrt(max(1 - eps / variance, 0)) if variance else 0.0
    :: spread = 1 - eps / (2 * variance) if variance else 0.0
squared: this is the square of the length :: return _**2
"""


def by_definition(gamma, variance, d, eps):
    token = np.array([j % 2 for j in range(d)], dtype=float)  # any token, scaled to its variance
    token = (token - token.mean()) * np.sqrt(variance / token.var())
    z = token / np.sqrt(variance + eps)
    return np.sqrt(sum((gamma * entry) ** 2 for entry in z))


def cases(rng):
    gamma, variance, eps = rng.uniform(0.3, 2.5, size=(3, 6)).tolist()
    return {
        "eps = 0, gamma > 0": checks.case(gamma[0], variance[0], 7, 0.0),
        "eps = 0, gamma < 0": checks.case(-gamma[1], variance[1], 5, 0.0),
        "eps > 0, gamma > 0": checks.case(gamma[2], variance[2], 6, eps[2], weight=8 / 9),
        "eps > 0, gamma < 0": checks.case(-gamma[3], variance[3], 11, eps[3], weight=8 / 9),
        # Most wrong formulas are right here: beside them it is too little for the mark.
        "no variance": checks.case(gamma[4], 0.0, 5, eps[4], weight=2 / 9),
    }


checks.arrays(
    layer_norm_radius,
    oracle=by_definition,
    cases=cases,
    reference=checks.Reference(SOLUTION, {}),
    mistakes=ERRORS,
)
