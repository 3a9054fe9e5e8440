package io.gpuaas.cli;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Keys for whoever sits in front, and not for the terminal: after Enter, or as the first of all, {@code ~.} leaves,
 * {@code ~r} reconnects now, {@code ~t} takes the keyboard over, {@code ~?} lists these and {@code ~~} types one tilde,
 * as in ssh. Who only watches leaves with Ctrl-C too. For one thread.
 */
final class EscapeKeys {

    static final String LIST = "at the beginning of a line: ~. leaves, the terminal goes on; ~r reconnects now; "
            + "~t takes the keyboard over; ~? lists these; ~~ is one tilde";

    private static final byte TILDE = '~';
    private static final byte CONTROL_C = 3;

    private final BooleanSupplier onlyWatches;
    private final Acts acts;
    private boolean isAtLineStart = true;
    private boolean isEscaped;

    interface Acts {
        void leave();

        void reconnect();

        void takeOver();

        void list();
    }

    EscapeKeys(BooleanSupplier onlyWatches, Acts acts) {
        this.onlyWatches = onlyWatches;
        this.acts = acts;
    }

    /** What of it is for the terminal. */
    byte[] pass(byte[] keys, int count) {
        byte[] passed = new byte[count + 1];
        int length = 0;
        for (int i = 0; i < count; i++) {
            byte key = keys[i];
            if (key == CONTROL_C && onlyWatches.getAsBoolean()) {
                acts.leave();
                continue;
            }
            if (!isEscaped && isAtLineStart && key == TILDE) {
                isEscaped = true;
                continue;
            }
            if (isEscaped) {
                isEscaped = false;
                isAtLineStart = act(key);
                if (isAtLineStart) {
                    continue;
                }
                passed[length++] = TILDE;
                if (key == TILDE) {
                    continue;
                }
            }
            passed[length++] = key;
            isAtLineStart = key == '\r' || key == '\n';
        }
        return Arrays.copyOf(passed, length);
    }

    /** False when it means nothing after a tilde. */
    private boolean act(byte key) {
        switch (key) {
            case '.' -> acts.leave();
            case 'r' -> acts.reconnect();
            case 't' -> acts.takeOver();
            case '?' -> acts.list();
            default -> {
                return false;
            }
        }
        return true;
    }
}
