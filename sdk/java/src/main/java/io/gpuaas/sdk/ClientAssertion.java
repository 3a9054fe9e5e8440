package io.gpuaas.sdk;

import io.gpuaas.kernel.PrincipalId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Proves that somebody holds a private key without sending it (private_key_jwt, RFC 7523). */
public final class ClientAssertion {

    private static final Duration LIFETIME = Duration.ofMinutes(1);
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final int P384_BITS = 384;

    private ClientAssertion() {}

    public static String sign(String pem, PrincipalId accountId, Instant now) {
        try {
            PrivateKey key = read(pem);
            Algorithm algorithm = Algorithm.of(key);
            Map<String, Object> claims = new LinkedHashMap<>();
            claims.put("iss", accountId.toString());
            claims.put("sub", accountId.toString());
            claims.put("aud", "gpuaas");
            claims.put("iat", now.getEpochSecond());
            claims.put("exp", now.plus(LIFETIME).getEpochSecond());
            claims.put("jti", UUID.randomUUID().toString());
            String signed = encode(Map.of("alg", algorithm.name(), "typ", "JWT")) + "." + encode(claims);
            Signature signature = Signature.getInstance(algorithm.jdkName);
            signature.initSign(key);
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("The private key cannot sign: " + e.getMessage(), e);
        }
    }

    /** Those of the server's that the JDK signs with. */
    private enum Algorithm {
        ES256("SHA256withECDSAinP1363Format"),
        ES384("SHA384withECDSAinP1363Format"),
        RS256("SHA256withRSA");

        private final String jdkName;

        Algorithm(String jdkName) {
            this.jdkName = jdkName;
        }

        static Algorithm of(PrivateKey key) {
            return switch (key) {
                case ECPrivateKey curve -> curve.getParams().getOrder().bitLength() == P384_BITS ? ES384 : ES256;
                case RSAPrivateKey _ -> RS256;
                default -> throw notAKey();
            };
        }
    }

    private static PrivateKey read(String pem) throws GeneralSecurityException {
        Matcher matcher = PEM.matcher(pem);
        if (!matcher.find()) {
            throw notAKey();
        }
        PKCS8EncodedKeySpec encoded =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        try {
            return KeyFactory.getInstance("EC").generatePrivate(encoded);
        } catch (GeneralSecurityException e) {
            return KeyFactory.getInstance("RSA").generatePrivate(encoded);
        }
    }

    private static IllegalArgumentException notAKey() {
        return new IllegalArgumentException("A private key is an EC or RSA key in PEM form, BEGIN PRIVATE KEY.");
    }

    private static String encode(Map<String, Object> json) {
        return encode(Json.MAPPER.writeValueAsBytes(json));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
