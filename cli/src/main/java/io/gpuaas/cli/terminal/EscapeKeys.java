package io.gpuaas.cli.terminal;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Intercepts escape sequences, as ssh does. At the start of a line {@code ~.} disconnects, {@code ~r} reconnects now,
 * {@code ~t} takes over the keyboard, {@code ~?} lists the sequences and {@code ~~} sends a tilde. Ctrl-C also
 * disconnects a client that only watches. Not thread-safe.
 */
final class EscapeKeys {

    static final String LIST =
            "at the start of a line: ~. disconnects and leaves the terminal running; ~r reconnects now; "
                    + "~t takes over the keyboard; ~? shows this help; ~~ sends a tilde";

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

    /** Acts on escape sequences and returns the remaining bytes for the terminal. */
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

    /** Returns false if the key is no escape sequence. */
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
