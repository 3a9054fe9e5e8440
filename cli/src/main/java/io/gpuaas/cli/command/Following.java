package io.gpuaas.cli.command;

import io.gpuaas.cli.output.Words;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Command;
import io.gpuaas.sdk.CommandAccess;
import io.gpuaas.sdk.CommandClient;
import io.gpuaas.sdk.CommandClient.Ending;
import io.gpuaas.sdk.CommandOutput;
import io.gpuaas.sdk.CommandState;
import io.gpuaas.sdk.CommandsApi;
import io.gpuaas.sdk.CommandsApi.ReadCommandOutputFilter;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.StartCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts a command once and follows it to its end, over as many connections as it takes. What no connection brings any
 * more, for example because the node's agent died, is read from the stored output.
 */
final class Following {

    /** The exit code if the program's own is not known, as ssh has it. */
    static final int NO_CODE = 255;

    private static final int TRIES_MAX = 70;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration STORED_PATIENCE = Duration.ofMinutes(10);
    private static final int INPUT_BYTES = 16 * 1024;
    private static final int KILL_AFTER = 3;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_FAILED = 500;

    private final CommandsApi api;
    private final ProjectId project;
    private final AllocationId allocation;
    private final CommandStreams streams;
    private final Consumer<String> tell;

    Following(
            CommandsApi api,
            ProjectId project,
            AllocationId allocation,
            CommandStreams streams,
            Consumer<String> tell) {
        this.api = api;
        this.project = project;
        this.allocation = allocation;
        this.streams = streams;
        this.tell = tell;
    }

    /** Returns the program's exit code. */
    int run(StartCommand wanted, boolean handlesSignals) throws IOException, InterruptedException {
        CommandAccess access = api.startCommand(project, allocation, wanted);
        Runnable endsForwarding = () -> {};
        try (HttpClient http = HttpClient.newHttpClient();
                CommandClient client = new CommandClient(http, this::write)) {
            if (handlesSignals) {
                endsForwarding = forwardSignals(client, access.command());
            }
            InputStream in = streams.in();
            if (in != null) {
                Thread.ofPlatform().daemon().name("stdin").start(() -> send(client, in));
            }
            Ending ending = carry(client, access);
            client.close();
            http.shutdownNow();
            return ending.state() == null
                    ? exitCode(finish(client, access.command()))
                    : exitCode(access.command(), ending);
        } finally {
            endsForwarding.run();
        }
    }

    private Runnable forwardSignals(CommandClient client, Command command) {
        AtomicInteger interrupts = new AtomicInteger();
        return Interrupts.handle(name -> {
            boolean isKill = interrupts.incrementAndGet() >= KILL_AFTER;
            if (!client.signal(isKill ? "KILL" : name)) {
                tell.accept("Not connected; the command keeps running. End it with: gpuaas commands cancel "
                        + command.allocationId() + " " + command.id());
                // In order, since an allocation may have to be released; not on this thread, which signals need.
                Thread.ofPlatform().start(() -> System.exit(NO_CODE));
            }
        });
    }

    private void write(CommandOutput stream, byte[] bytes, int from, int count) throws IOException {
        OutputStream to = stream == CommandOutput.STDOUT ? streams.out() : streams.err();
        to.write(bytes, from, count);
        to.flush();
    }

    private static void send(CommandClient client, InputStream in) {
        try {
            byte[] buffer = new byte[INPUT_BYTES];
            int count = in.read(buffer);
            while (count >= 0 && client.send(buffer, count)) {
                count = in.read(buffer);
            }
            client.endInput();
        } catch (IOException e) {
            client.endInput();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Ending carry(CommandClient client, CommandAccess first) throws IOException, InterruptedException {
        Ending ending = carry(client, Optional.of(first));
        int opened = client.openings();
        for (int tries = 1; !ending.isFinal() && tries <= TRIES_MAX; tries++) {
            if (tries == 2) {
                tell.accept("Connection lost (" + Words.printable(ending.reason()) + "); reconnecting.");
            }
            Duration pause = PAUSE.multipliedBy(tries);
            Thread.sleep(pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
            ending = again(client, first.command());
            if (client.openings() > opened) {
                opened = client.openings();
                tries = 0;
            }
        }
        return ending;
    }

    private Ending carry(CommandClient client, Optional<CommandAccess> access)
            throws IOException, InterruptedException {
        try {
            return client.carry(access.orElseThrow());
        } catch (IOException | RuntimeException e) {
            // The reader of our output has gone: as in a pipe, the program ends too.
            client.signal("TERM");
            throw e;
        }
    }

    private Ending again(CommandClient client, Command command) throws IOException, InterruptedException {
        CommandAccess access;
        try {
            access = api.attachCommand(project, allocation, command.id());
        } catch (ServerUnreachableException e) {
            return new Ending("server unreachable", null, null, false, false);
        } catch (GpuaasException e) {
            return new Ending(String.valueOf(e.getMessage()), null, null, false, !mayPass(e));
        }
        return carry(client, Optional.of(access));
    }

    /** Reads the rest of the output where it is stored, and how the command ended. */
    private Command finish(CommandClient client, Command begun) throws IOException, InterruptedException {
        long[] offsets = {client.received(CommandOutput.STDOUT), client.received(CommandOutput.STDERR)};
        long until = System.nanoTime() + STORED_PATIENCE.toNanos();
        while (true) {
            long before = offsets[0] + offsets[1];
            Command command = look(begun, offsets);
            boolean isNew = offsets[0] + offsets[1] > before;
            if (command != null && hasEnded(command) && isAllRead(command, offsets)) {
                return command;
            }
            boolean isOver = System.nanoTime() > until;
            if (isNew) {
                until = System.nanoTime() + STORED_PATIENCE.toNanos();
            } else if (command == null && isOver) {
                throw new IOException("the server does not answer; read the rest with: gpuaas commands logs "
                        + allocation + " " + begun.id());
            } else if (command != null && hasEnded(command) && (command.stdoutBytes() == null || isOver)) {
                tell.accept("Some output may be missing: the node has not delivered it.");
                return command;
            }
            Thread.sleep(LOOK);
        }
    }

    /** Null while the server cannot be asked: the command goes on without it. */
    private @Nullable Command look(Command begun, long[] offsets) throws IOException {
        try {
            Command command = api.getCommand(project, allocation, begun.id());
            read(command, CommandOutput.STDOUT, offsets);
            read(command, CommandOutput.STDERR, offsets);
            return command;
        } catch (ServerUnreachableException e) {
            return null;
        } catch (GpuaasException e) {
            if (mayPass(e)) {
                return null;
            }
            throw e;
        }
    }

    static boolean mayPass(GpuaasException refusal) {
        return refusal.status() == TOO_MANY_REQUESTS || refusal.status() >= SERVER_FAILED;
    }

    private static boolean hasEnded(Command command) {
        return command.state() != CommandState.REQUESTED && command.state() != CommandState.RUNNING;
    }

    private static boolean isAllRead(Command command, long[] offsets) {
        Long stdout = command.stdoutBytes();
        Long stderr = command.stderrBytes();
        return stdout != null && stderr != null && offsets[0] >= stdout && offsets[1] >= stderr;
    }

    private void read(Command command, CommandOutput stream, long[] offsets) throws IOException {
        int index = stream == CommandOutput.STDOUT ? 0 : 1;
        long stored = stream == CommandOutput.STDOUT ? command.stdoutStored() : command.stderrStored();
        boolean isMore = true;
        while (isMore && offsets[index] < stored) {
            long copied = copy(command, stream, offsets[index]);
            offsets[index] += copied;
            isMore = copied > 0;
        }
    }

    private long copy(Command command, CommandOutput stream, long offset) throws IOException {
        long copied = 0;
        try (InputStream stored = api.readCommandOutput(
                project,
                allocation,
                command.id(),
                ReadCommandOutputFilter.none().stream(stream).offset(offset))) {
            byte[] buffer = new byte[INPUT_BYTES];
            int count;
            while ((count = readOn(stored, buffer)) >= 0) {
                write(stream, buffer, 0, count);
                copied += count;
            }
        }
        return copied;
    }

    /** A connection that breaks ends this piece; the next look goes on where it broke. */
    private static int readOn(InputStream stored, byte[] buffer) {
        try {
            return stored.read(buffer);
        } catch (IOException e) {
            return -1;
        }
    }

    /** Prints stored output, from the beginning, until the command has ended if {@code follow}. */
    Command logs(Command command, @Nullable CommandOutput only, boolean follow)
            throws IOException, InterruptedException {
        long[] offsets = new long[2];
        Command seen = command;
        while (true) {
            if (only != CommandOutput.STDERR) {
                read(seen, CommandOutput.STDOUT, offsets);
            }
            if (only != CommandOutput.STDOUT) {
                read(seen, CommandOutput.STDERR, offsets);
            }
            boolean isStored = seen.stdoutBytes() != null
                    && seen.stderrBytes() != null
                    && seen.stdoutStored() >= seen.stdoutBytes()
                    && seen.stderrStored() >= seen.stderrBytes();
            if (!follow || (hasEnded(seen) && (isStored || seen.stdoutBytes() == null))) {
                return seen;
            }
            Thread.sleep(LOOK);
            seen = api.getCommand(project, allocation, command.id());
        }
    }

    private int exitCode(Command command, Ending ending) {
        warnOfTruncation(command, ending.truncated());
        return exitCode(command, ending.state(), ending.exitCode(), ending.reason());
    }

    private int exitCode(Command command) {
        warnOfTruncation(command, command.truncated());
        return exitCode(command, command.state(), command.exitCode(), command.reason());
    }

    private void warnOfTruncation(Command command, boolean isTruncated) {
        if (isTruncated) {
            tell.accept("Output beyond the limit was dropped (command " + command.id() + ").");
        }
    }

    private int exitCode(
            Command command, @Nullable CommandState state, @Nullable Integer code, @Nullable String reason) {
        if (code != null) {
            return code;
        }
        String why = reason == null || reason.isEmpty()
                ? ""
                : ": " + Words.printable(reason).replace('_', ' ');
        tell.accept("Command " + command.id() + " is " + (state == null ? "unknown" : state.wire()) + why + ".");
        return NO_CODE;
    }
}
