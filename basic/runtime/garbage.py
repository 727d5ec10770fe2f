"""Python's garbage collection, out of the way of what is compiled: to look through steps and nodes again and again took most of
a long program's RUN, and one look through everything took as long as a chess program's reply."""

import gc

Thresholds = tuple[int, int, int]

SELDOM = 100_000, 20, 20        # what starts a collection while a program runs
AT_ONCE = 1000                  # statements, between which a collection has nothing to look through

_imported_stays = False


def keep_what_is_imported() -> None:
    """Modules, grammar and tables stay as long as the process: no collection looks through them any more."""
    global _imported_stays
    if not _imported_stays:
        _imported_stays = True
        gc.freeze()


def collect_seldom() -> Thresholds:
    """From now on, for as long as a program runs. Gives what is to be set behind it."""
    usual = gc.get_threshold()
    if 0 < usual[0] < SELDOM[0]:                # else it is off, or seldomer
        gc.set_threshold(*SELDOM)
    return usual


def collect_as_usual(usual: Thresholds) -> None:
    gc.set_threshold(*usual)


def keep(compiled: int) -> None:
    """So many statements of a program have been compiled: what there is stays."""
    if not compiled % AT_ONCE:
        gc.freeze()


def give_back(compiled: int) -> None:
    """The steps of so many are thrown away."""
    if compiled >= AT_ONCE:
        gc.unfreeze()
