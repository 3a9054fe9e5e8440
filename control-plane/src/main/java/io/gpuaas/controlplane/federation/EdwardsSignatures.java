package io.gpuaas.controlplane.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** Ed25519 by the JDK. Nimbus would need another library for it. */
final class EdwardsSignatures extends DefaultJWSVerifierFactory {

    static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);

    /** The bytes before the 32 bytes of a key in its X.509 form (RFC 8410). */
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int KEY_BYTES = 32;

    static Optional<Key> publicKey(JWK jwk) {
        if (!(jwk instanceof OctetKeyPair pair) || !Curve.Ed25519.equals(pair.getCurve())) {
            return Optional.empty();
        }
        byte[] point = pair.getDecodedX();
        if (point.length != KEY_BYTES) {
            return Optional.empty();
        }
        byte[] encoded = java.util.Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + KEY_BYTES);
        System.arraycopy(point, 0, encoded, X509_PREFIX.length, KEY_BYTES);
        try {
            return Optional.of(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    @Override
    public JWSVerifier createJWSVerifier(JWSHeader header, Key key) throws JOSEException {
        return ALGORITHMS.contains(header.getAlgorithm()) && key instanceof EdECPublicKey edwards
                ? new Verifier(edwards)
                : super.createJWSVerifier(header, key);
    }

    private record Verifier(PublicKey key, JCAContext context) implements JWSVerifier {

        Verifier(PublicKey key) {
            this(key, new JCAContext());
        }

        @Override
        public boolean verify(JWSHeader header, byte[] signed, Base64URL signature) {
            if (header.getCriticalParams() != null) {
                return false;
            }
            try {
                Signature verifier = Signature.getInstance("Ed25519");
                verifier.initVerify(key);
                verifier.update(signed);
                return verifier.verify(signature.decode());
            } catch (GeneralSecurityException e) {
                return false;
            }
        }

        @Override
        public Set<JWSAlgorithm> supportedJWSAlgorithms() {
            return ALGORITHMS;
        }

        @Override
        public JCAContext getJCAContext() {
            return context;
        }
    }
}
