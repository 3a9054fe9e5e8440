package io.gpuaas.controlplane.trust;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.HexFormat;
import java.util.List;

/** The kinds of keys that are accepted, each with the algorithms of its signatures. The key chooses, never the material. */
enum KeyType {
    P256,
    P384,
    ED25519,
    RSA;

    private static final int RSA_BITS_MIN = 2048;
    private static final int RSA_BITS_MAX = 8192;
    private static final PSSParameterSpec PSS =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, PSSParameterSpec.TRAILER_FIELD_BC);

    static KeyType of(PublicKey key) {
        return switch (key) {
            case ECPublicKey ec when isCurve(ec, "secp256r1") -> P256;
            case ECPublicKey ec when isCurve(ec, "secp384r1") -> P384;
            case EdECPublicKey ed when ed.getParams().getName().equals("Ed25519") -> ED25519;
            case RSAPublicKey rsa
            when rsa.getModulus().bitLength() >= RSA_BITS_MIN
                    && rsa.getModulus().bitLength() <= RSA_BITS_MAX -> RSA;
            default ->
                throw new IllegalArgumentException("only P-256, P-384, Ed25519 and RSA keys of 2,048 to 8,192 bits");
        };
    }

    private static boolean isCurve(ECPublicKey key, String name) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
            return key.getParams().getCurve().equals(curve.getCurve())
                    && key.getParams().getGenerator().equals(curve.getGenerator())
                    && key.getParams().getOrder().equals(curve.getOrder());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no curve " + name, e);
        }
    }

    /** The same for a key however it is registered or certified: RSA keys have two encodings. */
    static String fingerprint(PublicKey key) {
        byte[] identity = key instanceof RSAPublicKey rsa ? rsa.getModulus().toByteArray() : key.getEncoded();
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(identity));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no SHA-256", e);
        }
    }

    static boolean verify(PublicKey key, byte[] message, byte[] signature) {
        return switch (of(key)) {
            case P256 -> StrictDer.isEcdsa(signature, 32) && verify("SHA256withECDSA", key, message, signature);
            // cosign 2 hashes with SHA-256 whatever the curve; cosign 3 with the hash of the curve.
            case P384 ->
                StrictDer.isEcdsa(signature, 48)
                        && List.of("SHA384withECDSA", "SHA256withECDSA").stream()
                                .anyMatch(algorithm -> verify(algorithm, key, message, signature));
            case ED25519 -> signature.length == 64 && verify("Ed25519", key, message, signature);
            case RSA -> verify("RSASSA-PSS", key, message, signature);
        };
    }

    private static boolean verify(String algorithm, PublicKey key, byte[] message, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(algorithm);
            if (algorithm.equals("RSASSA-PSS")) {
                verifier.setParameter(PSS);
            }
            verifier.initVerify(key);
            verifier.update(message);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            // The JDK throws for signatures of a wrong form, which are wrong like others.
            return false;
        }
    }
}
