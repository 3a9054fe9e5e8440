package io.gpuaas.controlplane.trust;

/** A signature as it was found beside an artifact; {@code source} is the digest of the manifest that carries it. */
@SuppressWarnings("ArrayRecordComponent") // The bytes are read once, never compared.
public sealed interface SignatureMaterial {

    String source();

    /** Returns the number of bytes, which count towards the limit of all material. */
    long size();

    /** A layer of cosign's simple signing and the annotation with the signature in Base64. */
    record CosignSimple(String source, byte[] payload, String signature) implements SignatureMaterial {

        @Override
        public long size() {
            return (long) payload.length + signature.length();
        }
    }

    /** A Sigstore bundle v0.3. */
    record SigstoreBundle(String source, byte[] json) implements SignatureMaterial {

        @Override
        public long size() {
            return json.length;
        }
    }

    /** A Notary Project signature, envelope JWS. */
    record NotationJws(String source, byte[] json) implements SignatureMaterial {

        @Override
        public long size() {
            return json.length;
        }
    }
}
