package io.gpuaas.controlplane.trust;

import io.gpuaas.controlplane.trust.SignatureMaterial.CosignSimple;
import io.gpuaas.controlplane.trust.SignatureMaterial.NotationJws;
import io.gpuaas.controlplane.trust.SignatureMaterial.SigstoreBundle;
import io.gpuaas.controlplane.trust.SigningKey.Holder;
import io.gpuaas.controlplane.trust.Verification.Evidence;
import io.gpuaas.controlplane.trust.Verification.Failed;
import io.gpuaas.controlplane.trust.Verification.Format;
import io.gpuaas.controlplane.trust.Verification.Reason;
import io.gpuaas.controlplane.trust.Verification.Rejection;
import io.gpuaas.controlplane.trust.Verification.Unsigned;
import io.gpuaas.controlplane.trust.Verification.Verified;
import io.gpuaas.manifest.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Verifies the signatures of an artifact offline, against registered keys and a trust store. */
public final class ArtifactSignatures {

    private static final int SIGNATURES_MAX = 100;
    private static final long BYTES_MAX = 10L * 1024 * 1024;
    private static final int MESSAGE_BYTES_MAX = 64 * 1024;
    private static final String SHA256 = "sha256:";
    private static final String BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
    private static final String IN_TOTO = "application/vnd.in-toto+json";
    static final String RELEASE = "https://sigstore.dev/cosign/sign/v1";
    private static final Set<String> STATEMENTS =
            Set.of("https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1");

    private final SignedArtifact artifact;
    private final TrustRequirement requirement;
    private final Instant now;
    private @Nullable String contentDigest;

    private ArtifactSignatures(SignedArtifact artifact, TrustRequirement requirement, Instant now) {
        this.artifact = artifact;
        this.requirement = requirement;
        this.now = now;
    }

    public static Verification verify(
            SignedArtifact artifact, List<SignatureMaterial> material, TrustRequirement requirement, Instant now) {
        return verify(artifact, material, false, requirement, now);
    }

    /**
     * Verifies as much material as the limits allow. Material beyond them, or {@code hasMore} beyond what is given, fails an
     * artifact only if the signatures that were verified are not enough: otherwise added junk would end the trust.
     */
    public static Verification verify(
            SignedArtifact artifact,
            List<SignatureMaterial> material,
            boolean hasMore,
            TrustRequirement requirement,
            Instant now) {
        if (material.isEmpty()) {
            return new Unsigned();
        }
        Set<String> seen = new HashSet<>();
        List<SignatureMaterial> chosen = new ArrayList<>();
        Reason leftOut = hasMore ? Reason.TOO_MANY_SIGNATURES : null;
        long bytes = 0;
        for (SignatureMaterial one : material) {
            if (chosen.size() >= SIGNATURES_MAX) {
                leftOut = seen.contains(identity(one)) ? leftOut : Reason.TOO_MANY_SIGNATURES;
            } else if (bytes + one.size() > BYTES_MAX) {
                leftOut = Reason.TOO_LARGE;
            } else if (seen.add(identity(one))) {
                chosen.add(one);
                bytes += one.size();
            }
        }
        return new ArtifactSignatures(artifact, requirement, now).verify(chosen, leftOut);
    }

    /** The same for material with the same bytes, which is verified once. */
    private static String identity(SignatureMaterial material) {
        return switch (material) {
            case CosignSimple simple ->
                "simple " + HexFormat.of().formatHex(sha256(simple.payload())) + " " + simple.signature();
            case SigstoreBundle bundle -> "bundle " + HexFormat.of().formatHex(sha256(bundle.json()));
            case NotationJws jws -> "notation " + HexFormat.of().formatHex(sha256(jws.json()));
        };
    }

    private Verification verify(List<SignatureMaterial> material, @Nullable Reason leftOut) {
        List<Evidence> evidence = new ArrayList<>();
        List<Rejection> rejected = new ArrayList<>();
        for (SignatureMaterial one : material) {
            try {
                evidence.add(
                        switch (one) {
                            case CosignSimple simple -> simpleSigning(simple);
                            case SigstoreBundle bundle -> bundle(bundle);
                            case NotationJws jws ->
                                new NotationSignature(requirement.trustStore(), now).verify(jws, artifact);
                        });
            } catch (RejectedException e) {
                rejected.add(new Rejection(one.source(), e.reason()));
            }
        }
        boolean enough = signers(evidence, Holder.PUBLISHER, requirement) >= requirement.publisherKeysMin()
                && signers(evidence, Holder.PLATFORM, requirement) >= requirement.platformKeysMin();
        if (enough) {
            return new Verified(List.copyOf(evidence), List.copyOf(rejected));
        }
        return new Failed(reason(evidence, rejected, leftOut), List.copyOf(evidence), List.copyOf(rejected));
    }

    private static Reason reason(List<Evidence> evidence, List<Rejection> rejected, @Nullable Reason leftOut) {
        if (leftOut != null) {
            return leftOut;
        }
        return evidence.isEmpty() ? rejected.getFirst().reason() : Reason.TOO_FEW_SIGNERS;
    }

    /**
     * One key is one signer, however many ids or certificates it has, and never a publisher and the platform. One person is
     * one signer, however many keys that person registered.
     */
    public static long signers(List<Evidence> evidence, Holder holder, TrustRequirement requirement) {
        Set<String> platform = evidence.stream()
                .filter(one -> one.holder() == Holder.PLATFORM)
                .map(Evidence::keyFingerprint)
                .collect(Collectors.toSet());
        List<Evidence> counted = evidence.stream()
                .filter(one -> one.holder() == holder)
                .filter(one -> holder == Holder.PLATFORM || !platform.contains(one.keyFingerprint()))
                .toList();
        return LongStream.of(
                        counted.stream().map(Evidence::keyId).distinct().count(),
                        counted.stream()
                                .map(Evidence::keyFingerprint)
                                .distinct()
                                .count(),
                        counted.stream()
                                .map(one -> requirement.registrants().getOrDefault(one.keyId(), one.keyId()))
                                .distinct()
                                .count())
                .min()
                .orElseThrow();
    }

    private static Evidence evidence(Format format, SigningKey key, String source) {
        return new Evidence(format, key.id(), KeyType.fingerprint(key.key()), key.holder(), source);
    }

    private Evidence simpleSigning(CosignSimple material) throws RejectedException {
        byte[] signature = SignedDocument.base64(material.signature());
        SigningKey key = signerOf(material.payload(), signature);
        SignedDocument critical = SignedDocument.read(material.payload()).at("critical");
        RejectedException.unless(
                critical.text("type").equals("cosign container image signature"), Reason.WRONG_PAYLOAD_TYPE);
        RejectedException.unless(
                critical.at("image").text("docker-manifest-digest").equals(artifact.digest()), Reason.OTHER_DIGEST);
        return evidence(Format.COSIGN_SIMPLE_SIGNING, key, material.source());
    }

    private Evidence bundle(SigstoreBundle material) throws RejectedException {
        SignedDocument bundle = SignedDocument.read(material.json());
        RejectedException.unless(bundle.text("mediaType").equals(BUNDLE), Reason.UNSUPPORTED_FORM);
        RejectedException.unless(bundle.has("dsseEnvelope") != bundle.has("messageSignature"), Reason.AMBIGUOUS_BUNDLE);
        SignedDocument verification = bundle.at("verificationMaterial");
        RejectedException.unless(
                verification.has("publicKey")
                        && !verification.has("certificate")
                        && !verification.has("x509CertificateChain"),
                Reason.NO_PUBLIC_KEY_BUNDLE);
        return bundle.has("dsseEnvelope")
                ? envelope(bundle.at("dsseEnvelope"), material.source())
                : message(bundle.at("messageSignature"), material.source());
    }

    private Evidence envelope(SignedDocument envelope, String source) throws RejectedException {
        byte[] payload = envelope.bytes("payload");
        String payloadType = envelope.text("payloadType");
        List<Json> signatures = envelope.list("signatures").items();
        RejectedException.unless(
                signatures.size() == 1 && signatures.getFirst() instanceof Json.Obj, Reason.AMBIGUOUS_BUNDLE);
        byte[] signature = new SignedDocument((Json.Obj) signatures.getFirst()).bytes("sig");
        SigningKey key = signerOf(preAuthenticationEncoding(payloadType, payload), signature);
        RejectedException.unless(payloadType.equals(IN_TOTO), Reason.WRONG_PAYLOAD_TYPE);
        SignedDocument statement = SignedDocument.read(payload);
        RejectedException.unless(STATEMENTS.contains(statement.text("_type")), Reason.WRONG_STATEMENT);
        // An SBOM or a test report that the right key signed is not a release.
        RejectedException.unless(statement.text("predicateType").equals(RELEASE), Reason.WRONG_PREDICATE);
        boolean named = false;
        for (Json subject : statement.list("subject").items()) {
            RejectedException.unless(subject instanceof Json.Obj, Reason.UNREADABLE);
            named |= (SHA256
                            + new SignedDocument((Json.Obj) subject)
                                    .at("digest")
                                    .findText("sha256")
                                    .orElse(""))
                    .equals(artifact.digest());
        }
        RejectedException.unless(named, Reason.OTHER_DIGEST);
        return evidence(Format.SIGSTORE_BUNDLE_DSSE, key, source);
    }

    private Evidence message(SignedDocument message, String source) throws RejectedException {
        byte[] content = artifact.content();
        if (content == null) {
            throw new RejectedException(Reason.UNSUPPORTED_FORM);
        }
        // Every key is tried over all of the content, so large content would make each signature expensive.
        RejectedException.unless(content.length <= MESSAGE_BYTES_MAX, Reason.TOO_LARGE);
        SignedDocument digest = message.at("messageDigest");
        RejectedException.unless(digest.text("algorithm").equals("SHA2_256"), Reason.WRONG_ALGORITHM);
        String hex = contentDigest(content);
        RejectedException.unless(
                HexFormat.of().formatHex(digest.bytes("digest")).equals(hex)
                        && (SHA256 + hex).equals(artifact.digest()),
                Reason.OTHER_DIGEST);
        SigningKey key = signerOf(content, message.bytes("signature"));
        return evidence(Format.SIGSTORE_BUNDLE_MESSAGE, key, source);
    }

    /** Tries each registered key: a hint in the material could name any. */
    private SigningKey signerOf(byte[] message, byte[] signature) throws RejectedException {
        for (SigningKey key : requirement.keys()) {
            if (KeyType.verify(key.key(), message, signature)) {
                RejectedException.unless(key.revokedAt() == null, Reason.REVOKED_KEY);
                RejectedException.unless(key.isConfirmed(), Reason.UNCONFIRMED_KEY);
                RejectedException.unless(
                        key.retiredAt() == null || artifact.recordedAt().isBefore(key.retiredAt()), Reason.RETIRED_KEY);
                return key;
            }
        }
        throw new RejectedException(Reason.UNKNOWN_KEY_OR_WRONG_SIGNATURE);
    }

    /** The bytes that a DSSE signature covers. */
    static byte[] preAuthenticationEncoding(String type, byte[] payload) {
        byte[] typeBytes = type.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("DSSEv1 " + typeBytes.length + " ").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(typeBytes);
        out.writeBytes((" " + payload.length + " ").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(payload);
        return out.toByteArray();
    }

    /** Hashed once, however many signatures there are. */
    private String contentDigest(byte[] content) {
        String known = contentDigest;
        if (known == null) {
            known = HexFormat.of().formatHex(sha256(content));
            contentDigest = known;
        }
        return known;
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JDK has no SHA-256", e);
        }
    }
}
