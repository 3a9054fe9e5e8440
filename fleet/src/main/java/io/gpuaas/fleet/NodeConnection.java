package io.gpuaas.fleet;

import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.NodeKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection to the node listener, under one certificate or under none. */
final class NodeConnection {

    private final HttpClient client;

    private NodeConnection(HttpClient client) {
        this.client = client;
    }

    static NodeConnection open(Vertx vertx, URI server, TrustOptions trust, @Nullable NodeKey key) {
        HttpClientOptions options = new HttpClientOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setDefaultHost(server.getHost())
                .setDefaultPort(server.getPort())
                .setConnectTimeout(60_000)
                .setSslHandshakeTimeout(120)
                .setTrustOptions(trust);
        if (key != null) {
            options.setKeyCertOptions(KeyCertOptions.wrap(key));
        }
        // Nothing to clean: one connection, which is kept.
        PoolOptions pool = new PoolOptions().setHttp2MaxSize(1).setCleanerPeriod(0);
        return new NodeConnection(vertx.createHttpClient(options, pool));
    }

    <T> Future<T> post(String path, Object body, Class<T> answer, Duration timeout) {
        return post(path, Buffer.buffer(Json.LENIENT.writeValueAsBytes(body)), answer, timeout);
    }

    <T> Future<T> post(String path, Buffer body, Class<T> answer, Duration timeout) {
        return client.request(HttpMethod.POST, path)
                .compose(request -> {
                    request.idleTimeout(timeout.toMillis());
                    return body.length() == 0
                            ? request.send()
                            : request.putHeader("content-type", "application/json")
                                    .send(body);
                })
                .compose(response -> response.body().map(text -> {
                    if (response.statusCode() != 200) {
                        throw new RefusedException(response.statusCode(), path, text.toString());
                    }
                    return Json.LENIENT.readValue(text.getBytes(), answer);
                }));
    }

    Future<Void> close() {
        return client.close();
    }

    /** The server answered, and not with success. */
    static final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

        private final int status;

        RefusedException(int status, String path, String text) {
            super(path + " answered " + status + ": " + text);
            this.status = status;
        }

        /** The same call may succeed later. */
        boolean isPassing() {
            return PASSING.contains(status);
        }
    }
}
