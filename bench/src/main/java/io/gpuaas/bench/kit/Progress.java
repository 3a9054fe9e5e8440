package io.gpuaas.bench.kit;

import java.util.Locale;

/** Reports to standard error how far a benchmark is. */
public final class Progress {

    private static final long BEGAN = System.nanoTime();

    private Progress() {}

    public static void say(String text) {
        System.err.printf(Locale.ROOT, "  %6.1f s  %s%n", (System.nanoTime() - BEGAN) / 1e9, text);
    }
}
