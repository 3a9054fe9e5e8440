package io.gpuaas.cli.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.sdk.Artifact;
import io.gpuaas.sdk.ArtifactKind;
import io.gpuaas.sdk.ArtifactPromotion;
import io.gpuaas.sdk.ArtifactTrust;
import io.gpuaas.sdk.RecordJson;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bundles are held against the JDK's own verification of the bytes that DSSE defines. */
class ReleaseSignatureTest {

    private static final String DIGEST = "sha256:" + "1f".repeat(32);

    private static final Artifact ARTIFACT = new Artifact(
            new ArtifactId(UUID.randomUUID()),
            new PublisherId(UUID.randomUUID()),
            "acme/vllm",
            "1.0",
            "server",
            ArtifactKind.OCI_IMAGE,
            DIGEST,
            "application/vnd.oci.image.manifest.v1+json",
            null,
            10L,
            List.of(),
            "http://127.0.0.1",
            "acme/vllm",
            ArtifactTrust.UNVERIFIED,
            ArtifactPromotion.PUBLISHED,
            Instant.EPOCH,
            "somebody");

    @ParameterizedTest
    @CsvSource({
        "EC, secp256r1, SHA256withECDSA",
        "EC, secp384r1, SHA384withECDSA",
        "Ed25519, , Ed25519",
        "RSA, , RSASSA-PSS"
    })
    void theSignatureCoversTheStatementOfTheDigest(String algorithm, @Nullable String curve, String verification)
            throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        if (curve != null) {
            generator.initialize(new ECGenParameterSpec(curve));
        }
        KeyPair pair = generator.generateKeyPair();
        String bundle = ReleaseSignature.bundle(ARTIFACT, SigningKeyFile.parse(pem(pair)));
        Map<?, ?> envelope = object(object(RecordJson.read(bundle)).get("dsseEnvelope"));
        byte[] payload = Base64.getDecoder().decode(String.valueOf(envelope.get("payload")));
        assertThat(new String(payload, UTF_8))
                .contains(DIGEST.substring(7), "https://sigstore.dev/cosign/sign/v1", "acme/vllm");
        Signature signature = Signature.getInstance(verification);
        if (verification.equals("RSASSA-PSS")) {
            signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
        }
        signature.initVerify(pair.getPublic());
        signature.update(("DSSEv1 28 application/vnd.in-toto+json " + payload.length + " " + new String(payload, UTF_8))
                .getBytes(UTF_8));
        Map<?, ?> made = object(((List<?>) Objects.requireNonNull(envelope.get("signatures"))).getFirst());
        assertThat(signature.verify(Base64.getDecoder().decode(String.valueOf(made.get("sig")))))
                .isTrue();
    }

    private static Map<?, ?> object(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    private static String pem(KeyPair pair) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "none",
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
                "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"
            })
    void whatIsNoUsableKeyIsRefusedWithAnExplanation(String pem) {
        assertThatThrownBy(() -> SigningKeyFile.parse(pem)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDigestThatCannotBeStatedIsNotSigned() throws Exception {
        SigningKeyFile key =
                SigningKeyFile.parse(pem(KeyPairGenerator.getInstance("Ed25519").generateKeyPair()));
        Artifact other = new Artifact(
                ARTIFACT.id(),
                ARTIFACT.publisherId(),
                ARTIFACT.app(),
                ARTIFACT.version(),
                ARTIFACT.name(),
                ARTIFACT.kind(),
                "sha512:" + "1f".repeat(64),
                ARTIFACT.mediaType(),
                null,
                10L,
                List.of(),
                ARTIFACT.registryUrl(),
                ARTIFACT.repository(),
                ARTIFACT.trust(),
                ARTIFACT.promotion(),
                ARTIFACT.publishedAt(),
                ARTIFACT.publishedBy());
        assertThatThrownBy(() -> ReleaseSignature.bundle(other, key)).hasMessageContaining("sha256");
    }
}
