package io.gpuaas.controlplane.platform;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Refuses to start with trial settings when the server can be reached from outside this machine. */
public final class Exposure {

    private Exposure() {}

    public static void requireSafe(GpuaasProperties properties) {
        String reached = reachedFrom(properties.server());
        if (reached == null) {
            return;
        }
        if (properties.demo() && !properties.allowDemoBeyondLoopback()) {
            throw StartProblem.wrongSetting("gpuaas.demo is on and " + reached
                    + ": demo users get shells on this machine, so turn it off, or set gpuaas.allow-demo-beyond-loopback"
                    + " to true if everyone who can reach it may have one.");
        }
        if (properties.has(GpuaasProperties.Role.API)
                && properties.payments().provider() == GpuaasProperties.Payments.Provider.TEST
                && !properties.payments().allowFreeCreditBeyondLoopback()) {
            throw StartProblem.wrongSetting("gpuaas.payments.provider is test and " + reached
                    + ": tenants would give themselves credit without paying, so set it to stripe, or set"
                    + " gpuaas.payments.allow-free-credit-beyond-loopback to true if they may.");
        }
    }

    /** Why others reach it, as a part of a sentence; absent when they do not. */
    private static @Nullable String reachedFrom(GpuaasProperties.Server server) {
        if (!isLoopback(server.address())) {
            return "the server listens beyond loopback (gpuaas.server.address = " + server.address() + ")";
        }
        String url = server.publicUrl();
        if (url != null && !url.isBlank() && !isLocal(url.strip())) {
            return "the server is public (gpuaas.server.public-url = " + url.strip() + ")";
        }
        return null;
    }

    /**
     * HTTPS means a proxy, and a proxy means remote clients. An invalid address is refused elsewhere, with its own
     * message.
     */
    private static boolean isLocal(String url) {
        try {
            URI parsed = URI.create(url);
            String host = parsed.getHost();
            return host == null || ("http".equalsIgnoreCase(parsed.getScheme()) && isLocalName(host));
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static boolean isLocalName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.endsWith(".localhost") || isLoopback(name);
    }

    private static boolean isLoopback(String address) {
        try {
            return !address.isBlank()
                    && Stream.of(InetAddress.getAllByName(address)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
