package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.PrincipalId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ClientAssertionTest {

    private static final PrincipalId ACCOUNT = PrincipalId.parse("0198c0de-0000-7000-8000-000000000007");
    private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

    @ParameterizedTest
    @CsvSource({
        "EC,secp256r1,ES256,SHA256withECDSAinP1363Format",
        "EC,secp384r1,ES384,SHA384withECDSAinP1363Format",
        "RSA,2048,RS256,SHA256withRSA"
    })
    void thePublicHalfVerifiesWhatThePrivateHalfSigned(String type, String size, String algorithm, String jdkName)
            throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
        AlgorithmParameterSpec parameters = type.equals("EC")
                ? new ECGenParameterSpec(size)
                : new RSAKeyGenParameterSpec(Integer.parseInt(size), RSAKeyGenParameterSpec.F4);
        generator.initialize(parameters);
        KeyPair pair = generator.generateKeyPair();
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";

        String[] parts = ClientAssertion.sign(pem, ACCOUNT, NOW).split("\\.", -1);

        assertThat(json(parts[0]).path("alg").asString()).isEqualTo(algorithm);
        JsonNode claims = json(parts[1]);
        assertThat(claims.path("iss").asString()).isEqualTo(ACCOUNT.toString());
        assertThat(claims.path("sub").asString()).isEqualTo(ACCOUNT.toString());
        assertThat(claims.path("aud").asString()).isEqualTo("gpuaas");
        assertThat(claims.path("exp").asLong()).isEqualTo(1_800_000_060);
        assertThat(claims.path("jti").asString()).isNotEmpty();
        Signature signature = Signature.getInstance(jdkName);
        signature.initVerify(pair.getPublic());
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    @Test
    void somethingElseIsNoPrivateKey() {
        assertThatThrownBy(() -> ClientAssertion.sign("ssh-ed25519 AAAA", ACCOUNT, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BEGIN PRIVATE KEY");
    }

    private static JsonNode json(String part) {
        return Json.MAPPER.readTree(Base64.getUrlDecoder().decode(part));
    }
}
