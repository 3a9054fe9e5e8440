package io.gpuaas.cli.artifacts;

import io.gpuaas.sdk.Artifact;
import io.gpuaas.sdk.RecordJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the signature of a release as cosign 3 does: a Sigstore bundle v0.3 that states the digest, with a public key. */
final class ReleaseSignature {

    static final String BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";

    private static final String IN_TOTO = "application/vnd.in-toto+json";
    private static final String SHA256 = "sha256:";

    private ReleaseSignature() {}

    static String bundle(Artifact artifact, SigningKeyFile key) {
        if (!artifact.digest().startsWith(SHA256)) {
            throw new IllegalArgumentException("Only artifacts with a sha256 digest can be signed.");
        }
        byte[] statement = bytes(RecordJson.write(ordered(
                "_type",
                "https://in-toto.io/Statement/v1",
                "subject",
                List.of(ordered(
                        "name",
                        artifact.app(),
                        "digest",
                        Map.of("sha256", artifact.digest().substring(SHA256.length())))),
                "predicateType",
                "https://sigstore.dev/cosign/sign/v1",
                "predicate",
                Map.of())));
        byte[] signature = key.sign(preAuthenticationEncoding(statement));
        return RecordJson.write(ordered(
                "mediaType",
                BUNDLE,
                "verificationMaterial",
                Map.of("publicKey", Map.of("hint", "gpuaas")),
                "dsseEnvelope",
                ordered(
                        "payload",
                        base64(statement),
                        "payloadType",
                        IN_TOTO,
                        "signatures",
                        List.of(Map.of("sig", base64(signature))))));
    }

    private static byte[] preAuthenticationEncoding(byte[] statement) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("DSSEv1 " + IN_TOTO.length() + " " + IN_TOTO + " " + statement.length + " "));
        out.writeBytes(statement);
        return out.toByteArray();
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return map;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
