package io.gpuaas.cli;

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

/** Where a command reads and writes. A person sits there when it is interactive. */
record Terminal(InputStream in, OutputStream rawOut, PrintWriter out, PrintWriter err, boolean interactive) {

    /** No secret and no key we read is longer. */
    private static final int INPUT_BYTES_MAX = 64 * 1024;

    private static final int ANSWER_BYTES_MAX = 100;

    static Terminal ofThisProcess() {
        OutputStream rawOut = StandardOutput.ofThisProcess();
        Charset charset = System.out.charset();
        return new Terminal(
                System.in,
                rawOut,
                new PrintWriter(rawOut, false, charset),
                new PrintWriter(new FileOutputStream(FileDescriptor.err), true, charset),
                // Whether there is none or one that is no terminal differs between versions of the JDK.
                Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent());
    }

    /** For bytes from elsewhere that are text: cleaned when somebody looks at them, as they are for a file or program. */
    OutputStream foreignText() {
        return interactive || (rawOut instanceof StandardOutput && StandardOutput.isTerminal())
                ? new CleanedOutput(rawOut)
                : rawOut;
    }

    /** A secret comes through standard input: every process of the machine could read it in an argument. */
    String readSecret(String what) {
        Console console = interactive ? System.console() : null;
        if (console != null) {
            char[] typed = console.readPassword("%s: ", what);
            return typed == null ? "" : String.valueOf(typed).strip();
        }
        return readAll().strip();
    }

    /** Several, each asked for by itself; without a terminal one on each line. */
    List<String> readSecrets(String... what) {
        if (interactive) {
            return Arrays.stream(what).map(this::readSecret).toList();
        }
        List<String> lines = readAll().lines().toList();
        if (lines.size() != what.length) {
            throw new IllegalArgumentException("Standard input needs " + what.length + " lines: "
                    + String.join(", ", what).toLowerCase(Locale.ROOT) + ".");
        }
        return lines;
    }

    String readAll() {
        try {
            byte[] bytes = in.readNBytes(INPUT_BYTES_MAX + 1);
            if (bytes.length > INPUT_BYTES_MAX) {
                throw new IllegalArgumentException("Standard input is longer than " + INPUT_BYTES_MAX + " bytes.");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Standard input cannot be read: " + e.getMessage(), e);
        }
    }

    /** True only for a clear yes. */
    boolean asks(String question) {
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
            throw new UncheckedIOException("Standard input cannot be read: " + e.getMessage(), e);
        }
    }
}
