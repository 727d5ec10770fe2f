"""What the window draws, to the dot, as it was recorded by tests/window_scenes.py."""

import os

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

pygame = pytest.importorskip("pygame")

from tests.window_scenes import PICTURES, SCENES  # noqa: E402


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_the_recorded_one(name, tmp_path):
    if name.startswith("chess") and getattr(pygame, "IS_CE", False):
        pytest.skip("pygame-ce draws slanting lines and circles in another way")
    shown, recorded = SCENES[name](tmp_path), pygame.image.load(PICTURES / f"{name}.png")
    assert shown.get_size() == recorded.get_size()
    if (new := pygame.image.tobytes(shown, "RGB")) != (old := pygame.image.tobytes(recorded, "RGB")):
        width = shown.get_width()
        places = [(at // 3 % width, at // 3 // width) for at in range(0, len(new), 3) if new[at:at + 3] != old[at:at + 3]]
        pygame.image.save(shown, tmp_path / f"{name}.png")
        pytest.fail(f"{len(places)} dots differ, from {min(places)} to {max(places)}: see {tmp_path / name}.png; "
                    "if that is wanted, python3 -m tests.window_scenes records them again")


def test_each_recorded_picture_is_compared():
    assert {path.stem for path in PICTURES.glob("*.png")} == set(SCENES)
