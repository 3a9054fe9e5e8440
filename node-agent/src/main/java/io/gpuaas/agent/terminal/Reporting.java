package io.gpuaas.agent.terminal;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.log.JsonLog;
import java.time.Duration;

/** Reports to the control plane how something ended; retries a few times until it has answered. */
final class Reporting {

    private static final int TRIES_MAX = 6;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final JsonLog log;

    Reporting(JsonLog log) {
        this.log = log;
    }

    interface Report {
        void send() throws ServerException;
    }

    /** False when no answer came. */
    boolean send(JsonLog.Field about, Report report) throws InterruptedException {
        for (int tries = 1; tries <= TRIES_MAX; tries++) {
            try {
                report.send();
                return true;
            } catch (ServerException e) {
                if (!e.isTemporary() || tries == TRIES_MAX) {
                    log.warn("could not report an end", about, with("error", e.getMessage()));
                    return !e.isTemporary();
                }
                Thread.sleep(PAUSE.multipliedBy((long) tries * tries));
            }
        }
        return false;
    }
}
