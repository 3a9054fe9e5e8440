package io.gpuaas.agent.command;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.task.CommandTasks.StartCommand;
import io.gpuaas.agent.terminal.Processes;
import io.gpuaas.agent.terminal.ShellLaunch;
import io.gpuaas.kernel.log.JsonLog;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One command: its program, and what it printed. This object's lock guards everything but the files. */
final class CommandRun {

    /** Between SIGTERM and SIGKILL. */
    static final Duration GRACE = Duration.ofSeconds(10);

    /** Processes the program left running hold its output open; they have so long to finish before they are ended. */
    private static final Duration LEFTOVERS_MAX = Duration.ofSeconds(2);

    private static final Duration DRAIN_MAX = Duration.ofSeconds(20);
    private static final int READ_BYTES = 16 * 1024;

    private final UUID allocation;
    private final CommandFolder folder;
    private final List<OutputFile> outputs;
    private final CommandRoom room;
    private final long outputMax;
    private final JsonLog log;
    private final long beganNanos = System.nanoTime();
    private final Set<String> pendingSignals = new LinkedHashSet<>();
    private boolean isSignalling;
    private long kept;
    private boolean isTruncated;
    private @Nullable Process process;
    private @Nullable Stdin stdin;
    private @Nullable String stopped;
    private @Nullable CommandEnd end;
    private long endedNanos;
    private int readers;
    private int attached;

    CommandRun(UUID allocation, CommandFolder folder, CommandRoom room, long outputMax, JsonLog log)
            throws IOException {
        this.allocation = allocation;
        this.folder = folder;
        this.room = room;
        this.outputMax = outputMax;
        this.log = log;
        this.outputs = List.of(
                OutputFile.create(folder.path(), OutputFile.STDOUT),
                OutputFile.create(folder.path(), OutputFile.STDERR));
    }

    UUID id() {
        return folder.id();
    }

    UUID allocation() {
        return allocation;
    }

    CommandFolder folder() {
        return folder;
    }

    List<OutputFile> outputs() {
        return outputs;
    }

    long beganNanos() {
        return beganNanos;
    }

    synchronized @Nullable CommandEnd end() {
        return end;
    }

    synchronized @Nullable Stdin stdin() {
        return stdin;
    }

    synchronized boolean attach(int max) {
        boolean isRoom = attached < max;
        attached += isRoom ? 1 : 0;
        return isRoom;
    }

    synchronized void detach() {
        attached--;
        notifyAll();
    }

    /** Everybody has had time to come back for the rest. */
    synchronized boolean isLeft(Duration patience) {
        return end != null && attached == 0 && System.nanoTime() - endedNanos > patience.toNanos();
    }

    /** A program that kept its output open beyond its end still has threads here. */
    synchronized boolean isStillRead() {
        return readers > 0;
    }

    /** Starts the program and follows it. Ends at once when it cannot be started. */
    synchronized void start(Shell program, StartCommand task, Runnable ended) {
        try {
            Process started = launch(program, task);
            process = started;
            Stdin input = task.hasStdin() ? new Stdin(started.getOutputStream(), this::wake) : null;
            stdin = input;
            List<Thread> reading = List.of(
                    read(started.getInputStream(), outputs.get(0)), read(started.getErrorStream(), outputs.get(1)));
            if (input != null) {
                thread("stdin", () -> pump(input));
            }
            thread("follow", () -> follow(started, reading, Duration.ofSeconds(task.secondsMax()), ended));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // A host without room for another thread says so with an OutOfMemoryError.
            log.warn("could not start a command", with("command", id()), with("error", e));
            settle(abandon());
            ended.run();
        }
    }

    /** Nobody would follow the program. */
    private CommandEnd abandon() {
        Process started = process;
        if (started == null) {
            return new CommandEnd(CommandEnd.FAILED, null, CommandEnd.NOT_STARTED, 0, 0, false);
        }
        try {
            Processes.endAll(started.pid(), Signals.mark(id()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        started.destroyForcibly();
        if (stdin != null) {
            stdin.stop();
        }
        isTruncated = true;
        return ended(CommandEnd.UNKNOWN, null, CommandEnd.HOST_ERROR);
    }

    private Process launch(Shell program, StartCommand task) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.hasOwnUnit()
                                ? ShellLaunch.commandAsUnit(program, id(), allocation, keepValues(program))
                                : ShellLaunch.commandAsChild(program))
                .directory(program.folder().toFile());
        if (!task.hasStdin()) {
            builder.redirectInput(new File("/dev/null"));
        }
        builder.environment().clear();
        builder.environment().putAll(program.environment());
        builder.environment().put(Processes.COMMAND, id().toString());
        builder.environment().put(Processes.ALLOCATION, allocation.toString());
        return builder.start();
    }

    private @Nullable Path keepValues(Shell program) throws IOException {
        String values = ShellLaunch.values(program);
        return values.isEmpty() ? null : folder.keepValues(values);
    }

    private Thread thread(String name, Runnable work) {
        return Thread.ofPlatform().daemon().name(name + "-" + id()).start(work);
    }

    /** Under the lock, so that it is counted before it can end. */
    private synchronized Thread read(InputStream from, OutputFile into) {
        Thread reading = thread(into.name(), () -> {
            try (from) {
                byte[] buffer = new byte[READ_BYTES];
                int count;
                while ((count = from.read(buffer)) >= 0) {
                    keep(into, buffer, count);
                }
            } catch (IOException e) {
                log.warn("could not read what a command prints", with("command", id()), with("error", e));
                truncate();
            } finally {
                noteRead();
            }
        });
        readers++;
        return reading;
    }

    /** Output beyond the limit is read all the same and dropped: a program that waits for room would never end. */
    private void keep(OutputFile into, byte[] buffer, int count) {
        try {
            int fits = takeRoom(count);
            if (fits > 0) {
                into.append(buffer, fits);
            }
            if (fits < count) {
                truncate();
            }
            wake();
        } catch (IOException e) {
            truncate();
        }
    }

    private synchronized int takeRoom(int count) throws IOException {
        if (isTruncated || end != null) {
            // Bytes after a gap would be taken for those that followed the bytes before it.
            return 0;
        }
        int fits = room.take((int) Math.min(count, outputMax - kept));
        kept += fits;
        return fits;
    }

    private synchronized void truncate() {
        isTruncated = true;
    }

    private synchronized void noteRead() {
        readers--;
        notifyAll();
    }

    synchronized void wake() {
        notifyAll();
    }

    private void pump(Stdin input) {
        try {
            input.pump();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Process started, List<Thread> reading, Duration life, Runnable ended) {
        try {
            if (!started.waitFor(life.toMillis(), TimeUnit.MILLISECONDS)) {
                stop(CommandEnd.TIME_IS_UP);
                started.waitFor();
            }
            // A process that closed the output does not hold up the end.
            boolean isRead = awaitRead(LEFTOVERS_MAX);
            if (!isRead) {
                drain(started, reading);
            }
            settle(howItEnded(started.exitValue()));
            if (isRead) {
                Processes.endAll(started.pid(), Signals.mark(id()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Stdin input = stdin();
            if (input != null) {
                input.stop();
            }
            ended.run();
        }
    }

    /** Processes that are left hold the output open. */
    private void drain(Process started, List<Thread> reading) throws InterruptedException {
        Processes.endAll(started.pid(), Signals.mark(id()));
        if (!awaitRead(DRAIN_MAX)) {
            log.warn("stopped waiting for the output of a command that ended", with("command", id()));
            truncate();
            reading.forEach(Thread::interrupt);
        }
    }

    private synchronized boolean awaitRead(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (readers > 0 && System.nanoTime() < until) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, until - System.nanoTime()));
        }
        return readers == 0;
    }

    private synchronized CommandEnd howItEnded(int code) {
        String why = stopped;
        if (why == null) {
            return ended(CommandEnd.EXITED, code, null);
        }
        return why.equals(CommandEnd.CANCELED)
                ? ended(CommandEnd.CANCELED, code, null)
                : ended(CommandEnd.FAILED, null, why);
    }

    private CommandEnd ended(String state, @Nullable Integer code, @Nullable String why) {
        return new CommandEnd(
                state, code, why, outputs.get(0).end(), outputs.get(1).end(), isTruncated);
    }

    /** Outputs first: the end says how long they are. */
    private void settle(CommandEnd how) {
        try {
            for (OutputFile output : outputs) {
                output.force();
            }
            folder.end(how);
        } catch (IOException e) {
            // It is reported all the same; an agent that is killed before that reports it as unknown.
            log.warn("could not record the end of a command", with("command", id()), with("error", e));
        }
        synchronized (this) {
            end = how;
            endedNanos = System.nanoTime();
            notifyAll();
        }
    }

    // ---- ending it -------------------------------------------------------------------------------------------------

    /**
     * Sends a signal of its client's. One thread does it, as looking for the processes takes a while; one that is to be
     * sent already counts once, as signals do.
     */
    synchronized void signal(String name) {
        pendingSignals.add(name);
        if (!isSignalling) {
            isSignalling = true;
            Thread.ofVirtual().name("signal-" + id()).start(this::sendSignals);
        }
    }

    private void sendSignals() {
        try {
            for (String name = nextSignal(); name != null; name = nextSignal()) {
                Process running = running();
                if (running != null) {
                    Signals.send(name, id(), running.pid());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.warn("could not send a signal to a command", with("command", id()), with("error", e));
            stopSignalling();
        }
    }

    private synchronized @Nullable String nextSignal() {
        String next =
                pendingSignals.isEmpty() ? null : pendingSignals.iterator().next();
        pendingSignals.remove(next);
        isSignalling = next != null;
        return next;
    }

    private synchronized void stopSignalling() {
        isSignalling = false;
    }

    private synchronized @Nullable Process running() {
        return end == null ? process : null;
    }

    /** Asks first, and ends everything after the grace. Once: a later call changes nothing. */
    void stop(String why) throws InterruptedException {
        Process running = stoppingFirst(why);
        if (running == null) {
            return;
        }
        Signals.send(Signals.TERM, id(), running.pid());
        Thread.ofVirtual().name("kill-" + id()).start(() -> {
            try {
                if (!awaitEnd(GRACE)) {
                    kill(why);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** At once. */
    void kill(String why) throws InterruptedException {
        Process running = stopping(why);
        if (running != null) {
            Signals.send(Signals.KILL, id(), running.pid());
            running.destroyForcibly();
        }
    }

    private synchronized @Nullable Process stoppingFirst(String why) {
        return stopped == null ? stopping(why) : null;
    }

    /** The first reason counts. */
    private synchronized @Nullable Process stopping(String why) {
        if (stopped == null) {
            stopped = why;
        }
        return running();
    }

    synchronized boolean awaitEnd(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (end == null && System.nanoTime() < until) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, until - System.nanoTime()));
        }
        return end != null;
    }

    void close() throws IOException {
        for (OutputFile output : outputs) {
            room.free(output.end());
            output.close();
        }
    }
}
