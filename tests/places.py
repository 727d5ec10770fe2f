"""The project's folder, the recorded results, the material that is not part of the project, and whether all is to be tested."""

import os
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
GOLDEN = REPO / "tests" / "golden"
SHARED = REPO.parent / "shared"
PATIENCE = 300              # seconds for what another process does in one, however busy the computer is
EVERYTHING = bool(os.environ.get("CPC_TEST_ALL"))       # also what takes too long for each change
