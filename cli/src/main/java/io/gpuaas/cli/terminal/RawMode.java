package io.gpuaas.cli.terminal;

import io.gpuaas.cli.output.ReaderGoneException;
import io.gpuaas.cli.output.Terminal;
import io.gpuaas.sdk.TerminalClient.Size;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the local terminal into raw mode and restores it when closed, however the program ends. It also resets the modes
 * that a remote program, such as an editor, may have left behind.
 */
final class RawMode implements AutoCloseable {

    private static final File TTY = new File("/dev/tty");
    private static final Size DEFAULT = new Size(80, 24);
    private static final long TIOCGWINSZ = 0x5413;
    private static final int STANDARD_INPUT = 0;
    private static final int STANDARD_OUTPUT = 1;

    /**
     * Resets the modes that programs change while they run: alternate screen, scroll region, insertion, wrapping,
     * colours, character sets, cursor and its shape, key codes, mouse, focus and pasting. Leaving the alternate screen
     * restores the saved cursor, so the cursor is saved first in case that screen was never entered. The same holds for
     * the scroll region, whose change moves the cursor.
     */
    static final String RESETS =
            "\u001b7\u001b[?1049l\u001b7\u001b[r\u001b8\u001b[4l\u001b[?7h\u001b[0m\u001b(B\u000f\u001b[?25h"
                    + "\u001b[0 q\u001b[?1l\u001b>\u001b[?9l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1005l\u001b[?1006l\u001b[?1015l"
                    + "\u001b[?1016l\u001b[?1004l\u001b[?2004l";

    private final OutputStream out;
    private final @Nullable String before;
    private final @Nullable MethodHandle ioctl;
    private volatile boolean isClosed;
    private volatile boolean isAtEnd;

    private RawMode(OutputStream out, @Nullable String before) {
        this.out = out;
        this.before = before;
        this.ioctl = before == null ? null : ioctl();
    }

    /** Does nothing unless the terminal is interactive. */
    static RawMode enter(Terminal terminal) throws IOException, InterruptedException {
        RawMode mode = new RawMode(terminal.rawOut(), terminal.interactive() ? stty("-g") : null);
        if (terminal.interactive()) {
            Runtime.getRuntime().addShutdownHook(new Thread(mode::close));
            stty("raw", "-echo");
        }
        return mode;
    }

    private static String stty(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectInput(TTY).start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("stty " + String.join(" ", arguments) + " failed");
        }
        return answer;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle ioctl() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(2));
    }

    /** Reads the window size. Callers poll it, since the JVM has no supported notification of changes. */
    Size size() {
        if (ioctl == null) {
            return DEFAULT;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment window = arena.allocate(8, 8);
            int result = (int) ioctl.invokeExact(STANDARD_INPUT, TIOCGWINSZ, window);
            int rows = window.get(ValueLayout.JAVA_SHORT, 0);
            int columns = window.get(ValueLayout.JAVA_SHORT, 2);
            return result == 0 && rows > 0 && columns > 0 ? new Size(columns, rows) : DEFAULT;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read the window size", e);
        }
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Keeps the modes as they are: the shell exited after its programs, which have reset what they wanted to. */
    void keepModes() {
        isAtEnd = true;
    }

    private void resetModes() {
        try {
            if (!isAtEnd && isTerminal(STANDARD_OUTPUT)) {
                out.write(RESETS.getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        } catch (IOException | UncheckedIOException | ReaderGoneException e) {
            // The terminal is gone, and its modes with it.
        }
    }

    @SuppressWarnings("restricted")
    private static boolean isTerminal(int file) {
        Linker linker = Linker.nativeLinker();
        MethodHandle isatty = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("isatty"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try {
            return (int) isatty.invokeExact(file) == 1;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot determine whether standard input is a terminal", e);
        }
    }

    @Override
    public synchronized void close() {
        if (!isClosed) {
            resetModes();
        }
        if (!isClosed && before != null) {
            try {
                stty(before);
            } catch (IOException e) {
                // The terminal is gone, and its mode with it.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        isClosed = true;
    }
}
