package io.gpuaas.agent.check;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The result of one check: what was found, and what to do about it. Both are one line of bounded length. */
public record HostCheck(
        String name, State state, String finding, @Nullable String action) {

    private static final int FINDING_CHARACTERS_MAX = 500;
    private static final int ACTION_CHARACTERS_MAX = 1_000;

    public enum State {
        OK,
        WARNING,
        FAILED;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public HostCheck {
        finding = oneLine(finding, FINDING_CHARACTERS_MAX);
        action = action == null ? null : oneLine(action, ACTION_CHARACTERS_MAX);
    }

    public static HostCheck ok(String name, String finding) {
        return new HostCheck(name, State.OK, finding, null);
    }

    public static HostCheck warning(String name, String finding, String action) {
        return new HostCheck(name, State.WARNING, finding, action);
    }

    public static HostCheck failed(String name, String finding, String action) {
        return new HostCheck(name, State.FAILED, finding, action);
    }

    /** Programs of the host answer with line breaks and more; the server refuses those. */
    private static String oneLine(String text, int charactersMax) {
        String clean = text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]+", " ").strip();
        String bounded = clean.length() > charactersMax ? clean.substring(0, charactersMax - 1) : clean;
        return bounded.isEmpty() ? "-" : bounded.replaceAll("\\p{Cs}+$", "");
    }
}
