package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppArtifact;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.api.FindingSeverity;
import io.gpuaas.api.ManifestFinding;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.artifacts.PublishedContent;
import io.gpuaas.controlplane.artifacts.PublishedContent.Published;
import io.gpuaas.controlplane.catalogue.VersionRow.Content;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.Finding;
import io.gpuaas.manifest.LintRule.Severity;
import io.gpuaas.manifest.Manifest;
import io.gpuaas.manifest.Manifests;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import io.gpuaas.manifest.json.JsonPointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Reads manifests by the rules of the module manifest, and finds the artifacts that they name. */
@Component
class ManifestReading {

    private static final Set<ArtifactTrust> NOT_USABLE =
            EnumSet.of(ArtifactTrust.REVOKED, ArtifactTrust.FAILED_VERIFICATION);

    private final PublishedContent published;

    ManifestReading(PublishedContent published) {
        this.published = published;
    }

    /** Returns the manifest, or throws with every error that lint finds. */
    static Manifest read(String text) {
        Manifests.Report report = Manifests.lint(text.getBytes(StandardCharsets.UTF_8));
        return report.manifest()
                .orElseThrow(() -> CatalogueErrors.refused(report.findings().stream()
                        .filter(finding -> finding.severity() == Severity.ERROR)
                        .map(ManifestReading::violation)
                        .toList()));
    }

    /** Reads a stored manifest; rules that were added since then do not apply to it. */
    static Json.Obj document(byte[] canonical) {
        try {
            return (Json.Obj) Documents.readJson(canonical, Bounds.MANIFEST);
        } catch (DocumentException e) {
            throw new IllegalStateException("a stored manifest is not JSON", e);
        }
    }

    private static Violation violation(Finding finding) {
        String place = finding.position().line() == 0
                ? ""
                : " (line " + finding.position().line() + ")";
        return new Violation(finding.pointer(), finding.rule().code() + ": " + finding.sentence() + place);
    }

    static Content content(Manifest manifest) {
        List<ManifestFinding> findings = Manifests.lint(manifest.canonicalBytes()).findings().stream()
                .map(finding -> new ManifestFinding(
                        finding.rule().code(),
                        FindingSeverity.fromWire(finding.severity().name().toLowerCase(Locale.ROOT)),
                        finding.pointer(),
                        finding.sentence()))
                .toList();
        return new Content(manifest.digest(), manifest.profile().id(), manifest.title(), manifest.summary(), findings);
    }

    /** Returns the artifacts of the manifest, each published for this app by this tenant. */
    List<AppArtifact> artifacts(TenantId tenant, Manifest manifest) {
        List<Published> known = published.list(
                tenant,
                manifest.app(),
                manifest.artifacts().values().stream()
                        .map(Manifest.Artifact::digest)
                        .distinct()
                        .toList());
        List<Violation> faults = new ArrayList<>();
        List<AppArtifact> found = new ArrayList<>();
        manifest.artifacts().forEach((name, artifact) -> {
            Optional<Published> match = known.stream()
                    .filter(one -> one.digest().equals(artifact.digest())
                            && one.kind().wire().equals(artifact.kind()))
                    .findFirst();
            match.ifPresentOrElse(
                    one -> found.add(new AppArtifact(name, one.kind(), one.digest(), one.id())),
                    () -> faults.add(new Violation(
                            JsonPointer.at("/artifacts/" + name, "digest"),
                            "artifact_unknown: No artifact of kind " + artifact.kind()
                                    + " with this digest was published for " + manifest.app() + ".")));
        });
        if (!faults.isEmpty()) {
            throw CatalogueErrors.refused(faults);
        }
        return found;
    }

    /** Throws if an artifact of the version was revoked or is withheld, or its signature is wrong. */
    void requireUsable(VersionRow version, List<AppArtifact> artifacts) {
        List<ArtifactId> ids =
                artifacts.stream().map(AppArtifact::artifactId).distinct().toList();
        Map<ArtifactId, ArtifactTrust> trust = published.findTrust(version.tenant(), ids);
        Set<ArtifactId> withheld = published.findWithheld(ids);
        for (AppArtifact artifact : artifacts) {
            ArtifactTrust now = trust.getOrDefault(artifact.artifactId(), ArtifactTrust.REVOKED);
            if (NOT_USABLE.contains(now)) {
                throw CatalogueErrors.artifactNotTrusted(
                        artifact.name(), now.wire().replace('_', ' '));
            }
            if (withheld.contains(artifact.artifactId())) {
                throw CatalogueErrors.artifactNotTrusted(
                        artifact.name(), "withheld by an operator, or one of its images is");
            }
        }
    }
}
