ERRORS = """
no-master-copy: 8 of 12 bytes: beside both moments Adam keeps a float32 copy of the weights, which
    it updates; or both moments are float32; or one of the two moments is missing :: 12 * -> 8 *
sixteen-for-adam: Adam's three take 12 bytes for each weight; with weights and gradients it is 16
    :: 12 * -> 16 *
weights-in-fp32: the weights are bf16; their float32 copy is one of the optimiser's three
    :: weights = 2 * -> weights = 4 *
master-copy-apart: the master copy is the optimiser's: it is divided from stage 1 on, as the moments
    :: optimiser //= n_devices -> optimiser -= 8 * (n_params - n_params // n_devices)
    :: optimiser //= n_devices -> optimiser -= (8 + 4 * (stage > 2)) * (n_params - n_params //
    n_devices)
all-in-fp32: weights and gradients are bf16 here, only the optimiser's three float32
    :: weights = 2 * -> weights = 4 * && gradients = 2 * -> gradients = 4 *
gradients-in-fp32: here gradients are bf16 :: gradients = 2 * -> gradients = 4 *
state-in-bf16: master copy and moments are float32 :: 12 * -> 6 *
no-bf16-weights: the bf16 weights are there beside their master copy :: + weights ->
stage-shards-only-its-own: a stage divides what the stages before it divide as well :: >= => ==
stages-in-reverse: stage 1 divides what belongs to the optimiser, only stage 3 the weights
    :: stage >= 1 -> stage > 2 && >= 3 -> >= 1
optimiser-from-stage-1: the optimiser's state is divided from stage 1 on
    :: stage >= 1 -> stage [>= 0 ~ > 1]
gradients-from-stage-2: gradients are divided from stage 2 on :: stage >= 2 -> stage [>= 1 ~ > 2]
weights-from-stage-3: weights are divided from stage 3 on :: stage >= 3 -> stage [>= 2 ~ > 3]
gathered-weights-kept: in stage 3 a device keeps its part of the weights, and nothing beside it
    :: weights //= n_devices -> weights += weights // n_devices
one-stage-late: each is divided one stage too late :: stage = stage - 1
one-stage-early: divided one stage too early: stage 1 divides the optimiser's three alone, stage 2
    gradients, too, and only stage 3 weights
    :: stage = stage + 1 :: >= 2 -> >= 1 && >= 3 -> >= 2
all-devices-together: these are all devices together; one is asked for :: return n_devices * _
numbers-not-bytes: half of the bytes: these are numbers of 2 bytes each :: return _ // 2
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


checks.arrays(
    state_bytes,
    oracle=by_arrays,
    cases=stages,
    reference=checks.Reference(SOLUTION, {}),
    mistakes=ERRORS,
)
