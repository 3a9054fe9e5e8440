package io.gpuaas.controlplane.listeners;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Listener;
import io.gpuaas.controlplane.platform.GpuaasProperties.Proxies;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Decides which address a request counts for, in the audit trail and for every limit: the one nearest to us that is no
 * configured proxy. {@link ArrivalValve} asks at the door of every listener and puts the answer into the request, so
 * {@code getRemoteAddr()} is right everywhere behind it.
 */
@Component
public class ClientAddresses {

    private static final Logger log = LoggerFactory.getLogger(ClientAddresses.class);

    /** Maximum number of chained proxies. Entries that a client wrote before them are never reached. */
    private static final int HOPS_MAX = 16;

    private final List<Network> proxies;
    private final Proxies settings;
    /** Client addresses that proxies sent with the PROXY protocol, by connection; one for each open connection. */
    private final Map<String, String> declared = new ConcurrentHashMap<>();

    private final AtomicReference<@Nullable String> suspectedProxy = new AtomicReference<>();

    ClientAddresses(GpuaasProperties properties) {
        this.settings = properties.proxies();
        this.proxies =
                settings.networks().stream().map(ClientAddresses::network).toList();
    }

    @SuppressWarnings("UnusedException") // its cause would be the sentence people read, and names no setting
    private static Network network(String text) {
        try {
            return Network.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "gpuaas.proxies.networks holds '" + text + "', which is not a network in CIDR form");
        }
    }

    /** The address of the client behind all configured proxies, in its shortest usual form. */
    public String of(HttpServletRequest request, Listener listener) {
        String peer = ForwardedFor.address(request.getRemoteAddr()).orElse(request.getRemoteAddr());
        if (!isProxy(peer)) {
            watchForProxy(request, peer);
            return peer;
        }
        String nearest = declared.getOrDefault(request.getServletConnection().getConnectionId(), peer);
        // TLS of hosts and gateways ends here, so a forwarding header on those listeners comes from the client itself.
        return switch (listener) {
            case SERVER, REGISTRY -> beforeProxies(nearest, request);
            case NODES, GATEWAYS -> nearest;
        };
    }

    private String beforeProxies(String nearest, HttpServletRequest request) {
        List<Optional<String>> hops = switch (settings.header()) {
            case NONE -> List.of();
            case FORWARDED -> ForwardedFor.forwarded(values(request, ForwardedFor.FORWARDED));
            case X_FORWARDED_FOR -> ForwardedFor.xForwardedFor(values(request, ForwardedFor.X_FORWARDED_FOR));
        };
        String client = nearest;
        for (int i = hops.size() - 1; i >= Math.max(0, hops.size() - HOPS_MAX) && isProxy(client); i--) {
            Optional<String> hop = hops.get(i);
            if (hop.isEmpty()) {
                // The client behind it is unknown.
                return client;
            }
            client = hop.get();
        }
        return client;
    }

    private static List<String> values(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name));
    }

    private boolean isProxy(String address) {
        return !proxies.isEmpty() && proxies.stream().anyMatch(network -> network.contains(address));
    }

    /** A connection from there to this listener begins with a header of the PROXY protocol. */
    boolean declares(InetAddress peer, Listener listener) {
        return settings.proxyProtocol().contains(listener)
                && ForwardedFor.address(peer.getHostAddress())
                        .filter(this::isProxy)
                        .isPresent();
    }

    void declare(String connection, InetAddress client) {
        declared.put(connection, ForwardedFor.address(client.getHostAddress()).orElse(client.getHostAddress()));
    }

    void forget(String connection) {
        declared.remove(connection);
    }

    /** How many connections have declared their client and are still open. */
    int declarations() {
        return declared.size();
    }

    /** An address near to us that sends forwarded headers and is not configured: everybody behind it counts as one. */
    public Optional<String> suspectedProxy() {
        return Optional.ofNullable(suspectedProxy.get());
    }

    private void watchForProxy(HttpServletRequest request, String peer) {
        if (suspectedProxy.get() != null
                || (request.getHeader(ForwardedFor.X_FORWARDED_FOR) == null
                        && request.getHeader(ForwardedFor.FORWARDED) == null)) {
            return;
        }
        if (ForwardedFor.isNear(peer) && suspectedProxy.compareAndSet(null, peer)) {
            log.atWarn()
                    .addKeyValue("address", peer)
                    .log("ignored forwarded headers from an address that is not in gpuaas.proxies.networks: if it is a"
                            + " proxy, all its clients count as one address for limits, sign-in and audit");
        }
    }
}
