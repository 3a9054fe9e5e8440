package io.gpuaas.cli;

import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.TerminalClient.Ending;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Comes back to a terminal whose connection broke, until whoever sits in front leaves or it was in vain for long. */
final class Reconnecting {

    /** For about ten minutes: a laptop that slept, a train in a tunnel. */
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

    /** One connection after the other. */
    interface Connections {

        /** Until it ends. */
        Ending carry(boolean isFirst) throws InterruptedException;

        /** How many of them stood so far. */
        int opened();
    }

    /** Until somebody is in a hurry, or it lasted so long. */
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

    /** Tries again now, when it waits. */
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
                // It was there again: what breaks later is another break.
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
            return new Ending("not reached: " + e.getMessage(), null, false);
        } catch (GpuaasException e) {
            boolean mayPass = e.status() == TOO_MANY_REQUESTS || e.status() >= SERVER_FAILED;
            return new Ending(String.valueOf(e.getMessage()), null, !mayPass);
        }
    }

    /** False when nobody wants to come back any more. */
    private boolean awaitTurn(Duration pause) throws InterruptedException {
        // Who was in a hurry before is not in one now.
        hurry.drainPermits();
        if (!isLeft) {
            pauses.pause(hurry, pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
        }
        return !isLeft;
    }
}
