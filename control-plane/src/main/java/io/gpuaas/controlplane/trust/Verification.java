package io.gpuaas.controlplane.trust;

import io.gpuaas.controlplane.trust.SigningKey.Holder;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of verifying the signatures of one artifact. Every piece of material that was verified appears in it, good or
 * bad; identical pieces appear once.
 */
public sealed interface Verification {

    /** Enough signers signed the artifact; {@code rejected} is material that does not count. */
    record Verified(List<Evidence> evidence, List<Rejection> rejected) implements Verification {}

    record Failed(Reason reason, List<Evidence> evidence, List<Rejection> rejected) implements Verification {}

    /** There is no signature at all. */
    record Unsigned() implements Verification {}

    /**
     * A signature that counts: its form, its signer, the fingerprint of the key that made it, and the manifest that
     * carries it.
     */
    record Evidence(Format format, String keyId, String keyFingerprint, Holder holder, String source) {

        /** Returns the kind of the signed statement, for forms that have statements. */
        public Optional<String> predicateType() {
            return format == Format.SIGSTORE_BUNDLE_DSSE ? Optional.of(ArtifactSignatures.RELEASE) : Optional.empty();
        }
    }

    record Rejection(String source, Reason reason) {}

    enum Format {
        COSIGN_SIMPLE_SIGNING,
        SIGSTORE_BUNDLE_DSSE,
        SIGSTORE_BUNDLE_MESSAGE,
        NOTATION_JWS
    }

    enum Reason {
        TOO_LARGE,
        TOO_MANY_SIGNATURES,
        UNREADABLE,
        UNSUPPORTED_FORM,
        AMBIGUOUS_BUNDLE,
        NO_PUBLIC_KEY_BUNDLE,
        WRONG_PAYLOAD_TYPE,
        WRONG_STATEMENT,
        WRONG_PREDICATE,
        OTHER_DIGEST,
        UNKNOWN_KEY_OR_WRONG_SIGNATURE,
        REVOKED_KEY,
        /** No second person has confirmed the key yet. */
        UNCONFIRMED_KEY,
        RETIRED_KEY,
        UNKNOWN_CRITICAL_HEADER,
        WRONG_ALGORITHM,
        UNTRUSTED_CERTIFICATE,
        EXPIRED_CERTIFICATE,
        WRONG_CERTIFICATE_USE,
        EXPIRED_SIGNATURE,
        TOO_FEW_SIGNERS
    }
}
