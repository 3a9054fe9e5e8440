package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.gpuaas.controlplane.TestControlPlane;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens that are almost right. Each differs from a good one in a single thing. */
class ForgedTokenTest {

    private static final JOSEObjectType ACCESS = new JOSEObjectType("at+jwt");

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);
    private final ECKey key = ourKey();
    private final JWTClaimsSet good = goodClaims();

    private ECKey ourKey() {
        try {
            return (ECKey) plane.bean(SigningKeys.class)
                    .signing()
                    .get(new JWKSelector(new JWKMatcher.Builder().build()), null)
                    .getFirst();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private JWTClaimsSet goodClaims() {
        try {
            String token = person.redeem(person.code(), TestUser.VERIFIER).text("access_token");
            return SignedJWT.parse(token).getJWTClaimsSet();
        } catch (java.text.ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder(good);
    }

    private static String sign(
            JWSAlgorithm algorithm, String kid, JOSEObjectType type, JWTClaimsSet claims, JWSSigner signer)
            throws JOSEException {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(algorithm).keyID(kid).type(type).build(), claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    private String signed(JWTClaimsSet claims) throws JOSEException {
        return sign(JWSAlgorithm.ES256, key.getKeyID(), ACCESS, claims, new ECDSASigner(key));
    }

    private int statusWith(String token) {
        return plane.client(token).get("/api/v1/me").status();
    }

    private static Date in(Duration time) {
        return Date.from(Instant.now().plus(time));
    }

    @Test
    void theGoodOneIsGood() throws Exception {
        assertThat(statusWith(signed(good))).isEqualTo(200);
    }

    @Test
    void withoutASignatureItIsNothing() throws Exception {
        assertThat(statusWith(new PlainJWT(good).serialize())).isEqualTo(401);
        String token = signed(good);
        assertThat(statusWith(token.substring(0, token.lastIndexOf('.') + 1))).isEqualTo(401);
    }

    @Test
    void ourPublicKeyIsNoSharedSecret() throws Exception {
        for (byte[] secret : List.of(
                key.toECPublicKey().getEncoded(),
                key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8))) {
            assertThat(statusWith(sign(JWSAlgorithm.HS256, key.getKeyID(), ACCESS, good, new MACSigner(secret))))
                    .isEqualTo(401);
        }
    }

    @Test
    void anotherKeyUnderOurNameOrItsOwnIsRefused() throws Exception {
        ECKey other = new ECKeyGenerator(Curve.P_256).keyID("other").generate();
        assertThat(statusWith(sign(JWSAlgorithm.ES256, key.getKeyID(), ACCESS, good, new ECDSASigner(other))))
                .isEqualTo(401);
        assertThat(statusWith(sign(JWSAlgorithm.ES256, "other", ACCESS, good, new ECDSASigner(other))))
                .isEqualTo(401);
        assertThat(statusWith(sign(JWSAlgorithm.ES256, "other", ACCESS, good, new ECDSASigner(key))))
                .isEqualTo(401);
    }

    @Test
    void aKeyThatTheTokenBringsAlongIsRefused() throws Exception {
        ECKey other = new ECKeyGenerator(Curve.P_256).keyID("other").generate();
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .jwk(other.toPublicJWK())
                        .type(ACCESS)
                        .build(),
                good);
        jwt.sign(new ECDSASigner(other));
        assertThat(statusWith(jwt.serialize())).isEqualTo(401);
    }

    @Test
    void anotherAlgorithmIsRefused() throws Exception {
        var rsa = new RSAKeyGenerator(2048).keyID(key.getKeyID()).generate();
        assertThat(statusWith(sign(JWSAlgorithm.RS256, key.getKeyID(), ACCESS, good, new RSASSASigner(rsa))))
                .isEqualTo(401);
    }

    @Test
    void wrongIssuerAudienceSubjectOrTypeIsRefused() throws Exception {
        assertThat(statusWith(signed(claims().issuer("https://evil.example").build())))
                .isEqualTo(401);
        assertThat(statusWith(signed(claims().issuer(null).build()))).isEqualTo(401);
        assertThat(statusWith(signed(claims().audience("gpuaas-console").build())))
                .isEqualTo(401);
        assertThat(statusWith(signed(claims().audience((String) null).build()))).isEqualTo(401);
        assertThat(statusWith(signed(claims().subject("admin").build()))).isEqualTo(401);
        assertThat(statusWith(signed(
                        claims().subject("00000000-0000-7000-8000-000000000000").build())))
                .isEqualTo(401);
        assertThat(statusWith(sign(JWSAlgorithm.ES256, key.getKeyID(), JOSEObjectType.JWT, good, new ECDSASigner(key))))
                .isEqualTo(401);
    }

    @Test
    void beforeAndAfterItsTimeItIsRefused() throws Exception {
        assertThat(statusWith(signed(
                        claims().expirationTime(in(Duration.ofMinutes(-2))).build())))
                .isEqualTo(401);
        assertThat(statusWith(
                        signed(claims().notBeforeTime(in(Duration.ofMinutes(2))).build())))
                .isEqualTo(401);
        assertThat(statusWith(signed(claims().expirationTime(null).build()))).isEqualTo(401);
        assertThat(statusWith(signed(
                        claims().expirationTime(in(Duration.ofSeconds(-5))).build())))
                .as("clocks differ by seconds")
                .isEqualTo(200);
    }

    @Test
    void withoutAStandingAuthorizationItIsRefused() throws Exception {
        assertThat(statusWith(signed(claims().claim(Tokens.AUTHORIZATION, null).build())))
                .isEqualTo(401);
        assertThat(statusWith(
                        signed(claims().claim(Tokens.AUTHORIZATION, "made-up").build())))
                .isEqualTo(401);
    }

    @Test
    void rubbishIsRefused() {
        for (String token : List.of("eyJ", "eyJ.eyJ.eyJ", "eyJhbGciOiJFUzI1NiJ9..", "eyJhbGciOiJub25lIn0.e30.")) {
            assertThat(statusWith(token)).isEqualTo(401);
        }
    }
}
