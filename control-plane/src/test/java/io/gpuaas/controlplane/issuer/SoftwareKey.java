package io.gpuaas.controlplane.issuer;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;

/** A security key in software: what a browser and a key would answer, until a test bends it. */
final class SoftwareKey {

    private static final int PRESENT = 0x01;
    private static final int ATTESTED = 0x40;
    private static final CBORMapper CBOR = CBORMapper.builder().build();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    final byte[] id = new byte[32];
    String origin;
    String rpId;
    long count;
    boolean counts = true;
    int flags = PRESENT;

    private final KeyPair pair;
    private byte[] userHandle = {};

    SoftwareKey(String origin, String rpId) {
        this.origin = origin;
        this.rpId = rpId;
        new SecureRandom().nextBytes(id);
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            this.pair = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The answer to creation options. */
    String create(String options) {
        JsonNode wanted = JSON.readTree(options);
        userHandle = decode(wanted.at("/user/id").asString());
        byte[] client = clientData("webauthn.create", wanted.path("challenge").asString());
        Map<String, Object> attestation = new LinkedHashMap<>();
        attestation.put("fmt", "none");
        attestation.put("attStmt", Map.of());
        attestation.put("authData", authenticatorData(flags | ATTESTED, attested()));
        return answer(client, Map.of("attestationObject", encode(CBOR.writeValueAsBytes(attestation))));
    }

    /** The answer to request options. */
    String get(String options) {
        JsonNode wanted = JSON.readTree(options);
        if (counts) {
            count++;
        }
        byte[] client = clientData("webauthn.get", wanted.path("challenge").asString());
        byte[] data = authenticatorData(flags, new byte[0]);
        return answer(
                client,
                Map.of(
                        "authenticatorData",
                        encode(data),
                        "signature",
                        encode(sign(data, sha256(client))),
                        "userHandle",
                        encode(userHandle)));
    }

    private byte[] clientData(String type, String challenge) {
        return JSON.writeValueAsBytes(
                Map.of("type", type, "challenge", challenge, "origin", origin, "crossOrigin", false));
    }

    private byte[] authenticatorData(int flags, byte[] rest) {
        return concat(
                sha256(rpId.getBytes(StandardCharsets.UTF_8)),
                new byte[] {(byte) flags},
                ByteBuffer.allocate(Integer.BYTES).putInt((int) count).array(),
                rest);
    }

    /** Maker, length and id of the credential, then its public key in COSE form (P-256). */
    private byte[] attested() {
        ECPublicKey key = (ECPublicKey) pair.getPublic();
        Map<Integer, Object> cose = new LinkedHashMap<>();
        cose.put(1, 2);
        cose.put(3, -7);
        cose.put(-1, 1);
        cose.put(-2, unsigned(key.getW().getAffineX().toByteArray()));
        cose.put(-3, unsigned(key.getW().getAffineY().toByteArray()));
        return concat(
                new byte[16],
                ByteBuffer.allocate(Short.BYTES).putShort((short) id.length).array(),
                id,
                intKeyed(cose));
    }

    /** Jackson writes names of objects as text; COSE wants numbers. */
    private static byte[] intKeyed(Map<Integer, Object> map) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0xA0 | map.size());
        map.forEach((name, value) -> {
            out.writeBytes(CBOR.writeValueAsBytes(name));
            out.writeBytes(CBOR.writeValueAsBytes(value));
        });
        return out.toByteArray();
    }

    private static byte[] unsigned(byte[] number) {
        byte[] fixed = new byte[32];
        int from = Math.max(0, number.length - fixed.length);
        System.arraycopy(number, from, fixed, fixed.length - (number.length - from), number.length - from);
        return fixed;
    }

    private String answer(byte[] client, Map<String, Object> response) {
        Map<String, Object> all = new LinkedHashMap<>(response);
        all.put("clientDataJSON", encode(client));
        return JSON.writeValueAsString(Map.of(
                "id",
                encode(id),
                "rawId",
                encode(id),
                "type",
                "public-key",
                "response",
                all,
                "clientExtensionResults",
                Map.of()));
    }

    private byte[] sign(byte[]... parts) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            for (byte[] part : parts) {
                signature.update(part);
            }
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] decode(String text) {
        return Base64.getUrlDecoder().decode(text);
    }
}
