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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Collects the signatures of an artifact from its referrers. It reads stored blobs, so it runs outside of transactions.
 * Signatures that cannot be read are passed on as such; they are never skipped.
 */
@Component
class SignatureReader {

    static final int REFERRERS_MAX = 100;

    /** One more than the verifier accepts, so that too many are noticed. */
    private static final int SIGNATURES_MAX = 101;

    private static final int MANIFEST_BYTES_MAX = 256 * 1024;
    private static final int BLOB_BYTES_MAX = 1024 * 1024;
    private static final int BYTES_MAX = 10 * 1024 * 1024;
    private static final Bounds BOUNDS = new Bounds(MANIFEST_BYTES_MAX, 20, 4_000, 1_000, 64 * 1024);

    private static final String SIMPLE_SIGNING = "application/vnd.dev.cosign.simplesigning.v1+json";
    private static final String BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
    private static final String JWS = "application/jose+json";
    private static final String NOTATION = "application/vnd.cncf.notary.signature";

    private static final Set<String> SIGNATURES =
            Set.of(SIMPLE_SIGNING, BUNDLE, NOTATION, "application/vnd.dev.cosign.artifact.sig.v1+json");

    private final RepositoryReader registry;

    SignatureReader(RepositoryReader registry) {
        this.registry = registry;
    }

    List<SignatureMaterial> read(String repository, String subject) throws IOException {
        RepositoryName name = new RepositoryName(repository);
        ContentDigest digest = ContentDigest.find(subject).orElseThrow();
        List<SignatureMaterial> found = new ArrayList<>();
        for (Referrer referrer : registry.listReferrers(name, digest, REFERRERS_MAX + 1)) {
            if (found.size() >= SIGNATURES_MAX
                    || found.stream().mapToLong(SignatureMaterial::size).sum() > BYTES_MAX) {
                break;
            }
            read(name, referrer, found);
        }
        return found;
    }

    private void read(RepositoryName name, Referrer referrer, List<SignatureMaterial> found) throws IOException {
        boolean claims = referrer.artifactType() != null && SIGNATURES.contains(referrer.artifactType());
        String source = referrer.digest().toString();
        List<Json.Obj> layers = layers(name, referrer);
        int before = found.size();
        for (Json.Obj layer : layers) {
            if (found.size() < SIGNATURES_MAX) {
                readLayer(name, layer, referrer, found);
            }
        }
        if (claims && found.size() == before) {
            found.add(new SigstoreBundle(source, new byte[0]));
        }
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

    private void readLayer(RepositoryName name, Json.Obj layer, Referrer referrer, List<SignatureMaterial> found)
            throws IOException {
        String source = referrer.digest().toString();
        switch (text(layer, "mediaType")) {
            case SIMPLE_SIGNING -> {
                String signature = layer.members().get("annotations") instanceof Json.Obj annotations
                        ? text(annotations, "dev.cosignproject.cosign/signature")
                        : "";
                found.add(new CosignSimple(source, bytes(name, layer), signature));
            }
            case BUNDLE -> found.add(new SigstoreBundle(source, bytes(name, layer)));
            case JWS -> {
                if (NOTATION.equals(referrer.artifactType())) {
                    found.add(new NotationJws(source, bytes(name, layer)));
                }
            }
            default -> {}
        }
    }

    /** No bytes when the blob is missing or too large, which no signature is made of. */
    private byte[] bytes(RepositoryName name, Json.Obj layer) throws IOException {
        Optional<ContentDigest> digest = ContentDigest.find(text(layer, "digest"));
        return digest.isEmpty()
                ? new byte[0]
                : registry.readBlob(name, digest.get(), BLOB_BYTES_MAX).orElse(new byte[0]);
    }

    private static String text(Json.Obj object, String name) {
        return object.members().get(name) instanceof Json.Text text ? text.value() : "";
    }
}
