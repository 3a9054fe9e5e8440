package io.gpuaas.agent.command;

import io.gpuaas.agent.terminal.Processes;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Signals for everything that a command started. */
final class Signals {

    static final String TERM = "TERM";
    static final String KILL = "KILL";

    private static final Map<String, Integer> NUMBERS =
            Map.of("HUP", 1, "INT", 2, "QUIT", 3, KILL, 9, "USR1", 10, "USR2", 12, TERM, 15);

    /** They stand around the program, and would end without waiting for it. */
    private static final Set<String> AROUND = Set.of("bwrap", "systemd-run");

    private static final MethodHandle SEND = send();

    private Signals() {}

    @SuppressWarnings("restricted")
    private static MethodHandle send() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("kill"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    static boolean isKnown(String name) {
        return NUMBERS.containsKey(name);
    }

    static void send(String name, UUID command, long session) throws InterruptedException {
        int number = Objects.requireNonNull(NUMBERS.get(name));
        if (name.equals(KILL)) {
            Processes.endAll(session, mark(command));
            return;
        }
        for (ProcessHandle process : Processes.list(session, mark(command))) {
            if (process.isAlive() && !AROUND.contains(program(process.pid()).orElse(""))) {
                send(Math.toIntExact(process.pid()), number);
            }
        }
    }

    static String mark(UUID command) {
        return Processes.COMMAND + "=" + command;
    }

    private static void send(int pid, int number) {
        try {
            // One that ended meanwhile is answered with an error, and wants no signal.
            int _ = (int) SEND.invokeExact(pid, number);
        } catch (Throwable e) {
            throw new IllegalStateException("the C library cannot be called", e);
        }
    }

    private static Optional<String> program(long pid) {
        try {
            return Optional.of(
                    Files.readString(Path.of("/proc", Long.toString(pid), "comm"), StandardCharsets.ISO_8859_1)
                            .strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
