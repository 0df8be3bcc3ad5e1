"""Signals are heard, also where they do not end what the program waits for."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from strata.cli.interrupts import Interrupted, Interrupts

if sys.platform == "win32":
    pytest.skip("signals of Unix", allow_module_level=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_interrupts_no_waiting_is_heard(number: signal.Signals) -> None:
    """It goes to another thread, so that the main thread goes on waiting for its line."""
    reading, writing = os.pipe()
    other = threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), number))
    rescue = threading.Timer(30, os.write, (writing, b"x"))
    for timer in (other, rescue):
        timer.daemon = True
        timer.start()
    with Interrupts() as interrupts:
        with pytest.raises(Interrupted) as interrupted, interrupts.listening():
            os.read(reading, 1)
        assert interrupted.value.exit_code == 128 + number
    rescue.cancel()
    os.close(reading)
    os.close(writing)


def test_outside_a_listening_block_it_waits() -> None:
    with Interrupts() as interrupts:
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Interrupted), interrupts.listening():
            pytest.fail("it was not told at the beginning of the block")


def test_what_was_before_is_there_again() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Interrupts():
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before
    assert signal.set_wakeup_fd(-1) == -1
