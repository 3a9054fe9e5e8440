package io.gpuaas.agent.exec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a program of the host with a time limit and a bound on what it may say. No shell is between. */
public final class Program {

    private static final int OUTPUT_BYTES_MAX = 1024 * 1024;
    private static final Duration KILL_GRACE = Duration.ofSeconds(2);

    private final List<String> command;
    private final Duration limit;
    private byte[] input = new byte[0];
    private int outputBytesMax = OUTPUT_BYTES_MAX;
    private Charset charset = StandardCharsets.UTF_8;

    private Program(Duration limit, List<String> command) {
        this.limit = limit;
        this.command = command;
    }

    public static Program of(Duration limit, String... command) {
        return new Program(limit, List.of(command));
    }

    public static Program of(Duration limit, List<String> command) {
        return new Program(limit, List.copyOf(command));
    }

    /** Before the input is given: one character stands for one byte, so whatever is read can be written back. */
    public Program bytes() {
        charset = StandardCharsets.ISO_8859_1;
        return this;
    }

    public Program input(String text) {
        input = text.getBytes(charset);
        return this;
    }

    /** Keeps the last bytes when there are more. */
    public Program outputBytesMax(int bytes) {
        outputBytesMax = bytes;
        return this;
    }

    /** Throws {@link ProgramException} when it cannot be started or does not end in time; any exit code is an answer. */
    public Finished run() throws ProgramException, InterruptedException {
        Process process = start();
        try {
            AtomicReference<byte[]> out = new AtomicReference<>(new byte[0]);
            AtomicReference<byte[]> err = new AtomicReference<>(new byte[0]);
            Thread outReader = Thread.ofVirtual().start(() -> out.set(tail(process.getInputStream())));
            Thread errReader = Thread.ofVirtual().start(() -> err.set(tail(process.getErrorStream())));
            Thread.ofVirtual().start(() -> feed(process.getOutputStream()));
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ProgramException.timedOut(command, limit);
            }
            outReader.join(KILL_GRACE);
            errReader.join(KILL_GRACE);
            return new Finished(process.exitValue(), new String(out.get(), charset), new String(err.get(), charset));
        } finally {
            end(process);
        }
    }

    private Process start() throws ProgramException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().put("LC_ALL", "C");
            return builder.start();
        } catch (IOException e) {
            throw ProgramException.notStarted(command, e);
        }
    }

    private static void end(Process process) {
        // Its children hold the pipes open, so they go too.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void feed(OutputStream stream) {
        try (stream) {
            stream.write(input);
        } catch (IOException e) {
            // The program ended without reading; its exit code says whether that was right.
        }
    }

    private byte[] tail(InputStream stream) {
        byte[] buffer = new byte[8192];
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        try (stream) {
            int count;
            while ((count = stream.read(buffer)) >= 0) {
                kept.write(buffer, 0, count);
                if (kept.size() > 2 * outputBytesMax) {
                    keepLast(kept);
                }
            }
        } catch (IOException e) {
            // Closed because the program was ended; what came is kept.
        }
        keepLast(kept);
        return kept.toByteArray();
    }

    private void keepLast(ByteArrayOutputStream kept) {
        if (kept.size() > outputBytesMax) {
            byte[] all = kept.toByteArray();
            kept.reset();
            kept.write(all, all.length - outputBytesMax, outputBytesMax);
        }
    }

    public record Finished(int exitCode, String out, String err) {

        public boolean isSuccess() {
            return exitCode == 0;
        }

        /** The first thing to tell about a failure. */
        public String complaint() {
            String text = err.isBlank() ? out.strip() : err.strip();
            return "exit code " + exitCode
                    + (text.isEmpty()
                            ? ""
                            : ": "
                                    + text.lines()
                                            .limit(3)
                                            .reduce((a, b) -> a + " · " + b)
                                            .orElse(""));
        }
    }
}
