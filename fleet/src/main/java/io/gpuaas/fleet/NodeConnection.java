package io.gpuaas.fleet;

import io.gpuaas.agent.wire.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection to the node listener, under one certificate or under none. */
final class NodeConnection {

    private final HttpClient client;

    private NodeConnection(HttpClient client) {
        this.client = client;
    }

    /** A private key and its certificate, both PEM. */
    record Certificate(String key, String chain) {}

    static NodeConnection open(Vertx vertx, URI server, String authority, @Nullable Certificate certificate) {
        HttpClientOptions options = new HttpClientOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setDefaultHost(server.getHost())
                .setDefaultPort(server.getPort())
                .setConnectTimeout(60_000)
                .setSslHandshakeTimeout(120)
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authority)));
        if (certificate != null) {
            options.setKeyCertOptions(new PemKeyCertOptions()
                    .addKeyValue(Buffer.buffer(certificate.key()))
                    .addCertValue(Buffer.buffer(certificate.chain())));
        }
        return new NodeConnection(vertx.createHttpClient(options, new PoolOptions().setHttp2MaxSize(1)));
    }

    <T> Future<T> post(String path, Object body, Class<T> answer, Duration timeout) {
        return post(path, Buffer.buffer(Json.LENIENT.writeValueAsBytes(body)), answer, timeout);
    }

    <T> Future<T> post(String path, Buffer body, Class<T> answer, Duration timeout) {
        return client.request(HttpMethod.POST, path)
                .compose(request -> {
                    request.idleTimeout(timeout.toMillis());
                    return request.putHeader("content-type", "application/json").send(body);
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

        RefusedException(int status, String path, String text) {
            super(path + " answered " + status + ": " + text);
        }
    }
}
