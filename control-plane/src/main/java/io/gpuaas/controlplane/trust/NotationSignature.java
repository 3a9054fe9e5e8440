package io.gpuaas.controlplane.trust;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import io.gpuaas.controlplane.trust.SignatureMaterial.NotationJws;
import io.gpuaas.controlplane.trust.SigningKey.Holder;
import io.gpuaas.controlplane.trust.Verification.Evidence;
import io.gpuaas.controlplane.trust.Verification.Format;
import io.gpuaas.controlplane.trust.Verification.Reason;
import io.gpuaas.manifest.json.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Verifies one signature of the Notary Project (envelope JWS, scheme notary.x509) against a trust store. */
final class NotationSignature {

    private static final String SCHEME = "io.cncf.notary.signingScheme";
    private static final String SIGNING_TIME = "io.cncf.notary.signingTime";
    private static final String EXPIRY = "io.cncf.notary.expiry";
    private static final String PAYLOAD = "application/vnd.cncf.notary.payload.v1+json";
    private static final Set<String> CRITICAL = Set.of(SCHEME, EXPIRY);
    private static final Set<String> ALGORITHMS = Set.of("PS256", "PS384", "PS512", "ES256", "ES384", "ES512");
    private static final String CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
    private static final int CHAIN_MAX = 8;
    private static final int RSA_BITS_MIN = 2048;

    private final List<X509Certificate> trustStore;
    private final Instant now;

    NotationSignature(List<X509Certificate> trustStore, Instant now) {
        this.trustStore = trustStore;
        this.now = now;
    }

    Evidence verify(NotationJws material, SignedArtifact artifact) throws RejectedException {
        SignedDocument envelope = SignedDocument.read(material.json());
        byte[] protectedBytes = base64Url(envelope.text("protected"));
        SignedDocument header = SignedDocument.read(protectedBytes);
        checkHeader(header);
        List<X509Certificate> chain = chain(envelope.at("header"));
        X509Certificate leaf = chain.getFirst();
        checkSignature(envelope, header.text("alg"), leaf.getPublicKey());
        Instant signedAt = time(header, SIGNING_TIME);
        checkLeaf(leaf, signedAt);
        if (header.has(EXPIRY)) {
            RejectedException.unless(now.isBefore(time(header, EXPIRY)), Reason.EXPIRED_SIGNATURE);
        }
        String anchor = anchorOf(chain);
        SignedDocument target =
                SignedDocument.read(base64Url(envelope.text("payload"))).at("targetArtifact");
        RejectedException.unless(
                target.text("digest").equals(artifact.digest())
                        && target.text("mediaType").equals(artifact.mediaType())
                        && target.object().members().get("size") instanceof Json.Num size
                        && size.value() == artifact.size(),
                Reason.OTHER_DIGEST);
        return new Evidence(
                Format.NOTATION_JWS,
                "certificate:" + anchor,
                KeyType.fingerprint(leaf.getPublicKey()),
                Holder.PUBLISHER,
                material.source());
    }

    private static void checkHeader(SignedDocument header) throws RejectedException {
        RejectedException.unless(ALGORITHMS.contains(header.text("alg")), Reason.WRONG_ALGORITHM);
        RejectedException.unless(header.text("cty").equals(PAYLOAD), Reason.WRONG_PAYLOAD_TYPE);
        Set<String> critical = new HashSet<>();
        for (Json name : header.list("crit").items()) {
            RejectedException.unless(
                    name instanceof Json.Text text && CRITICAL.contains(text.value()), Reason.UNKNOWN_CRITICAL_HEADER);
            critical.add(((Json.Text) name).value());
        }
        RejectedException.unless(critical.contains(SCHEME), Reason.UNKNOWN_CRITICAL_HEADER);
        RejectedException.unless(critical.contains(EXPIRY) == header.has(EXPIRY), Reason.UNKNOWN_CRITICAL_HEADER);
        RejectedException.unless(header.text(SCHEME).equals("notary.x509"), Reason.UNSUPPORTED_FORM);
    }

    private static void checkSignature(SignedDocument envelope, String algorithm, PublicKey key)
            throws RejectedException {
        String signed = envelope.text("protected") + "." + envelope.text("payload");
        base64Url(envelope.text("signature"));
        try {
            // Only the algorithm is passed on; crit was checked above, and keys in headers are not looked at.
            JWSHeader header = new JWSHeader(JWSAlgorithm.parse(algorithm));
            JWSVerifier verifier = switch (key) {
                case ECPublicKey ec -> new ECDSAVerifier(ec);
                case RSAPublicKey rsa when rsa.getModulus().bitLength() >= RSA_BITS_MIN -> new RSASSAVerifier(rsa);
                default -> throw new RejectedException(Reason.WRONG_ALGORITHM);
            };
            RejectedException.unless(
                    verifier.supportedJWSAlgorithms().contains(header.getAlgorithm()), Reason.WRONG_ALGORITHM);
            RejectedException.unless(
                    verifier.verify(
                            header,
                            signed.getBytes(StandardCharsets.US_ASCII),
                            new Base64URL(envelope.text("signature"))),
                    Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
        } catch (JOSEException e) {
            throw new RejectedException(Reason.UNREADABLE, e);
        }
    }

    private static List<X509Certificate> chain(SignedDocument header) throws RejectedException {
        List<X509Certificate> chain = new ArrayList<>();
        List<Json> certificates = header.list("x5c").items();
        RejectedException.unless(!certificates.isEmpty() && certificates.size() <= CHAIN_MAX, Reason.UNREADABLE);
        for (Json certificate : certificates) {
            RejectedException.unless(certificate instanceof Json.Text, Reason.UNREADABLE);
            byte[] der = SignedDocument.base64(((Json.Text) certificate).value());
            try {
                X509Certificate read = (X509Certificate)
                        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
                RejectedException.unless(Arrays.equals(read.getEncoded(), der), Reason.UNREADABLE);
                chain.add(read);
            } catch (CertificateException e) {
                throw new RejectedException(Reason.UNREADABLE, e);
            }
        }
        return chain;
    }

    private static void checkLeaf(X509Certificate leaf, Instant signedAt) throws RejectedException {
        boolean[] use = leaf.getKeyUsage();
        try {
            List<String> purposes = leaf.getExtendedKeyUsage();
            RejectedException.unless(
                    leaf.getBasicConstraints() < 0
                            && use != null
                            && use[0]
                            && purposes != null
                            && purposes.contains(CODE_SIGNING),
                    Reason.WRONG_CERTIFICATE_USE);
        } catch (CertificateException e) {
            throw new RejectedException(Reason.UNREADABLE, e);
        }
        RejectedException.unless(
                !signedAt.isBefore(leaf.getNotBefore().toInstant())
                        && !signedAt.isAfter(leaf.getNotAfter().toInstant()),
                Reason.EXPIRED_CERTIFICATE);
    }

    /** Returns the fingerprint of the trusted certificate that the chain leads to. */
    private String anchorOf(List<X509Certificate> chain) throws RejectedException {
        for (X509Certificate certificate : chain) {
            RejectedException.unless(
                    !now.isBefore(certificate.getNotBefore().toInstant())
                            && !now.isAfter(certificate.getNotAfter().toInstant()),
                    Reason.EXPIRED_CERTIFICATE);
        }
        List<X509Certificate> path =
                chain.stream().filter(one -> !trustStore.contains(one)).toList();
        // The path must start at the certificate that signed, or another certificate's anchor would vouch for it.
        RejectedException.unless(
                !trustStore.isEmpty() && !path.isEmpty() && path.getFirst().equals(chain.getFirst()),
                Reason.UNTRUSTED_CERTIFICATE);
        try {
            PKIXParameters parameters = new PKIXParameters(trustStore.stream()
                    .map(anchor -> new TrustAnchor(anchor, null))
                    .collect(Collectors.toSet()));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            var result = (java.security.cert.PKIXCertPathValidatorResult) CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
            X509Certificate anchor = result.getTrustAnchor().getTrustedCert();
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(anchor.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new RejectedException(Reason.UNTRUSTED_CERTIFICATE, e);
        }
    }

    private static Instant time(SignedDocument header, String name) throws RejectedException {
        try {
            return OffsetDateTime.parse(header.text(name)).toInstant();
        } catch (DateTimeException e) {
            throw new RejectedException(Reason.UNREADABLE, e);
        }
    }

    private static byte[] base64Url(String text) throws RejectedException {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            RejectedException.unless(
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(bytes)
                            .equals(text),
                    Reason.UNREADABLE);
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new RejectedException(Reason.UNREADABLE, e);
        }
    }
}
