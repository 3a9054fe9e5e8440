package io.gpuaas.agent.screen;

import java.util.Set;

/** The modes that change how a client draws or what it sends: cursor keys, mouse, focus, pasting. */
final class Modes {

    static final int ORIGIN = 6;
    static final int WRAP = 7;
    static final int CURSOR = 25;

    private static final Set<Integer> KNOWN =
            Set.of(1, 5, ORIGIN, WRAP, 9, 12, CURSOR, 45, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 2004);

    private Modes() {}

    static void set(Set<Integer> modes, int mode, boolean on) {
        if (on && KNOWN.contains(mode)) {
            modes.add(mode);
        } else {
            modes.remove(mode);
        }
    }

    /** Those that differ from a fresh terminal's. The origin's is drawn with the margins. */
    static void draw(StringBuilder out, Set<Integer> modes) {
        for (int mode : modes) {
            if (mode != ORIGIN && mode != WRAP && mode != CURSOR) {
                out.append("\u001b[?").append(mode).append('h');
            }
        }
        if (!modes.contains(WRAP)) {
            out.append("\u001b[?7l");
        }
        if (!modes.contains(CURSOR)) {
            out.append("\u001b[?25l");
        }
    }
}
