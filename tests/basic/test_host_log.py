"""The log of the host's calls: in a replay the same answers come without a call, and what is kept is counted."""

import pytest

from basic.host_log import ANSWER, SHARED, HostLog

LARGE, OTHER = b"x" * SHARED, b"y" * (SHARED + 10)


class Host:
    """Gives what it is told to give, and counts."""

    def __init__(self):
        self.calls = 0

    def give(self, value, *, fault=None):
        self.calls += 1
        if fault is not None:
            raise fault
        return value


@pytest.fixture
def log():
    log = HostLog()
    log.remember()
    return log


def test_without_a_log_each_call_is_made_and_nothing_is_kept():
    log, host = HostLog(), Host()
    assert log(host.give, 1) == 1 and log(host.give, 2) == 2
    with pytest.raises(ValueError):
        log(host.give, 0, fault=ValueError("no"))
    log.cut()
    log.forget_before(2)
    assert (host.calls, log.answers, log.at, log.size) == (3, None, 0, 0)


def test_a_replay_gets_the_same_answers_without_a_call(log):
    host = Host()
    assert [log(host.give, value) for value in (1, LARGE, (b"a", OTHER), None)] == [1, LARGE, (b"a", OTHER), None]
    with pytest.raises(OSError, match="full"):
        log(host.give, 0, fault=OSError(28, "full"))
    assert (host.calls, log.at) == (5, 5)
    log.at = 0
    assert [log(host.give, 9) for _ in range(4)] == [1, LARGE, (b"a", OTHER), None]
    with pytest.raises(OSError) as raised:
        log(host.give, 9)
    assert raised.value.args == (28, "full") and (host.calls, log.at) == (5, 5)
    assert log(host.give, 7) == 7 and (host.calls, log.at) == (6, 6)


def test_an_error_is_kept_without_what_led_to_it(log):
    def fails():
        try:
            raise KeyError(1)
        except KeyError as cause:
            raise OSError("gone") from cause
    with pytest.raises(OSError):
        log(fails)
    (_, kept), = log.answers
    assert kept.__traceback__ is kept.__cause__ is kept.__context__ is None
    log.at = 0
    for _ in range(2):
        with pytest.raises(OSError) as raised:
            log(fails)
        log.at = 0
        assert raised.value is not kept and kept.__traceback__ is None


def test_large_contents_are_kept_and_counted_once(log):
    host = Host()
    log(host.give, bytes(SHARED - 1))
    assert (log.size, log.contents) == (ANSWER, {})
    log(host.give, LARGE)
    assert log.size == 2 * ANSWER + SHARED
    log(host.give, bytes(bytearray(LARGE)))
    log(host.give, (3, bytes(bytearray(LARGE)), OTHER))
    assert log.size == 4 * ANSWER + SHARED + len(OTHER)
    assert log.contents == {LARGE: (LARGE, 3), OTHER: (OTHER, 1)}
    values = [value for value, _ in log.answers]
    assert values[1] is values[2] is values[3][1] and values[3] == (3, LARGE, OTHER)


def test_an_equal_small_answer_is_kept_once_and_another_is_not(log):
    host = Host()
    for value in (b"a", b"a", 1, True, b"b", b"b"):
        assert log(host.give, value) is value
    assert [one is other for one, other in zip(log.answers, log.answers[1:], strict=False)] == [True, False, False, False, True]
    for fault in (KeyError(1, "a"), KeyError(1, "a"), KeyError(2, "a"), ValueError(2, "a")):
        with pytest.raises(type(fault)):
            log(host.give, 0, fault=fault)
    errors = log.answers[6:]
    assert [one is other for one, other in zip(errors, errors[1:], strict=False)] == [True, False, False]
    assert log.size == 10 * ANSWER


def test_what_lies_behind_or_before_a_moment_is_forgotten(log):
    host = Host()
    for value in (1, LARGE, OTHER, LARGE, 5):
        log(host.give, value)
    log.at = 4
    log.cut()
    assert [value for value, _ in log.answers] == [1, LARGE, OTHER, LARGE]
    assert log.size == 4 * ANSWER + SHARED + len(OTHER)
    log.forget_before(2)
    assert log.forgotten == 2 and log.contents == {OTHER: (OTHER, 1), LARGE: (LARGE, 1)}
    log.forget_before(1)                # it is forgotten already
    assert log.forgotten == 2 and log.size == 2 * ANSWER + SHARED + len(OTHER)
    log.at = 3
    assert log(host.give, 0) == LARGE and host.calls == 5
    assert log(host.give, 6) == 6 and host.calls == 6
    log.at = 3
    log.cut()
    assert [value for value, _ in log.answers] == [OTHER] and log.contents == {OTHER: (OTHER, 1)}
    log.forget_before(3)
    assert (log.answers, log.contents, log.size) == ([], {}, 0)


def test_what_is_forgotten_again_and_again(log):
    host = Host()
    for value in range(6):
        log(host.give, value)
    for before in (2, 3, 5):
        log.forget_before(before)
        assert [value for value, _ in log.answers] == list(range(before, 6)) and log.size == (6 - before) * ANSWER


def test_answers_can_be_put_back(log):
    host = Host()
    for value in (1, LARGE):
        log(host.give, value)
    put_back = log.copy()
    log.at = 1
    log.cut()
    log(host.give, OTHER)
    put_back()
    assert [value for value, _ in log.answers] == [1, LARGE]
    assert log.contents == {LARGE: (LARGE, 1)} and log.size == 2 * ANSWER + SHARED


def test_to_remember_anew_forgets_everything(log):
    host = Host()
    for value in (1, LARGE):
        log(host.give, value)
    log.forget_before(1)
    log.remember()
    assert (log.answers, log.at, log.forgotten, log.contents, log.size, log.latest) == ([], 0, 0, {}, 0, {})
