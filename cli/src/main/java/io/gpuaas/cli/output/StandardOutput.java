package io.gpuaas.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fails at the first write that the reader does not accept; a writer that only records errors would go on fetching
 * pages.
 */
final class StandardOutput extends OutputStream {

    private final OutputStream out;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    static StandardOutput ofThisProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** Returns whether standard output is a terminal, even if standard input is not. Supported on Linux. */
    static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw String.valueOf(e.getMessage()).contains("Broken pipe")
                    ? new ReaderGoneException(e)
                    : new UncheckedIOException("Cannot write to standard output: " + e.getMessage(), e);
        }
    }
}
