package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.controlplane.TestControlPlane;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Bearer tokens of an outside issuer: good ones, and ones that differ from a good one in a single thing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalTokenTest {

    private final FakeIssuer issuer = new FakeIssuer();
    private final TestControlPlane plane = TestControlPlane.start(issuer.settings());

    @BeforeAll
    void awaitIssuer() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> plane.bean(Discovery.class).ready());
    }

    @AfterAll
    void stop() {
        plane.close();
        issuer.close();
    }

    private int statusWith(String token) {
        return plane.client(token).get("/api/v1/me").status();
    }

    private JWTClaimsSet.Builder good() {
        return issuer.access(UUID.randomUUID().toString());
    }

    private static Date in(Duration time) {
        return Date.from(Instant.now().plus(time));
    }

    @Test
    void aGoodTokenIsItsPersonsAndStaysSo() {
        String subject = UUID.randomUUID().toString();
        var me = plane.client(issuer.sign(issuer.access(subject).claim("name", "Alice")))
                .get("/api/v1/me");
        assertThat(me.status()).isEqualTo(200);
        assertThat(me.text("display_name")).isEqualTo("Alice");
        var again = plane.client(issuer.sign(issuer.access(subject).claim("jti", "2")))
                .get("/api/v1/me");
        assertThat(again.text("principal_id")).isEqualTo(me.text("principal_id"));
    }

    @Test
    void anUnknownIssuerIsRefusedAndNoKeyIsAskedFor() {
        int asked = issuer.keyRequests.get();
        RSAKey foreign = FakeIssuer.newKey();
        JWTClaimsSet claims = good().issuer("https://evil.example").build();
        assertThat(statusWith(FakeIssuer.sign(JWSAlgorithm.RS256, foreign.getKeyID(), signer(foreign), claims)))
                .isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().issuer("https://evil.example"))))
                .isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().issuer(issuer.url() + "/")))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().issuer(null)))).isEqualTo(401);
        assertThat(issuer.keyRequests.get()).isEqualTo(asked);
    }

    private static RSASSASigner signer(RSAKey key) {
        try {
            return new RSASSASigner(key);
        } catch (com.nimbusds.jose.JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTokenForSomebodyElseIsRefused() {
        assertThat(statusWith(issuer.sign(good().audience("account")))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().audience((String) null)))).isEqualTo(401);
    }

    @Test
    void anIdTokenIsNoAccessToken() {
        assertThat(statusWith(issuer.sign(good().audience(FakeIssuer.CLIENT)))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().claim("at_hash", "x"))))
                .as("even with our audience")
                .isEqualTo(401);
    }

    @Test
    void withoutASignatureItIsNothing() {
        assertThat(statusWith(new PlainJWT(good().build()).serialize())).isEqualTo(401);
        String token = issuer.sign(good());
        assertThat(statusWith(token.substring(0, token.lastIndexOf('.') + 1))).isEqualTo(401);
    }

    @Test
    void thePublishedKeyIsNoSharedSecret() throws Exception {
        byte[] pem = ("-----BEGIN PUBLIC KEY-----\n"
                        + java.util.Base64.getMimeEncoder(64, new byte[] {'\n'})
                                .encodeToString(issuer.key.toRSAPublicKey().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
        for (byte[] secret : List.of(
                issuer.key.toRSAPublicKey().getEncoded(),
                pem,
                issuer.key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8))) {
            assertThat(statusWith(FakeIssuer.sign(
                            JWSAlgorithm.HS256, issuer.key.getKeyID(), new MACSigner(secret), good().build())))
                    .isEqualTo(401);
        }
    }

    @Test
    void aKeyOfAnotherKindUnderAPublishedNameIsRefused() throws Exception {
        ECKey other =
                new ECKeyGenerator(Curve.P_256).keyID(issuer.key.getKeyID()).generate();
        assertThat(statusWith(
                        FakeIssuer.sign(JWSAlgorithm.ES256, other.getKeyID(), new ECDSASigner(other), good().build())))
                .isEqualTo(401);
        RSAKey foreign = FakeIssuer.newKey();
        assertThat(statusWith(FakeIssuer.sign(
                        JWSAlgorithm.RS256, issuer.key.getKeyID(), new RSASSASigner(foreign), good().build())))
                .isEqualTo(401);
    }

    @Test
    void aKeyThatTheTokenBringsAlongIsRefused() throws Exception {
        RSAKey foreign = FakeIssuer.newKey();
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .jwk(foreign.toPublicJWK())
                        .build(),
                good().build());
        jwt.sign(new RSASSASigner(foreign));
        assertThat(statusWith(jwt.serialize())).isEqualTo(401);
    }

    @Test
    void beforeAndAfterItsTimeItIsRefused() {
        assertThat(statusWith(issuer.sign(good().expirationTime(in(Duration.ofMinutes(-1))))))
                .isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().expirationTime(null)))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().notBeforeTime(in(Duration.ofMinutes(1))))))
                .isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().issueTime(in(Duration.ofMinutes(1))))))
                .as("issued in the future")
                .isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().issueTime(null)))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(good().expirationTime(in(Duration.ofSeconds(-5))))))
                .as("clocks differ by seconds")
                .isEqualTo(200);
    }

    @Test
    void aTokenAboutNobodyIsRefused() {
        assertThat(statusWith(issuer.sign(issuer.access("x").subject(null)))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(issuer.access(" ")))).isEqualTo(401);
        assertThat(statusWith(issuer.sign(issuer.access("s".repeat(256))))).isEqualTo(401);
    }

    @Test
    void ellipticAndEdwardsKeysAreGood() throws Exception {
        try (FakeIssuer other = new FakeIssuer()) {
            ECKey elliptic = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
            KeyPair edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] encoded = edwards.getPublic().getEncoded();
            other.published.add(elliptic.toPublicJWK());
            other.published.add(new OctetKeyPair.Builder(
                            Curve.Ed25519, Base64URL.encode(Arrays.copyOfRange(encoded, 12, encoded.length)))
                    .keyID("ed")
                    .build());
            try (TestControlPlane its = TestControlPlane.start(other.settings())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> its.bean(Discovery.class).ready());
                String ec = FakeIssuer.sign(
                        JWSAlgorithm.ES256,
                        "ec",
                        new ECDSASigner(elliptic),
                        other.access("a").build());
                assertThat(its.client(ec).get("/api/v1/me").status()).isEqualTo(200);
                String ed = edwardsSigned(edwards, other.access("b").build());
                assertThat(its.client(ed).get("/api/v1/me").status()).isEqualTo(200);
                KeyPair stranger = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
                String forged = edwardsSigned(stranger, other.access("b").build());
                assertThat(its.client(forged).get("/api/v1/me").status()).isEqualTo(401);
            }
        }
    }

    private static String edwardsSigned(KeyPair key, JWTClaimsSet claims) throws Exception {
        String text =
                new JWSHeader.Builder(JWSAlgorithm.EdDSA).keyID("ed").build().toBase64URL() + "."
                        + claims.toPayload().toBase64URL();
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(key.getPrivate());
        signature.update(text.getBytes(StandardCharsets.US_ASCII));
        return text + "." + Base64URL.encode(signature.sign());
    }

    @Test
    void revokingEndsTokensIssuedBefore() {
        String token = issuer.sign(good());
        String id = plane.client(token).get("/api/v1/me").text("principal_id");
        assertThat(plane.admin()
                        .post("/api/v1/principals/" + id + "/revoke", "{\"reason\":\"lost\"}")
                        .status())
                .isEqualTo(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(statusWith(token)).isEqualTo(401));
    }
}
