package io.gpuaas.cli;

import java.util.Arrays;

/**
 * Keys for whoever sits in front, and not for the terminal: after Enter, or as the first of all, {@code ~.} leaves,
 * {@code ~r} reconnects now and {@code ~~} types one tilde, as in ssh. Who only watches leaves with Ctrl-C too. For one
 * thread.
 */
final class EscapeKeys {

    private static final byte TILDE = '~';
    private static final byte LEAVE = '.';
    private static final byte RECONNECT = 'r';
    private static final byte CONTROL_C = 3;

    private final boolean onlyWatches;
    private final Acts acts;
    private boolean isAtLineStart = true;
    private boolean isEscaped;

    interface Acts {
        void leave();

        void reconnect();
    }

    EscapeKeys(boolean onlyWatches, Acts acts) {
        this.onlyWatches = onlyWatches;
        this.acts = acts;
    }

    /** What of it is for the terminal. */
    byte[] pass(byte[] keys, int count) {
        byte[] passed = new byte[count + 1];
        int length = 0;
        for (int i = 0; i < count; i++) {
            byte key = keys[i];
            if (onlyWatches && key == CONTROL_C) {
                acts.leave();
                continue;
            }
            if (!isEscaped && isAtLineStart && key == TILDE) {
                isEscaped = true;
                continue;
            }
            if (isEscaped) {
                isEscaped = false;
                isAtLineStart = key == LEAVE || key == RECONNECT;
                if (key == LEAVE) {
                    acts.leave();
                    continue;
                }
                if (key == RECONNECT) {
                    acts.reconnect();
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
}
