package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.StartProblem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class DiscoveryTest {

    private final FakeIssuer issuer = new FakeIssuer();

    @AfterEach
    void stop() {
        issuer.close();
    }

    @Test
    void aStartWithoutTheIssuerServesOthersAndFindsItLater() {
        String token = issuer.sign(issuer.access("alice"));
        issuer.goDown();
        try (TestControlPlane plane = TestControlPlane.start(issuer.settings())) {
            var readiness = plane.anonymous().get("/readyz");
            assertThat(readiness.status()).isEqualTo(503);
            assertThat(readiness.json().path("checks").path("issuer").asString())
                    .isEqualTo("not ready");
            assertThat(plane.admin().get("/api/v1/me").status()).isEqualTo(200);
            assertThat(plane.client(token).get("/api/v1/me").status()).isEqualTo(401);
            var signIn = plane.anonymous().get("/auth/login");
            assertThat(signIn.status()).isEqualTo(503);
            assertThat(signIn.header("Retry-After")).isNotEmpty();

            issuer.comeBack();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(plane.anonymous().get("/readyz").status())
                                    .isEqualTo(200));
            assertThat(plane.client(token).get("/api/v1/me").status()).isEqualTo(200);
            assertThat(plane.anonymous().get("/auth/login").header("Location"))
                    .startsWith(issuer.url() + "/authorize?");
        }
    }

    @Test
    void aDocumentOfAnotherIssuerIsNotBelieved() {
        issuer.issuerInDocument = issuer.url() + "/";
        try (TestControlPlane plane = TestControlPlane.start(issuer.settings())) {
            plane.bean(Discovery.class).discover();
            assertThat(plane.anonymous().get("/readyz").status()).isEqualTo(503);
            issuer.issuerInDocument = issuer.url();
            plane.bean(Discovery.class).discover();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(plane.anonymous().get("/readyz").status())
                                    .isEqualTo(200));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://id.example.com/keys",
                "http://127.0.0.1.example.com/keys",
                "http://localhost.example.com/keys",
                "file:///etc/passwd",
                "https://user@id.example.com/keys",
                ""
            })
    void anAddressOthersCanReadAlongIsNotUsed(String address) {
        String document = """
                {"issuer": "https://id.example.com", "authorization_endpoint": "https://id.example.com/a",
                 "token_endpoint": "https://id.example.com/t", "jwks_uri": "%s"}""".formatted(address);
        assertThatThrownBy(() ->
                        IssuerMetadata.parse(JsonMapper.builder().build().readTree(document), "https://id.example.com"))
                .hasMessageContaining("jwks_uri");
    }

    @Test
    void theDocumentIsAskedForUnderTheIssuersName() {
        assertThat(IssuerMetadata.addressFor("https://id.example.com/realms/gpuaas"))
                .isEqualTo("https://id.example.com/realms/gpuaas/.well-known/openid-configuration");
        assertThat(IssuerMetadata.addressFor("https://id.example.com/"))
                .isEqualTo("https://id.example.com/.well-known/openid-configuration");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            issuer-url         | ''                          | issuer-url is not set
            issuer-url         | http://id.example.com       | neither https nor on a loopback address
            client-id          | ''                          | client-id is not set
            client-secret-file | no-such-file                | client-secret-file = no-such-file cannot be read
            audiences          | ''                          | audiences is empty
            scopes             | profile                     | scopes lacks openid
            platform-roles     | gpu-admins                  | is not of the form group=role
            platform-roles     | gpu-admins=tenant_owner     | is no role on the platform
            jwks-refresh       | 1s                          | jwks-refresh
            clock-skew         | 1h                          | clock-skew
            """)
    void aWrongSettingStopsTheStartWithASentence(String name, String value, String sentence) {
        Map<String, String> settings = new HashMap<>(issuer.settings());
        settings.put("gpuaas.identity.external." + name, value);
        Throwable failure =
                catchThrowable(() -> TestControlPlane.start(settings).close());
        assertThat(failure).as("the start must fail").isNotNull();
        assertThat(StartProblem.describe(failure)).contains(sentence).doesNotContain("\n");
    }
}
