"""Runs a command that opens a shell elsewhere as a person does: in a window, which is a pseudo terminal here.

What is typed goes on as it is, the size inside follows the size outside, and the window is left as it was.
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

PATIENCE_SECONDS = 180
LOCAL_MODES = 3


def resize(window: int, rows: int, columns: int) -> None:
    fcntl.ioctl(window, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Window:
    def __init__(self, command: list[str]) -> None:
        self.outer, self.inner = pty.openpty()
        resize(self.inner, 30, 100)
        self.before = termios.tcgetattr(self.inner)
        self.screen = ""
        self.child = subprocess.Popen(
            command,
            stdin=self.inner,
            stdout=self.inner,
            stderr=self.inner,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def look(self) -> bool:
        """Whether there was something to see."""
        if not select.select([self.outer], [], [], 0.1)[0]:
            return False
        self.screen += os.read(self.outer, 65536).decode(errors="replace")
        return True

    def wait(self, what: str, is_there) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_there():
            if time.monotonic() > deadline:
                self.child.kill()
                sys.exit(f"waited too long for {what}; the screen shows:\n{self.screen}")
            has_ended = self.child.poll() is not None
            if not self.look() and has_ended and not is_there():
                sys.exit(f"ended with {self.child.returncode} before {what}; the screen shows:\n{self.screen}")

    def has_mode(self, mode: int) -> bool:
        return bool(termios.tcgetattr(self.inner)[LOCAL_MODES] & mode)

    def type(self, keys: str) -> None:
        os.write(self.outer, keys.encode())

    def type_until(self, keys: str, text: str) -> None:
        """Again and again: a size is noticed a moment later."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while text not in self.screen and time.monotonic() < deadline and self.child.poll() is None:
            self.type(keys)
            again = time.monotonic() + 1
            while text not in self.screen and time.monotonic() < again:
                self.look()
        self.wait(f"'{text}'", lambda: text in self.screen)


def main() -> None:
    window = Window(sys.argv[1:])
    window.wait("raw mode", lambda: not window.has_mode(termios.ECHO) and not window.has_mode(termios.ICANON))
    window.type("echo ready-$((1+1))\r")
    window.wait("a shell", lambda: "ready-2" in window.screen)
    window.type_until("stty size\r", "30 100")
    print("the size inside is the size outside")

    resize(window.outer, 43, 132)
    window.type_until("stty size\r", "43 132")
    print("the size inside follows")

    window.type("sh -c 'echo asleep-$((1+1)); sleep 600'\r")
    window.wait("the program", lambda: "asleep-2" in window.screen)
    window.type("\x03")
    window.type("echo awake-$((1+1))\r")
    window.wait("the shell after Ctrl-C", lambda: "awake-2" in window.screen)
    print("Ctrl-C ends what runs inside")

    window.type("exit 5\r")
    window.wait("the end", lambda: window.child.poll() is not None)
    if termios.tcgetattr(window.inner) != window.before:
        sys.exit(f"the window is not as it was: {window.before} became {termios.tcgetattr(window.inner)}")
    print(f"the window is as it was; the end was {window.child.returncode}")


if __name__ == "__main__":
    main()
