package io.gpuaas.agent.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Where virtual machines on this host push figures of the GPUs they hold, which the host's own driver cannot see. Plain
 * HTTP, for an address that only guests reach; the newest figures of each guest travel with the heartbeats.
 */
public final class GuestEndpoint implements AutoCloseable {

    static final String PATH = "/guest/v1/telemetry";
    static final int BODY_BYTES_MAX = 64 * 1024;
    private static final int GPUS_MAX = 16;
    private static final Duration STALE = Duration.ofSeconds(90);
    private static final Duration INTERVAL_MIN = Duration.ofSeconds(5);

    private final HttpServer server;
    private final GuestTokens tokens;
    private final Clock clock;
    private final Map<String, Heartbeat.Guest> latest = new ConcurrentHashMap<>();

    public GuestEndpoint(InetSocketAddress address, GuestTokens tokens, Clock clock) throws IOException {
        this.tokens = tokens;
        this.clock = clock;
        this.server = HttpServer.create(address, 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(PATH, this::handle);
        server.start();
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** The recent reports of guests; guests that stopped reporting or no longer exist are left out. */
    public List<Heartbeat.Guest> listFresh() {
        Instant oldest = clock.instant().minus(STALE);
        latest.values().removeIf(guest -> guest.at().isBefore(oldest) || !tokens.isKnown(guest.guestId()));
        return List.copyOf(latest.values());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(answer(exchange), -1);
        }
    }

    private int answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")
                || !exchange.getRequestURI().getPath().equals(PATH)) {
            return 404;
        }
        Optional<String> guest = bearer(exchange).flatMap(tokens::findGuest);
        if (guest.isEmpty()) {
            return 401;
        }
        byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
        if (body.length > BODY_BYTES_MAX) {
            return 413;
        }
        Heartbeat.Guest before = latest.get(guest.get());
        if (before != null && clock.instant().isBefore(before.at().plus(INTERVAL_MIN))) {
            return 429;
        }
        try {
            Push push = Json.STRICT.readValue(body, Push.class);
            latest.put(guest.get(), new Heartbeat.Guest(guest.get(), clock.instant(), push.gpus()));
            return 204;
        } catch (JacksonException | IllegalArgumentException e) {
            return 400;
        }
    }

    private static Optional<String> bearer(HttpExchange exchange) {
        @Nullable String header = exchange.getRequestHeaders().getFirst("Authorization");
        return header != null && header.startsWith("Bearer ")
                ? Optional.of(header.substring("Bearer ".length()))
                : Optional.empty();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    record Push(List<Heartbeat.Gpu> gpus) {

        Push {
            if (gpus == null || gpus.size() > GPUS_MAX) {
                throw new IllegalArgumentException("gpus is missing or too long");
            }
        }
    }
}
