package io.gpuaas.cli.command;

import io.gpuaas.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The standard streams a command is connected to. No input if null. */
record CommandStreams(@Nullable InputStream in, OutputStream out, OutputStream err) {

    static CommandStreams of(Terminal terminal, boolean withInput) {
        return new CommandStreams(withInput ? terminal.in() : null, terminal.rawOut(), terminal.rawErr());
    }

    /** Returns whether standard input comes from a pipe or a file rather than from a keyboard. */
    static boolean isInputPiped(Terminal terminal) {
        try {
            Path link = Files.readSymbolicLink(Path.of("/proc/self/fd/0"));
            return !link.startsWith("/dev/pts")
                    && !link.startsWith("/dev/tty")
                    && !link.equals(Path.of("/dev/console"));
        } catch (IOException e) {
            return !terminal.interactive();
        }
    }
}
