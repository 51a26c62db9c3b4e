from examiner.checks import drop, replace

WORDS = """
no-master-copy: beside both moments Adam keeps a float32 copy of the weights, which it updates
gradients-in-fp32: here gradients are bf16
state-in-bf16: master copy and moments are float32
no-bf16-weights: the bf16 weights are there beside their master copy
stage-shards-only-its-own: a stage divides what the stages before it divide as well
optimiser-from-stage-1: the optimiser's state is divided from stage 1 on
gradients-from-stage-2: gradients are divided from stage 2 on
weights-from-stage-3: weights are divided from stage 3 on
one-stage-late: each is divided one stage too late
one-stage-early: each is divided one stage too early
stages-in-reverse: stage 1 divides what belongs to the optimiser, only stage 3 the weights
all-devices-together: these are all devices together; one is asked for
numbers-not-bytes: half of the bytes: these are numbers of 2 bytes each
"""


def by_arrays(n_params, n_devices, stage):
    """(bytes of a number, the stage that divides it) of gradients, weights and Adam's three."""
    arrays = [(2, 2), (2, 3), (4, 1), (4, 1), (4, 1)]
    numbers = {True: n_params // n_devices, False: n_params}
    return sum(each * numbers[stage >= divided] for each, divided in arrays)


def stages(rng):
    """Each stage for a few weights and for many, on devices that divide them."""
    found = {}
    for stage in range(4):
        for number, fewest, scale in (("hundreds", 5, 40), ("billions", 9, 400_000_000)):
            n_devices = int(rng.integers(fewest, fewest + 4))
            n_params = n_devices * int(scale * rng.uniform(1, 2))
            sizes = (n_params, n_devices, stage)
            found[f"stage {stage}, {number} of weights"] = checks.case(*sizes, rtol=1e-12)
    return found


def from_another(stage, *others):
    return [replace(f"stage >= {stage}", f"stage {other}") for other in others]


SUM = "optimiser + gradients + weights"
checks.words(WORDS)
checks.arrays(
    state_bytes,
    oracle=by_arrays,
    cases=stages,
    reference=checks.Reference(SOLUTION, {}),
    mistakes={
        "no-master-copy": replace("12 *", "8 *"),
        "gradients-in-fp32": replace("gradients = 2 *", "gradients = 4 *"),
        "state-in-bf16": replace("12 *", "6 *"),
        "no-bf16-weights": drop("+ weights"),
        "stage-shards-only-its-own": replace(">=", "==", everywhere=True),
        "optimiser-from-stage-1": from_another(1, ">= 0", "> 1"),
        "gradients-from-stage-2": from_another(2, ">= 1", "> 2"),
        "weights-from-stage-3": from_another(3, ">= 2", "> 3"),
        "one-stage-late": replace(">=", ">", everywhere=True),
        "one-stage-early": replace("stage >=", "stage + 1 >=", everywhere=True),
        "stages-in-reverse": replace("stage >= 1", "stage > 2") + replace(">= 3", ">= 1"),
        "all-devices-together": replace(SUM, f"n_devices * ({SUM})"),
        "numbers-not-bytes": replace(SUM, f"({SUM}) // 2"),
    },
)
