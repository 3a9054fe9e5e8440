"""Watches a terminal in a window, and leaves it as a person does: once with ~. and once with Ctrl-C.

What is seen must hold the text given first; the command to watch with follows it.
"""

import sys
import termios

from terminal_in_a_window import Window


def main() -> None:
    text, command = sys.argv[1], sys.argv[2:]
    for keys in ("\r~.", "\x03"):
        window = Window(command)
        window.wait("how to leave", lambda: "to leave, press" in window.screen)
        window.wait(f"'{text}'", lambda: text in window.screen)
        window.type("typed in vain")
        window.type(keys)
        window.wait("the end", lambda: window.child.poll() is not None)
        window.look()
        if termios.tcgetattr(window.inner) != window.before:
            sys.exit("the window is not as it was")
        print(f"left with {keys!r} and {window.child.returncode}")


main()
