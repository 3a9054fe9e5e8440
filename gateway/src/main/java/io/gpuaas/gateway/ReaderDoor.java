package io.gpuaas.gateway;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.kernel.log.JsonLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocketHandshake;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Lets readers in: from an allowed origin, with a token that stands in the list of subprotocols and nowhere else. */
final class ReaderDoor {

    static final String PROTOCOL = "gpuaas.stream.v1";

    private static final String PATH = "/v1/streams";
    private static final Pattern TOKEN = Pattern.compile("token\\.([A-Za-z0-9_-]{43})");

    private final ControlPlane controlPlane;
    private final Streams streams;
    private final Supplier<List<String>> origins;
    private final Metrics metrics;
    private final JsonLog log;

    ReaderDoor(
            ControlPlane controlPlane, Streams streams, Supplier<List<String>> origins, Metrics metrics, JsonLog log) {
        this.controlPlane = controlPlane;
        this.streams = streams;
        this.origins = origins;
        this.metrics = metrics;
        this.log = log;
    }

    void knock(ServerWebSocketHandshake handshake) {
        Optional<Integer> refusal = refusal(handshake);
        if (refusal.isPresent()) {
            metrics.refused("reader", String.valueOf(refusal.get()));
            handshake.reject(refusal.get());
            return;
        }
        String token = token(handshake).orElseThrow();
        // On the socket's own thread: on any other a frame could come before anybody listens, and be lost.
        Future.fromCompletionStage(controlPlane.consume(token), Vertx.currentContext())
                .onSuccess(joined -> handshake
                        .accept()
                        .onSuccess(socket -> streams.of(joined).addReader(socket)))
                .onFailure(failure -> {
                    int status = status(failure, log);
                    metrics.refused("reader", status == 403 ? "token" : "no_answer");
                    handshake.reject(status);
                });
    }

    private Optional<Integer> refusal(ServerWebSocketHandshake handshake) {
        if (!PATH.equals(handshake.path())) {
            return Optional.of(404);
        }
        if (handshake.query() != null) {
            // Queries end up in the logs of proxies, so a token there is refused. It is not used up, because using it
            // would start the stream; it stays valid until it is used or expires.
            return Optional.of(400);
        }
        List<String> from = handshake.headers().getAll("Origin");
        if (from.size() != 1 || !origins.get().contains(from.getFirst())) {
            return Optional.of(403);
        }
        if (!protocols(handshake).contains(PROTOCOL)) {
            return Optional.of(400);
        }
        if (token(handshake).isEmpty()) {
            return Optional.of(401);
        }
        return streams.isFull() ? Optional.of(503) : Optional.empty();
    }

    private static Optional<String> token(ServerWebSocketHandshake handshake) {
        return protocols(handshake).stream()
                .map(TOKEN::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .findFirst();
    }

    private static List<String> protocols(ServerWebSocketHandshake handshake) {
        List<String> names = new ArrayList<>();
        for (String line : handshake.headers().getAll("Sec-WebSocket-Protocol")) {
            for (String name : line.split(",", -1)) {
                names.add(name.strip());
            }
        }
        return names;
    }

    /** Maps a failed call of the control plane to the status that the client gets. */
    static int status(Throwable failure, JsonLog log) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ControlPlane.Refused refused && refused.status() < 500) {
            return refused.mayPass() ? 503 : 403;
        }
        log.warn("could not ask the control plane to admit a peer", with("error", cause.getMessage()));
        return 503;
    }
}
