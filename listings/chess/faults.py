"""What can go wrong when a listing plays: each with one sentence for the person who reads it."""

from listings.source import ListingFault


class Stopped(Exception):
    """The program has come to an end, of itself or by an error of BASIC."""


class Stuck(Exception):
    """The program waits for something that its board.toml does not know, or answers no more."""


class Cannot(Exception):
    """The program cannot do what is asked, and its book says so or its set-up refuses."""


__all__ = ["Cannot", "ListingFault", "Stopped", "Stuck"]
