package io.gpuaas.cli.output;

import io.gpuaas.kernel.VisibleText;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The standard streams of a command. It is interactive if they belong to a terminal. */
public record Terminal(InputStream in, OutputStream rawOut, PrintWriter out, PrintWriter err, boolean interactive) {

    /** Maximum length of a secret or key read from standard input. */
    private static final int INPUT_BYTES_MAX = 64 * 1024;

    private static final int ANSWER_BYTES_MAX = 100;

    public static Terminal ofThisProcess() {
        OutputStream rawOut = StandardOutput.ofThisProcess();
        Charset charset = System.out.charset();
        return new Terminal(
                System.in,
                rawOut,
                new PrintWriter(rawOut, false, charset),
                new PrintWriter(new FileOutputStream(FileDescriptor.err), true, charset),
                // Depending on the JDK version, the console is null or is not a terminal.
                Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent());
    }

    /** Output for text from other sources: control characters are removed at a terminal and kept in files and pipes. */
    public OutputStream foreignText() {
        return interactive || (rawOut instanceof StandardOutput && StandardOutput.isTerminal())
                ? new CleanedOutput(rawOut)
                : rawOut;
    }

    /** Standard error for bytes that are not ours to interpret. */
    public OutputStream rawErr() {
        return rawOut instanceof StandardOutput ? new FileOutputStream(FileDescriptor.err) : new WriterOutput(err);
    }

    /** A standard error that is text only, as of a caller in the same process. */
    private static final class WriterOutput extends OutputStream {

        private final PrintWriter to;

        WriterOutput(PrintWriter to) {
            this.to = to;
        }

        @Override
        public void write(int oneByte) {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            to.print(new String(bytes, from, count, StandardCharsets.UTF_8));
            to.flush();
        }
    }

    /** Reads a secret from standard input, since any process on the machine could read it in an argument. */
    public String readSecret(String what) {
        Console console = interactive ? System.console() : null;
        if (console != null) {
            char[] typed = console.readPassword("%s: ", what);
            return typed == null ? "" : String.valueOf(typed).strip();
        }
        return readAll().strip();
    }

    /** Reads several secrets, each with a prompt; without a terminal, one per line. */
    public List<String> readSecrets(String... what) {
        if (interactive) {
            return Arrays.stream(what).map(this::readSecret).toList();
        }
        List<String> lines = readAll().lines().toList();
        if (lines.size() != what.length) {
            throw new IllegalArgumentException("Standard input must contain " + what.length + " lines: "
                    + String.join(", ", what).toLowerCase(Locale.ROOT) + ".");
        }
        return lines;
    }

    public String readAll() {
        try {
            byte[] bytes = in.readNBytes(INPUT_BYTES_MAX + 1);
            if (bytes.length > INPUT_BYTES_MAX) {
                throw new IllegalArgumentException("Standard input is longer than " + INPUT_BYTES_MAX + " bytes.");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read standard input: " + e.getMessage(), e);
        }
    }

    /** Asks a yes-or-no question; only y and yes count as yes. */
    public boolean asks(String question) {
        out.flush();
        err.print(VisibleText.shownLines(question) + " [y/N] ");
        err.flush();
        String answer = readLine().strip();
        return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
    }

    private String readLine() {
        StringBuilder line = new StringBuilder();
        try {
            int next = in.read();
            while (next >= 0 && next != '\n' && line.length() < ANSWER_BYTES_MAX) {
                line.append((char) next);
                next = in.read();
            }
            return line.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read standard input: " + e.getMessage(), e);
        }
    }
}
