package io.gpuaas.cli.terminal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A local port and what it leads to: a port or a socket of the allocation. */
record PortForward(int local, String remote) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,5})(?::(\\d{1,5}|/[A-Za-z0-9._/-]{1,100}))?");
    private static final int PORT_MAX = 65_535;

    static PortForward parse(String word) {
        Matcher parts = FORM.matcher(word);
        if (!parts.matches()) {
            throw invalid(word);
        }
        int local = Integer.parseInt(parts.group(1));
        String remote = parts.group(2) == null ? parts.group(1) : parts.group(2);
        if (!isPort(local) || (!remote.startsWith("/") && !isPort(Integer.parseInt(remote)))) {
            throw invalid(word);
        }
        return new PortForward(local, remote);
    }

    private static boolean isPort(int number) {
        return number > 0 && number <= PORT_MAX;
    }

    private static IllegalArgumentException invalid(String word) {
        return new IllegalArgumentException("'" + word + "' is not a port, LOCAL:REMOTE or LOCAL:/path/of/a/socket.");
    }

    /** For ssh's -L. */
    String option() {
        return "127.0.0.1:" + local + ":" + (remote.startsWith("/") ? remote : "localhost:" + remote);
    }

    @Override
    public String toString() {
        return "127.0.0.1:" + local + " to " + (remote.startsWith("/") ? remote : "port " + remote);
    }
}
