package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import io.gpuaas.controlplane.TestControlPlane;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The issuer's keys over time: rotated, asked for too often, and out of reach. */
class IssuerKeysTest {

    private final FakeIssuer issuer = new FakeIssuer();

    @AfterEach
    void stop() {
        issuer.close();
    }

    private TestControlPlane start(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(issuer.settings());
        settings.putAll(more);
        TestControlPlane plane = TestControlPlane.start(settings);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> plane.bean(Discovery.class).ready());
        return plane;
    }

    private int statusWith(TestControlPlane plane) {
        return plane.client(issuer.sign(issuer.access(UUID.randomUUID().toString())))
                .get("/api/v1/me")
                .status();
    }

    @Test
    void aRotatedKeyIsFetchedAtOnceAndMadeUpOnesAreNotFetchedOften() throws Exception {
        try (TestControlPlane plane = start(Map.of())) {
            assertThat(issuer.keyRequests.get()).isEqualTo(1);
            String before = issuer.sign(issuer.access("somebody"));
            issuer.rotate();
            assertThat(statusWith(plane)).isEqualTo(200);
            assertThat(plane.client(before).get("/api/v1/me").status())
                    .as("the old key is still published")
                    .isEqualTo(200);
            assertThat(issuer.keyRequests.get()).isEqualTo(2);
            RSAKey madeUp = FakeIssuer.newKey();
            for (int i = 0; i < 50; i++) {
                String token = FakeIssuer.sign(
                        JWSAlgorithm.RS256,
                        "made-up-" + i,
                        new RSASSASigner(madeUp),
                        issuer.access("somebody").build());
                assertThat(plane.client(token).get("/api/v1/me").status()).isEqualTo(401);
            }
            assertThat(issuer.keyRequests.get()).isLessThanOrEqualTo(8);
            assertThat(statusWith(plane)).isEqualTo(200);
        }
    }

    @Test
    void aKeyTheIssuerWithdrewIsForgottenAfterTheRefreshTime() {
        try (TestControlPlane plane = start(Map.of("gpuaas.identity.external.jwks-refresh", "10s"))) {
            RSAKey withdrawn = issuer.key;
            issuer.rotate();
            issuer.published.remove(withdrawn.toPublicJWK());
            Awaitility.await()
                    .untilAsserted(() -> assertThat(plane.client(FakeIssuer.sign(
                                            JWSAlgorithm.RS256,
                                            withdrawn.getKeyID(),
                                            new RSASSASigner(withdrawn),
                                            issuer.access("somebody").build()))
                                    .get("/api/v1/me")
                                    .status())
                            .isEqualTo(401));
        }
    }

    @Test
    void whileTheIssuerIsDownTokensKeepVerifyingPastTheRefreshTime() {
        try (TestControlPlane plane = start(Map.of("gpuaas.identity.external.jwks-refresh", "10s"))) {
            assertThat(statusWith(plane)).isEqualTo(200);
            issuer.goDown();
            Awaitility.await()
                    .during(Duration.ofSeconds(15))
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(statusWith(plane)).isEqualTo(200));
            assertThat(plane.anonymous().get("/readyz").status()).isEqualTo(200);
            assertThat(plane.anonymous().get("/auth/login").status())
                    .as("the browser can still be sent there")
                    .isEqualTo(303);
        }
    }
}
