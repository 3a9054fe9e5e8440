package io.gpuaas.sdk;

import io.gpuaas.kernel.CorrelationId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where calls go and what they carry. */
record Connection(
        HttpClient http,
        URI server,
        @Nullable TokenSource tokens,
        @Nullable CorrelationId correlationId) {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    static Connection to(URI server, @Nullable TokenSource tokens) {
        if (server.getHost() == null
                || !(server.getScheme().equals("http") || server.getScheme().equals("https"))) {
            throw new IllegalArgumentException("'" + server + "' is not an http or https address");
        }
        // A redirect would hand the token to whoever the redirect names.
        HttpClient.Builder http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT);
        if (server.getScheme().equals("http")) {
            http.sslContext(NoTls.context());
        }
        return new Connection(http.build(), server, tokens, null);
    }

    /** Returns when its threads have ended: the JVM waits 0.3 s at its end for one that hears the network. */
    void close() {
        http.shutdownNow();
        try {
            http.awaitTermination(CLOSE_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    HttpRequest request(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(resolve(call.target()))
                .timeout(ANSWER_TIMEOUT)
                .method(call.method(), call.publisher())
                .header("Accept", call.accept());
        call.headers().forEach(request::header);
        if (tokens != null) {
            request.header("Authorization", "Bearer " + tokens.token());
        }
        if (correlationId != null) {
            request.header(CorrelationId.HEADER, correlationId.value());
        }
        return request.build();
    }

    private URI resolve(String target) {
        String base = server.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + target);
    }

    /** Records print their components; a token must not reach a log that way. */
    @Override
    public String toString() {
        return "Connection[" + server + "]";
    }
}
