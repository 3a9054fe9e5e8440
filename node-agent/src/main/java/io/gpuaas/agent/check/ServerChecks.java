package io.gpuaas.agent.check;

import java.net.URI;
import java.time.Duration;

/** Checks that concern the host and the control plane together. */
public final class ServerChecks {

    private static final Duration SKEW_FAILED = Duration.ofMinutes(5);
    private static final Duration SKEW_WARNING = Duration.ofSeconds(10);

    private ServerChecks() {}

    /** Tasks are judged by the server's clock, so a wrong one does no harm to them; certificates suffer. */
    public static HostCheck clock(Duration skew) {
        String finding = "The host's clock is " + skew.abs().toSeconds() + " s "
                + (skew.isNegative() ? "behind" : "ahead of") + " the control plane's.";
        String action = "Synchronise the clock: install and start chrony or systemd-timesyncd.";
        if (skew.abs().compareTo(SKEW_FAILED) > 0) {
            return HostCheck.failed("clock", finding, action);
        }
        return skew.abs().compareTo(SKEW_WARNING) > 0
                ? HostCheck.warning("clock", finding, action)
                : HostCheck.ok("clock", "The host's clock agrees with the control plane's.");
    }

    public static HostCheck reached(URI server) {
        return HostCheck.ok("node-port", "The control plane answers at " + server + ".");
    }

    public static HostCheck unreached(URI server, String why) {
        return HostCheck.failed(
                "node-port",
                "No answer from " + server + ": " + why,
                "Allow TCP connections from this host to that address. A proxy between them must pass TLS through.");
    }
}
