package io.gpuaas.controlplane.identity.machines;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import io.gpuaas.controlplane.platform.ProblemException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Public keys in PEM form: elliptic curves P-256 and P-384, and RSA of a size that is neither weak nor a burden. */
final class PublicKeys {

    private static final Pattern PEM =
            Pattern.compile("\\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----\\s*");
    private static final Set<Curve> CURVES = Set.of(Curve.P_256, Curve.P_384);
    private static final int RSA_BITS_MIN = 2048;
    private static final int RSA_BITS_MAX = 8192;
    private static final BigInteger RSA_EXPONENT_MIN = BigInteger.valueOf(65_537);
    private static final int RSA_EXPONENT_BITS_MAX = 64;

    private PublicKeys() {}

    /** The key as it is kept: the same for all ways to write it. */
    static String requirePem(String field, String text) {
        if (text.contains("PRIVATE KEY")) {
            throw ProblemException.invalid(field, "is a private key. Keep it secret and send the public key instead");
        }
        PublicKey key = parse(text)
                .orElseThrow(() -> ProblemException.invalid(
                        field, "is not an EC (P-256, P-384) or RSA public key in PEM format (BEGIN PUBLIC KEY)"));
        if (!strong(key)) {
            throw ProblemException.invalid(
                    field,
                    "must be an EC key on P-256 or P-384, or an RSA key with " + RSA_BITS_MIN + " to " + RSA_BITS_MAX
                            + " bits");
        }
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    static Optional<PublicKey> parse(String pem) {
        Matcher form = PEM.matcher(pem);
        if (!form.matches()) {
            return Optional.empty();
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(form.group(1));
            return read("EC", encoded).or(() -> read("RSA", encoded));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<PublicKey> read(String algorithm, byte[] encoded) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static boolean strong(PublicKey key) {
        return switch (key) {
            case ECPublicKey ec -> onCurve(ec);
            case RSAPublicKey rsa ->
                rsa.getModulus().bitLength() >= RSA_BITS_MIN
                        && rsa.getModulus().bitLength() <= RSA_BITS_MAX
                        && rsa.getModulus().testBit(0)
                        && rsa.getPublicExponent().testBit(0)
                        && rsa.getPublicExponent().compareTo(RSA_EXPONENT_MIN) >= 0
                        && rsa.getPublicExponent().bitLength() <= RSA_EXPONENT_BITS_MAX;
            default -> false;
        };
    }

    private static boolean onCurve(ECPublicKey key) {
        Curve curve = Curve.forECParameterSpec(key.getParams());
        if (curve == null || !CURVES.contains(curve)) {
            return false;
        }
        try {
            new ECKey.Builder(curve, key).build();
            return true;
        } catch (IllegalStateException | IllegalArgumentException e) {
            return false;
        }
    }
}
