package io.gpuaas.gateway;

import io.gpuaas.kernel.tls.PinnedTrust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The calls a gateway makes. Whether a stream may be joined is never decided here. */
final class ControlPlane implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private final URI server;
    private volatile HttpClient client;

    private ControlPlane(URI server, SSLContext context) {
        this.server = server;
        this.client = client(context);
    }

    static ControlPlane of(URI server, Identity identity) throws GeneralSecurityException {
        return new ControlPlane(server, identity.client());
    }

    /**
     * Known only by the digest in the secret: {@code gpg1.<gateway>.<secret>.<sha256 of the authority>}.
     *
     * @throws Refused the control plane does not want this gateway
     * @throws IOException it could not be asked, or did not answer
     */
    static Credentials enroll(URI server, String secret, String csr) throws GeneralSecurityException, IOException {
        String[] parts = secret.split("\\.", -1);
        if (parts.length != 4 || !parts[0].equals("gpg1")) {
            throw new IOException("the secret file holds no gateway's secret (gpg1.…)");
        }
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {new PinnedTrust(HexFormat.of().parseHex(parts[3]))}, null);
        try (ControlPlane anonymous = new ControlPlane(server, context)) {
            return anonymous
                    .post("enroll", new Enroll(secret, csr), Credentials.class)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Refused refused && refused.isFinal()) {
                throw refused;
            }
            throw new IOException(e.getCause() == null ? e : e.getCause());
        }
    }

    private static HttpClient client(SSLContext context) {
        return HttpClient.newBuilder()
                .sslContext(context)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CALL_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    void use(Identity identity) throws GeneralSecurityException {
        HttpClient before = client;
        client = client(identity.client());
        before.shutdown();
    }

    CompletableFuture<Credentials> renew(String csr) {
        return post("renew", new Renew(csr), Credentials.class);
    }

    CompletableFuture<Synced> sync(Sync sync) {
        return post("sync", sync, Synced.class);
    }

    CompletableFuture<Joined> consume(String token) {
        return post("streams/consume", new Consume(token), Joined.class);
    }

    CompletableFuture<Joined> attachNode(UUID stream, String certificate) {
        return post("streams/" + stream + "/node", new AttachNode(certificate), Joined.class);
    }

    private <T> CompletableFuture<T> post(String call, Object body, Class<T> answer) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/gateway/v1/" + call))
                .timeout(CALL_TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(body)))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(response -> read(response, answer));
    }

    private static <T> T read(HttpResponse<byte[]> response, Class<T> answer) {
        try {
            if (response.statusCode() != 200) {
                JsonNode problem = Json.MAPPER.readTree(response.body());
                throw new Refused(
                        response.statusCode(),
                        (problem.path("code").asString("") + " "
                                        + problem.path("detail").asString(""))
                                .strip(),
                        response.headers().firstValue("Retry-After").isPresent());
            }
            return Json.MAPPER.readValue(response.body(), answer);
        } catch (JacksonException e) {
            throw new Refused(response.statusCode(), "unreadable", false);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /** The control plane said no. */
    static final class Refused extends RuntimeException {

        private final int status;
        private final boolean mayPass;

        Refused(int status, String why, boolean mayPass) {
            super("refused: " + status + " " + why);
            this.status = status;
            this.mayPass = mayPass;
        }

        int status() {
            return status;
        }

        /** The control plane said when to try again. */
        boolean mayPass() {
            return mayPass;
        }

        /** It is this gateway that is not wanted, and no passing trouble. */
        boolean isFinal() {
            return status == 401 || status == 403;
        }
    }

    record Credentials(UUID gatewayId, String certificate, String ca, Instant notAfter, List<String> origins) {}

    record Sync(String publicUrl, String nodeUrl, List<UUID> streams) {}

    /** The streams to close, and those that no node will join; older control planes do not send the latter. */
    record Synced(List<UUID> close, @Nullable List<UUID> unmet) {}

    record Joined(UUID streamId, UUID nodeId, String role, Instant endsAt) {}

    private record Enroll(String secret, String csr) {}

    private record Renew(String csr) {}

    private record Consume(String token) {}

    private record AttachNode(String certificate) {}
}
