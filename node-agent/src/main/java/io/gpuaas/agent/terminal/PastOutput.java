package io.gpuaas.agent.terminal;

import io.gpuaas.agent.screen.Screen;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * Which window a terminal had when, as far back as its output is kept. With it what scrolled away can be found in the
 * raw bytes when somebody wants to see it, so that nobody needs to follow it before. The terminal's lock guards it.
 */
final class PastOutput {

    private static final int WINDOWS_MAX = 64;
    private static final int CHUNK_BYTES = 64 * 1024;

    private final Deque<Window> windows = new ArrayDeque<>();

    /** From this offset on. */
    private record Window(long offset, WindowSize size) {}

    PastOutput(WindowSize first) {
        windows.add(new Window(0, first));
    }

    void resized(long offset, WindowSize size) {
        if (windows.getLast().offset() == offset) {
            windows.removeLast();
        }
        windows.addLast(new Window(offset, size));
        if (windows.size() > WINDOWS_MAX) {
            windows.removeFirst();
        }
    }

    /** A screen that was shown all that is kept, and kept what scrolled away. */
    Screen replay(Ring ring) {
        long at = ring.start();
        forgetBefore(at);
        WindowSize first = Objects.requireNonNull(windows.peekFirst()).size();
        Screen screen = Screen.keepingScrollback(first.columns(), first.rows(), at == 0);
        if (at > 0) {
            at = afterTheFirstLine(ring);
        }
        for (Window window : windows) {
            at = feed(screen, ring, at, window.offset());
            screen.resize(window.size().columns(), window.size().rows());
        }
        feed(screen, ring, at, ring.end());
        return screen;
    }

    /** The oldest bytes may be the rest of a line, or of a sequence. */
    private static long afterTheFirstLine(Ring ring) {
        byte[] bytes = ring.read(ring.start(), CHUNK_BYTES);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return ring.start() + i + 1;
            }
        }
        return ring.start();
    }

    private static long feed(Screen screen, Ring ring, long from, long to) {
        long at = from;
        while (at < to) {
            byte[] bytes = ring.read(at, (int) Math.min(CHUNK_BYTES, to - at));
            screen.feed(bytes, bytes.length);
            at += bytes.length;
        }
        return at;
    }

    /** The window in which the oldest kept byte was printed stays. */
    private void forgetBefore(long offset) {
        while (windows.size() > 1) {
            Window first = windows.removeFirst();
            if (windows.getFirst().offset() > offset) {
                windows.addFirst(first);
                return;
            }
        }
    }
}
