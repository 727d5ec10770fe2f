"""What a person at the command line did wrong, or the host did not allow: one sentence, and the exit status."""


class Fault(Exception):
    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


def of_file(path, error: OSError) -> Fault:
    return Fault(f"{path}: {error.strerror or error}.")
