package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The listener answers its own calls and nothing else, and says why it refuses one. */
@Against("PostgreSQL")
class NodeListenerTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    @Test
    void nothingOfTheApiAnswersHereAndNothingOfTheNodesThere() {
        TestNode node = TestNode.enrolled(plane);
        for (String path : new String[] {"/api/v1/errors", "/healthz", "/metrics", "/", "/contracts/openapi.yaml"}) {
            TestNode.Reply reply = node.send("GET", path, null);
            assertThat(reply.status()).as(path).isEqualTo(404);
            assertThat(reply.code()).isEqualTo("not_found");
        }
        for (String call : new String[] {"enroll", "poll", "heartbeat"}) {
            assertThat(plane.admin().post("/node/v1/" + call, "{}").status()).isEqualTo(404);
        }
    }

    @Test
    void speaksHttp2AndRefusesOlderTls() throws Exception {
        TestNode node = TestNode.enrolled(plane);
        assertThat(node.heartbeat().response().version()).isEqualTo(HttpClient.Version.HTTP_2);
        try (SSLSocket socket = socket()) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void speaksHttp11AndPresentsTheRootToHostsThatKnowOnlyItsDigest() throws Exception {
        try (SSLSocket socket = socket()) {
            socket.startHandshake();
            assertThat(socket.getSession().getPeerCertificates())
                    .contains(plane.bean(CertificateAuthority.class).root());
            socket.getOutputStream()
                    .write(
                            "POST /node/v1/poll HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            try (InputStream in = socket.getInputStream()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 401")
                        .contains("node_certificate_required");
            }
        }
    }

    private SSLSocket socket() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsAll()}, null);
        return (SSLSocket) context.getSocketFactory()
                .createSocket("127.0.0.1", plane.bean(NodeListener.class).port());
    }

    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public java.security.cert.X509Certificate[] getAcceptedIssuers() {
            return new java.security.cert.X509Certificate[0];
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            boot_id=b&last_sequence=0&wait_seconds=0     | 200
            boot_id=7&last_sequence=0&wait_seconds=0     | 200
            boot_id=b&last_sequence=0&wait_seconds=0&x=1 | 400
            boot_id=b&last_sequence=-1&wait_seconds=0    | 400
            boot_id=b&last_sequence=0&wait_seconds=51    | 400
            boot_id=b&last_sequence=x&wait_seconds=0     | 400
            last_sequence=0&wait_seconds=0               | 400
            """)
    void aPollWithoutABodyIsReadAsStrictly(String query, int status) {
        TestNode node = TestNode.ready(plane);
        assertThat(node.send("POST", "/node/v1/poll?" + query, null).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            poll      | {"boot_id":"b","last_sequence":0,"wait_seconds":0,"x":1} | 400 | request_invalid
            poll      | {"boot_id":"b","last_sequence":-1,"wait_seconds":0}      | 400 | request_invalid
            poll      | {"boot_id":"b","last_sequence":0,"wait_seconds":51}      | 400 | request_invalid
            poll      | {"boot_id":"b","last_sequence":"0","wait_seconds":0}     | 400 | request_invalid
            poll      | {"boot_id":"b",                                          | 400 | request_malformed
            poll      | {} {}                                                    | 400 | request_invalid
            heartbeat | {}                                                       | 400 | request_invalid
            topology  | {"boot_id":"b","digest":"x","facts":{"gpus":[]}}         | 400 | request_invalid
            inventory | {"boot_id":"b","running":[{"kind":"k","id":"\\u0000"}]}  | 400 | request_invalid
            inventory | {"boot_id":"b","running":[{"kind":"K","id":"1"}]}        | 400 | request_invalid
            nothing   | {}                                                       | 404 | not_found
            tasks/x/events | {"attempt":1,"events":[{"index":0,"at":"2026-01-01T00:00:00Z","kind":"log"}]} | 404 | not_found
            """)
    void badBodiesAreToldWhatIsWrong(String call, String body, int status, String code) {
        TestNode node = TestNode.enrolled(plane);
        TestNode.Reply reply = node.post(call, body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.json().path("correlation_id").asString()).isNotEmpty();
    }

    @Test
    void aLargeFirstCallOfAConnectionIsTaken() {
        TestNode node = TestNode.ready(plane);
        String large = "{\"boot_id\":\"b\",\"running\":["
                + IntStream.range(0, 1_500)
                        .mapToObj(i -> "{\"kind\":\"slice\",\"id\":\"slice-" + i + "\"}")
                        .collect(Collectors.joining(","))
                + "]}";
        node.connect();
        assertThat(node.post("inventory", large).status()).isEqualTo(200);
    }

    @Test
    void aBodyBeyondOneMebibyteIsRefused() {
        TestNode node = TestNode.ready(plane);
        TestNode.Reply reply = node.post("heartbeat", "{\"boot_id\":\"" + "b".repeat(1_100_000) + "\"}");
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.code()).isEqualTo("body_too_large");
    }

    @Test
    void artifactsAreGivenByDigestToNodesAlone() throws Exception {
        byte[] program = "a new agent".getBytes(StandardCharsets.UTF_8);
        Path folder = Files.createDirectories(
                plane.bean(GpuaasProperties.class).dataDir().resolve("node-artifacts"));
        String hex = Digests.hexSha256(program);
        Files.write(folder.resolve(hex), program);
        TestNode node = TestNode.enrolled(plane);
        assertThat(node.send("GET", "/node/v1/artifacts/sha256:" + hex, null).body())
                .isEqualTo("a new agent");
        assertThat(node.send("GET", "/node/v1/artifacts/sha256:" + "0".repeat(64), null)
                        .status())
                .isEqualTo(404);
        assertThat(node.send("GET", "/node/v1/artifacts/..%2Fnode-authority.pem", null)
                        .status())
                .isBetween(400, 404);
        node.withoutCertificate();
        assertThat(node.send("GET", "/node/v1/artifacts/sha256:" + hex, null).code())
                .isEqualTo("node_certificate_required");
    }

    @Test
    void onlyPostIsTaken() {
        TestNode node = TestNode.enrolled(plane);
        assertThat(node.send("GET", "/node/v1/poll", null).status()).isEqualTo(405);
        assertThat(node.send("GET", "/node/v1/artifacts/sha256:00", null).status())
                .isEqualTo(404);
    }

    @Test
    void aProcessWithoutTheRoleListensToNoNode() {
        try (TestControlPlane quiet = TestControlPlane.start(Map.of("gpuaas.roles", "api"))) {
            assertThat(quiet.bean(NodeListener.class).port()).isZero();
        }
    }

    @Test
    void aTakenPortStopsTheStart() {
        int taken = plane.bean(NodeListener.class).port();
        assertThatThrownBy(() -> TestControlPlane.start(Map.of("gpuaas.nodes.port", String.valueOf(taken)))
                        .close())
                .rootCause()
                .hasMessageContaining("is it taken");
    }
}
