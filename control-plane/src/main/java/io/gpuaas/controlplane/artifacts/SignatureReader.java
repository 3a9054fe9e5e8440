package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.controlplane.registry.RepositoryReader;
import io.gpuaas.controlplane.registry.RepositoryReader.Referrer;
import io.gpuaas.controlplane.registry.RepositoryReader.StoredManifest;
import io.gpuaas.controlplane.trust.SignatureMaterial;
import io.gpuaas.controlplane.trust.SignatureMaterial.CosignSimple;
import io.gpuaas.controlplane.trust.SignatureMaterial.NotationJws;
import io.gpuaas.controlplane.trust.SignatureMaterial.SigstoreBundle;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Collects the signatures of an artifact from its referrers. It reads stored blobs, so it runs outside of transactions.
 * Signatures that cannot be read are passed on as such. Signatures that counted before are read first, then referrers with the
 * artifact type of a signature, the newest first, and identical signatures once, so that other content does not crowd them
 * out.
 */
@Component
class SignatureReader {

    /** Referrers read of each artifact type. */
    static final int REFERRERS_MAX = 100;

    private static final int SIGNATURES_MAX = 100;
    private static final int BYTES_MAX = 10 * 1024 * 1024;

    private static final int MANIFEST_BYTES_MAX = 256 * 1024;
    private static final int MANIFESTS_BYTES_MAX = 4 * 1024 * 1024;

    /** Signatures are small. As many as are read fit into the limit of all bytes, so none are crowded out by large ones. */
    private static final int BLOB_BYTES_MAX = BYTES_MAX / SIGNATURES_MAX;

    private static final Bounds BOUNDS = new Bounds(MANIFEST_BYTES_MAX, 20, 4_000, 1_000, 64 * 1024);

    private static final String SIMPLE_SIGNING = "application/vnd.dev.cosign.simplesigning.v1+json";
    private static final String BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
    private static final String JWS = "application/jose+json";
    private static final String NOTATION = "application/vnd.cncf.notary.signature";

    private static final List<String> SIGNATURES =
            List.of(SIMPLE_SIGNING, BUNDLE, NOTATION, "application/vnd.dev.cosign.artifact.sig.v1+json");

    /** The first signature of each referrer comes first, so that one referrer with many does not crowd out others. */
    private static final Comparator<Candidate> READING_ORDER = Comparator.comparing((Candidate one) -> !one.counted())
            .thenComparing(one -> !one.claims())
            .thenComparingInt(Candidate::index)
            .thenComparingInt(Candidate::rank);

    private final RepositoryReader registry;

    SignatureReader(RepositoryReader registry) {
        this.registry = registry;
    }

    /** The signatures of an artifact that were read, and whether there are more. */
    record Found(List<SignatureMaterial> material, boolean hasMore) {}

    /** A layer that is a signature; one without a media type stands for a referrer that claims to be one and has none. */
    private record Candidate(
            Referrer referrer,
            boolean counted,
            boolean claims,
            int rank,
            int index,
            String mediaType,
            String digest,
            String signature) {

        String identity() {
            return mediaType + " " + digest + " " + signature;
        }
    }

    /** Reads the signatures that counted before, by the digests of their manifests, and then the newest others. */
    Found read(String repository, String subject, List<String> counted) throws IOException {
        RepositoryName name = new RepositoryName(repository);
        ContentDigest digest = ContentDigest.find(subject).orElseThrow();
        List<Candidate> candidates = new ArrayList<>();
        boolean hasMore = false;
        for (String type : SIGNATURES) {
            hasMore |= !collect(
                    name,
                    registry.listNewestReferrers(name, digest, type, counted, REFERRERS_MAX + 1),
                    counted,
                    candidates);
        }
        List<Referrer> others = registry.listNewestReferrers(name, digest, null, counted, REFERRERS_MAX).stream()
                .filter(referrer -> !claims(referrer))
                .toList();
        collect(name, others, counted, candidates);
        candidates.sort(READING_ORDER);
        Set<String> seen = new HashSet<>();
        List<SignatureMaterial> found = new ArrayList<>();
        long bytes = 0;
        for (Candidate candidate : candidates) {
            if (seen.contains(candidate.identity())) {
                continue;
            }
            if (found.size() >= SIGNATURES_MAX || bytes > BYTES_MAX) {
                hasMore = true;
                break;
            }
            seen.add(candidate.identity());
            SignatureMaterial material = material(name, candidate);
            bytes += material.size();
            found.add(material);
        }
        return new Found(List.copyOf(found), hasMore);
    }

    private static boolean claims(Referrer referrer) {
        return referrer.artifactType() != null && SIGNATURES.contains(referrer.artifactType());
    }

    /** False when there are more referrers than are read. */
    private boolean collect(
            RepositoryName name, List<Referrer> referrers, List<String> counted, List<Candidate> candidates) {
        long bytes = 0;
        for (int rank = 0; rank < referrers.size(); rank++) {
            Referrer referrer = referrers.get(rank);
            bytes += Math.min(referrer.size(), MANIFEST_BYTES_MAX);
            if (rank >= REFERRERS_MAX || bytes > MANIFESTS_BYTES_MAX) {
                return false;
            }
            collect(name, referrer, counted.contains(referrer.digest().toString()), rank, candidates);
        }
        return true;
    }

    private void collect(
            RepositoryName name, Referrer referrer, boolean counted, int rank, List<Candidate> candidates) {
        boolean claims = claims(referrer);
        int index = 0;
        for (Json.Obj layer : layers(name, referrer)) {
            String type = text(layer, "mediaType");
            boolean isSignature = type.equals(SIMPLE_SIGNING)
                    || type.equals(BUNDLE)
                    || (type.equals(JWS) && NOTATION.equals(referrer.artifactType()));
            if (isSignature) {
                candidates.add(new Candidate(
                        referrer, counted, claims, rank, index, type, text(layer, "digest"), signature(layer, type)));
                index++;
            }
        }
        if (claims && index == 0) {
            candidates.add(new Candidate(referrer, counted, true, rank, 0, "", "", ""));
        }
    }

    private static String signature(Json.Obj layer, String type) {
        return type.equals(SIMPLE_SIGNING) && layer.members().get("annotations") instanceof Json.Obj annotations
                ? text(annotations, "dev.cosignproject.cosign/signature")
                : "";
    }

    private SignatureMaterial material(RepositoryName name, Candidate one) throws IOException {
        String source = one.referrer().digest().toString();
        byte[] bytes = bytes(name, one.digest());
        return switch (one.mediaType()) {
            case SIMPLE_SIGNING -> new CosignSimple(source, bytes, one.signature());
            case JWS -> new NotationJws(source, bytes);
            default -> new SigstoreBundle(source, bytes);
        };
    }

    private List<Json.Obj> layers(RepositoryName name, Referrer referrer) {
        if (referrer.size() > MANIFEST_BYTES_MAX) {
            return List.of();
        }
        Optional<StoredManifest> manifest = registry.findManifest(name, referrer.digest());
        try {
            if (manifest.isPresent()
                    && Documents.readJson(manifest.get().bytes(), BOUNDS) instanceof Json.Obj document
                    && document.members().get("layers") instanceof Json.Arr layers) {
                return layers.items().stream()
                        .filter(Json.Obj.class::isInstance)
                        .map(Json.Obj.class::cast)
                        .toList();
            }
        } catch (DocumentException e) {
            // The registry read it less strictly; a signature in it counts as unreadable.
            return List.of();
        }
        return List.of();
    }

    /** No bytes when the blob is missing or too large, which no signature is made of. */
    private byte[] bytes(RepositoryName name, String text) throws IOException {
        Optional<ContentDigest> digest = ContentDigest.find(text);
        return digest.isEmpty()
                ? new byte[0]
                : registry.readBlob(name, digest.get(), BLOB_BYTES_MAX).orElse(new byte[0]);
    }

    private static String text(Json.Obj object, String name) {
        return object.members().get(name) instanceof Json.Text text ? text.value() : "";
    }
}
