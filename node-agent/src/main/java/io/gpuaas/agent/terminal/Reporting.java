package io.gpuaas.agent.terminal;

import io.gpuaas.agent.wire.ServerException;
import java.time.Duration;
import java.util.function.Consumer;

/** Tells the control plane how something ended, a few times until it has answered. */
final class Reporting {

    private static final int TRIES_MAX = 6;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Consumer<String> notes;

    Reporting(Consumer<String> notes) {
        this.notes = notes;
    }

    interface Report {
        void send() throws ServerException;
    }

    /** False when no answer came. */
    boolean send(String what, Report report) throws InterruptedException {
        for (int tries = 1; tries <= TRIES_MAX; tries++) {
            try {
                report.send();
                return true;
            } catch (ServerException e) {
                if (!e.isTemporary() || tries == TRIES_MAX) {
                    notes.accept(what + ": how it ended was not taken: " + e.getMessage());
                    return !e.isTemporary();
                }
                Thread.sleep(PAUSE.multipliedBy((long) tries * tries));
            }
        }
        return false;
    }
}
