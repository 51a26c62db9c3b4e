"""What the host tells the supervisor when it starts it, and what it hears back first."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum

READY = "ready"
NO_NESTING = "no nesting"  # asked for Isolation.NESTED, where nobody in here may make namespaces


class Isolation(Enum):
    """What stands around a student's process."""

    NESTED = "nested"
    """Namespaces of its own, inside bubblewrap's."""
    OUTER = "outer"
    """bubblewrap's namespaces, which it has for itself."""
    NONE = "none"
    """Nothing: for trusted submissions."""


@dataclass(frozen=True)
class SandboxSettings:
    isolation: Isolation
    packages: list[str]
    """Folders that numpy, IPython and the rest are in."""
    memory: int
    """Bytes that the processes of one student may hold together."""
    uid: int | None = None
    """Who to become, where the supervisor is started as root."""
    folder: str = ""
    """Without isolation: where working folders are made."""

    def to_json(self) -> str:
        return json.dumps(asdict(self) | {"isolation": self.isolation.value})

    @classmethod
    def from_json(cls, text: str) -> SandboxSettings:
        values = json.loads(text)
        return cls(**values | {"isolation": Isolation(values["isolation"])})
