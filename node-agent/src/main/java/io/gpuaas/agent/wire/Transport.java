package io.gpuaas.agent.wire;

import io.gpuaas.kernel.tls.PinnedTrust;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One TLS identity and the connections made with it. */
final class Transport implements AutoCloseable {

    static final int BODY_BYTES_MAX = 1024 * 1024;
    private static final byte[] EMPTY_OBJECT = {'{', '}'};
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private static final String WRITE_BUFFER = "jdk.httpclient.websocket.writeBufferSize";

    static {
        // A terminal's frame with its header goes to TLS in one piece instead of four.
        if (System.getProperty(WRITE_BUFFER) == null) {
            System.setProperty(WRITE_BUFFER, String.valueOf(68 * 1024));
        }
    }

    private final URI server;
    private final HttpClient client;

    private Transport(URI server, SSLContext context) {
        this.server = server;
        this.client = client(context);
    }

    /** Without a certificate, for a server known by the digest of its authority. */
    static Transport pinned(URI server, JoinToken token) throws GeneralSecurityException {
        return new Transport(server, context(new KeyManager[0], new PinnedTrust(token.caDigest())));
    }

    /** Without a certificate, for a server known by its authority. */
    static Transport anonymous(URI server, List<X509Certificate> authorities) throws GeneralSecurityException {
        return new Transport(server, context(new KeyManager[0], PinnedTrust.inAuthorities(authorities)));
    }

    static Transport of(URI server, Identity identity) throws GeneralSecurityException {
        return new Transport(
                server,
                context(new KeyManager[] {new NodeKey(identity)}, PinnedTrust.inAuthorities(identity.authorities())));
    }

    private static SSLContext context(KeyManager[] keys, X509ExtendedTrustManager trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys, new TrustManager[] {trust}, new SecureRandom());
        return context;
    }

    private static SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3"});
        return parameters;
    }

    private static HttpClient client(SSLContext context) {
        return HttpClient.newBuilder()
                .sslContext(context)
                .sslParameters(parameters())
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    <T> T post(String path, Object body, Class<T> answer, Duration timeout) throws ServerException {
        byte[] bytes = Json.LENIENT.writeValueAsBytes(body);
        if (bytes.length > BODY_BYTES_MAX) {
            throw ServerException.tooLarge(path, bytes.length);
        }
        return post(path, HttpRequest.BodyPublishers.ofByteArray(bytes), answer, timeout);
    }

    /** Everything is said in the path. */
    <T> T post(String path, Class<T> answer, Duration timeout) throws ServerException {
        return post(path, HttpRequest.BodyPublishers.noBody(), answer, timeout);
    }

    /** Bytes as they are. */
    <T> T post(String path, byte[] body, Class<T> answer, Duration timeout) throws ServerException {
        if (body.length > BODY_BYTES_MAX) {
            throw ServerException.tooLarge(path, body.length);
        }
        return post(path, "application/octet-stream", HttpRequest.BodyPublishers.ofByteArray(body), answer, timeout);
    }

    private <T> T post(String path, HttpRequest.BodyPublisher body, Class<T> answer, Duration timeout)
            throws ServerException {
        return post(path, "application/json", body, answer, timeout);
    }

    private <T> T post(String path, String type, HttpRequest.BodyPublisher body, Class<T> answer, Duration timeout)
            throws ServerException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(timeout)
                .header("Content-Type", type)
                .header("Accept", "application/json, application/problem+json")
                .POST(body)
                .build();
        byte[] answered = send(request, path, BODY_BYTES_MAX);
        try {
            return Json.LENIENT.readValue(answered.length == 0 ? EMPTY_OBJECT : answered, answer);
        } catch (JacksonException e) {
            throw ServerException.unreadable(path, e);
        }
    }

    byte[] get(String path, int bytesMax, Duration timeout) throws ServerException {
        return send(
                HttpRequest.newBuilder(server.resolve(path))
                        .timeout(timeout)
                        .GET()
                        .build(),
                path,
                bytesMax);
    }

    /** The Date header of any answer, also of a refusal. */
    Instant date(String path, Duration timeout) throws ServerException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(timeout)
                .GET()
                .build();
        try {
            HttpResponse<Void> response = client.send(request, HttpResponse.BodyHandlers.discarding());
            String date = response.headers().firstValue("Date").orElse("");
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
        } catch (DateTimeParseException e) {
            throw ServerException.unreadable(path, e);
        } catch (IOException e) {
            throw ServerException.unreachable(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ServerException.interrupted(path, e);
        }
    }

    private byte[] send(HttpRequest request, String path, int bytesMax) throws ServerException {
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                byte[] bytes = in.readNBytes(bytesMax + 1);
                if (bytes.length > bytesMax) {
                    throw ServerException.answerTooLarge(path, bytesMax);
                }
                if (response.statusCode() / 100 != 2) {
                    throw ServerException.refused(path, response.statusCode(), problem(bytes));
                }
                return bytes;
            }
        } catch (IOException e) {
            throw ServerException.unreachable(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ServerException.interrupted(path, e);
        }
    }

    private static @Nullable JsonNode problem(byte[] bytes) {
        try {
            return Json.LENIENT.readTree(bytes);
        } catch (JacksonException e) {
            // Something between us and the server answered; the status says enough.
            return null;
        }
    }

    CompletableFuture<WebSocket> openStream(URI gateway, WebSocket.Listener listener) {
        return client.newWebSocketBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .subprotocols("gpuaas.stream.v1")
                .buildAsync(gateway, listener);
    }

    /** Takes no new calls and ends with the last one under way. */
    void retire() {
        client.shutdown();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
