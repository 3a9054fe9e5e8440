package io.gpuaas.sdk;

import io.gpuaas.kernel.CorrelationId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Where calls go and what they carry. */
record Connection(
        HttpClient http,
        URI server,
        @Nullable TokenSource tokens,
        @Nullable CorrelationId correlationId) {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

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
            http.sslContext(trustingNobody());
        }
        return new Connection(http.build(), server, tokens, null);
    }

    /** Without it the client reads all certificates the JDK trusts, a tenth of a second, for a server that shows none. */
    private static SSLContext trustingNobody() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
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
