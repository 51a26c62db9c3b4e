"""The bytes of weights, gradients and optimiser that a device holds."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    convention,
    misconception,
    remove,
    replace,
    replace_all,
    returns,
)

from ..machines import state_bytes

# fmt: off
MISCONCEPTIONS = [
    misconception("no-master-copy", replace("12 *", "8 *"),
      "8 of 12 bytes: beside both moments Adam keeps a float32 copy of the weights, which it "
      "updates; or both moments are float32; or one of the two moments is missing"),
    misconception("sixteen-for-adam", replace("12 *", "16 *"),
      "Adam's three take 12 bytes for each weight; with weights and gradients it is 16"),
    misconception("weights-in-fp32", replace("weights = 2 *", "weights = 4 *"),
      "the weights are bf16; their float32 copy is one of the optimiser's three"),
    misconception("master-copy-apart",
      [replace("optimiser //= n_devices", "optimiser -= 8 * (n_params - n_params // n_devices)"),
       replace("optimiser //= n_devices",
               "optimiser -= (8 + 4 * (stage > 2)) * (n_params - n_params // n_devices)")],
      "the master copy is the optimiser's: it is divided from stage 1 on, as the moments"),
    misconception("all-in-fp32",
      replace("weights = 2 *", "weights = 4 *") & replace("gradients = 2 *", "gradients = 4 *"),
      "weights and gradients are bf16 here, only the optimiser's three float32"),
    convention("gradients-in-fp32", replace("gradients = 2 *", "gradients = 4 *"),
      "here gradients are bf16"),
    misconception("state-in-bf16", replace("12 *", "6 *"),
      "master copy and moments are float32"),
    misconception("no-bf16-weights", remove("+ weights"),
      "the bf16 weights are there beside their master copy"),
    misconception("stage-shards-only-its-own", replace_all(">=", "=="),
      "a stage divides what the stages before it divide as well"),
    misconception("stages-in-reverse", replace("stage >= 1", "stage > 2") & replace(">= 3", ">= 1"),
      "stage 1 divides what belongs to the optimiser, only stage 3 the weights"),
    misconception("optimiser-from-stage-1",
      [replace("stage >= 1", "stage >= 0"), replace("stage >= 1", "stage > 1")],
      "the optimiser's state is divided from stage 1 on"),
    misconception("gradients-from-stage-2",
      [replace("stage >= 2", "stage >= 1"), replace("stage >= 2", "stage > 2")],
      "gradients are divided from stage 2 on"),
    misconception("weights-from-stage-3",
      [replace("stage >= 3", "stage >= 2"), replace("stage >= 3", "stage > 3")],
      "weights are divided from stage 3 on"),
    misconception("gathered-weights-kept",
      replace("weights //= n_devices", "weights += weights // n_devices"),
      "in stage 3 a device keeps its part of the weights, and nothing beside it"),
    misconception("one-stage-late", assign("stage", "stage - 1"),
      "each is divided one stage too late"),
    misconception("one-stage-early",
      [assign("stage", "stage + 1"), replace(">= 2", ">= 1") & replace(">= 3", ">= 2")],
      "divided one stage too early: stage 1 divides the optimiser's three alone, stage 2 "
      "gradients, too, and only stage 3 weights"),
    misconception("all-devices-together", returns("n_devices * _"),
      "these are all devices together; one is asked for"),
    misconception("numbers-not-bytes", returns("_ // 2"),
      "half of the bytes: these are numbers of 2 bytes each"),
]
# fmt: on


def by_arrays(n_params: int, n_devices: int, stage: int) -> int:
    """Bytes of a device, array by array."""
    # Bytes of a number, and the stage that divides it: gradients, weights and Adam's three.
    arrays = [(2, 2), (2, 3), (4, 1), (4, 1), (4, 1)]
    numbers = {True: n_params // n_devices, False: n_params}
    return sum(each * numbers[stage >= divided] for each, divided in arrays)


def stages(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw each stage for a few weights and for many, on devices that divide them."""
    found = {}
    for stage in range(4):
        for number, fewest, scale in (("hundreds", 5, 40), ("billions", 9, 400_000_000)):
            n_devices = int(rng.integers(fewest, fewest + 4))
            n_params = n_devices * int(scale * rng.uniform(1, 2))
            sizes = (n_params, n_devices, stage)
            found[f"stage {stage}, {number} of weights"] = case(*sizes, rtol=1e-12)
    return found


question = Arrays(
    oracle=by_arrays, cases=stages, reference=state_bytes, misconceptions=MISCONCEPTIONS
)
