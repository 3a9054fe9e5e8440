package io.gpuaas.sdk;

import java.time.Duration;

/**
 * Whether the other end of a connection is still there. TCP notices a network that falls silent only after many
 * minutes, so the terminal is asked after some silence, and must answer. What takes long to be shown here is no silence
 * there.
 */
final class Liveness {

    /** Checks per shortest time limit. */
    private static final int LOOKS = 4;

    private final TerminalClient.Patience patience;
    private final long beganNanos = System.nanoTime();
    private long heardNanos = beganNanos;
    private long askedNanos;
    private boolean isAsked;
    private boolean isOpened;
    private boolean answers;
    private boolean isShowing;

    enum Act {
        WAIT,
        ASK,
        LOST
    }

    Liveness(TerminalClient.Patience patience) {
        this.patience = patience;
    }

    Duration lookEvery() {
        Duration shorter = patience.silence().compareTo(patience.answer()) < 0 ? patience.silence() : patience.answer();
        return shorter.dividedBy(LOOKS);
    }

    /** An agent of an earlier version takes the question for nonsense; it is not asked. */
    synchronized void opened(boolean answersPings) {
        isOpened = true;
        answers = answersPings;
    }

    synchronized void heard(long nowNanos) {
        heardNanos = nowNanos;
        isAsked = false;
    }

    synchronized void beginShowing() {
        isShowing = true;
    }

    synchronized void endShowing(long nowNanos) {
        isShowing = false;
        heard(nowNanos);
    }

    synchronized Act look(long nowNanos) {
        if (isShowing) {
            heard(nowNanos);
        }
        if (!isOpened) {
            return nowNanos - beganNanos >= patience.opening().toNanos() ? Act.LOST : Act.WAIT;
        }
        if (isAsked) {
            return nowNanos - askedNanos >= patience.answer().toNanos() ? Act.LOST : Act.WAIT;
        }
        if (!answers || nowNanos - heardNanos < patience.silence().toNanos()) {
            return Act.WAIT;
        }
        isAsked = true;
        askedNanos = nowNanos;
        return Act.ASK;
    }
}
