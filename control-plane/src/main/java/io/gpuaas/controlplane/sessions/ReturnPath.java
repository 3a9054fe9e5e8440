package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.platform.ProblemException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The path a browser returns to after signing in: one of ours, in a form that no browser reads as another host. */
final class ReturnPath {

    private static final int CHARACTERS_MAX = 2_000;

    private ReturnPath() {}

    static String require(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return "/";
        }
        if (!isLocal(text)) {
            throw ProblemException.invalid("return_to", "must be a path on this server, for example /projects");
        }
        return text;
    }

    static boolean isLocal(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return text.length() <= CHARACTERS_MAX
                && text.startsWith("/")
                && !text.startsWith("//")
                && !lower.startsWith("/%2f")
                && !lower.startsWith("/%5c")
                // Browsers drop tabs and line ends, and read a backslash as a slash.
                && text.chars().allMatch(c -> c > 0x20 && c < 0x7F && c != '\\');
    }
}
