package io.gpuaas.cli;

import io.gpuaas.sdk.TerminalClient.Size;
import java.io.File;
import java.io.IOException;
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

/** The terminal in front hands every key on as it is pressed, until this is closed, however the program ends. */
final class RawMode implements AutoCloseable {

    private static final File TTY = new File("/dev/tty");
    private static final Size USUAL = new Size(80, 24);
    private static final long TIOCGWINSZ = 0x5413;
    private static final int STANDARD_INPUT = 0;

    private final @Nullable String before;
    private final @Nullable MethodHandle ioctl;
    private volatile boolean isClosed;

    private RawMode(@Nullable String before) {
        this.before = before;
        this.ioctl = before == null ? null : ioctl();
    }

    /** Without a person in front there is nothing to change. */
    static RawMode enter(boolean interactive) throws IOException, InterruptedException {
        RawMode mode = new RawMode(interactive ? stty("-g") : null);
        if (interactive) {
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

    /** Asked for again and again: the JVM has no supported way to be told. */
    Size size() {
        if (ioctl == null) {
            return USUAL;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment window = arena.allocate(8, 8);
            int result = (int) ioctl.invokeExact(STANDARD_INPUT, TIOCGWINSZ, window);
            int rows = window.get(ValueLayout.JAVA_SHORT, 0);
            int columns = window.get(ValueLayout.JAVA_SHORT, 2);
            return result == 0 && rows > 0 && columns > 0 ? new Size(columns, rows) : USUAL;
        } catch (Throwable e) {
            throw new IllegalStateException("the window's size cannot be asked for", e);
        }
    }

    boolean isClosed() {
        return isClosed;
    }

    @Override
    public synchronized void close() {
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
