"""The project's folder, the recorded results, and the material that is not part of the project."""

from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
GOLDEN = REPO / "tests" / "golden"
SHARED = REPO.parent / "shared"
