package io.gpuaas.cli.terminal;

import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.TerminalClient.Ending;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reconnects to a terminal whose connection broke, until the user leaves or the retries are used up. */
final class Reconnecting {

    /** Retries for about ten minutes, enough for a sleeping laptop or a tunnel. */
    static final int TRIES_MAX = 70;

    static final Duration PAUSE = Duration.ofMillis(500);
    static final Duration PAUSE_MAX = Duration.ofSeconds(10);
    static final Ending LEFT = new Ending("left", null, true);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_FAILED = 500;

    private final Consumer<String> tell;
    private final Pauses pauses;
    private final Semaphore hurry = new Semaphore(0);
    private volatile boolean isLeft;

    /** Opens one connection after another. */
    interface Connections {

        /** Runs a connection until it ends. */
        Ending carry(boolean isFirst) throws InterruptedException;

        /** Returns how many connections were established so far. */
        int opened();
    }

    /** Waits until hurried or until the time is over. */
    interface Pauses {
        void pause(Semaphore hurry, Duration atMost) throws InterruptedException;
    }

    Reconnecting(Consumer<String> tell) {
        this(tell, (hurry, atMost) -> {
            boolean _ = hurry.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
        });
    }

    Reconnecting(Consumer<String> tell, Pauses pauses) {
        this.tell = tell;
        this.pauses = pauses;
    }

    void leave() {
        isLeft = true;
        hurry.release();
    }

    /** Skips the current wait. */
    void hurry() {
        hurry.release();
    }

    Ending carry(Connections connections) throws InterruptedException {
        Ending ending = connections.carry(true);
        int opened = connections.opened();
        int tries = 0;
        boolean isTold = false;
        while (!ending.isFinal() && tries < TRIES_MAX) {
            tries++;
            if (!isTold && !isLeft) {
                isTold = true;
                tell.accept(ending.reason() + "; reconnecting");
            }
            if (!awaitTurn(PAUSE.multipliedBy(tries))) {
                return LEFT;
            }
            ending = again(connections);
            if (connections.opened() > opened) {
                // The connection was restored; a later break starts a new count.
                opened = connections.opened();
                tries = 0;
                isTold = false;
            }
        }
        return isLeft ? LEFT : ending;
    }

    private static Ending again(Connections connections) throws InterruptedException {
        try {
            return connections.carry(false);
        } catch (ServerUnreachableException e) {
            return new Ending("server unreachable: " + e.getMessage(), null, false);
        } catch (GpuaasException e) {
            boolean mayPass = e.status() == TOO_MANY_REQUESTS || e.status() >= SERVER_FAILED;
            return new Ending(String.valueOf(e.getMessage()), null, !mayPass);
        }
    }

    /** Returns false if the user left. */
    private boolean awaitTurn(Duration pause) throws InterruptedException {
        // Requests to hurry count only during a wait.
        hurry.drainPermits();
        if (!isLeft) {
            pauses.pause(hurry, pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
        }
        return !isLeft;
    }
}
