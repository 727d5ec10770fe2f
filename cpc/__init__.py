"""The Schneider/Amstrad CPC, for Python: `from cpc import CPC`."""


def __getattr__(name: str):
    if name == "CPC":
        from cpc.api import CPC
        return CPC
    raise AttributeError(f"module 'cpc' has no attribute {name!r}")


__all__ = ["CPC"]
