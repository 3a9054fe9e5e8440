package io.gpuaas.cli.apps;

import io.gpuaas.cli.artifacts.ArtifactPublishing;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.manifest.Finding;
import io.gpuaas.manifest.LintRule.Severity;
import io.gpuaas.manifest.Manifest;
import io.gpuaas.manifest.Manifests;
import io.gpuaas.sdk.AppVersion;
import io.gpuaas.sdk.AppVersionState;
import io.gpuaas.sdk.AppsApi;
import io.gpuaas.sdk.Artifact;
import io.gpuaas.sdk.ArtifactKind;
import io.gpuaas.sdk.ArtifactTrust;
import io.gpuaas.sdk.ArtifactVerification;
import io.gpuaas.sdk.ArtifactsApi;
import io.gpuaas.sdk.ArtifactsApi.ListArtifactsFilter;
import io.gpuaas.sdk.CreateAppVersion;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.RejectedSignature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the folder of an app: its artifacts, their signatures, and the version. Steps that were taken before are
 * left out, so a push that was interrupted is repeated as a whole.
 */
final class AppPush {

    private final Session session;
    private final ProjectId project;
    private final @Nullable String privateKey;
    private final boolean submits;
    private final ArtifactPublishing publishing;

    AppPush(Session session, ProjectId project, @Nullable String privateKey, boolean submits) {
        this.session = session;
        this.project = project;
        this.privateKey = privateKey;
        this.submits = submits;
        this.publishing = new ArtifactPublishing(session, project);
    }

    AppVersion push(Path folder) throws IOException, InterruptedException {
        byte[] bytes = AppFolder.manifest(session, folder);
        Manifest manifest = requireValid(folder, bytes);
        Map<String, Path> sources = AppFolder.sources(session, folder, manifest);
        requireDigests(folder, manifest, sources);
        for (Map.Entry<String, Manifest.Artifact> entry : manifest.artifacts().entrySet()) {
            Artifact published = publish(manifest, entry.getKey(), entry.getValue(), sources.get(entry.getKey()));
            requireTrust(published);
        }
        return version(manifest, new String(bytes, StandardCharsets.UTF_8));
    }

    private static Manifest requireValid(Path folder, byte[] bytes) {
        Manifests.Report report = Manifests.lint(bytes);
        return report.manifest()
                .orElseThrow(() -> new IllegalArgumentException("The manifest in " + folder + " has errors: "
                        + report.findings().stream()
                                .filter(finding -> finding.severity() == Severity.ERROR)
                                .map(AppPush::sentence)
                                .collect(Collectors.joining(" "))));
    }

    private static String sentence(Finding finding) {
        return "line " + finding.position().line() + ": " + finding.rule().code() + ": " + finding.sentence();
    }

    /** Compares all digests before anything is sent. */
    private static void requireDigests(Path folder, Manifest manifest, Map<String, Path> sources) throws IOException {
        for (Map.Entry<String, Manifest.Artifact> entry : manifest.artifacts().entrySet()) {
            Manifest.Artifact artifact = entry.getValue();
            Path source = sources.get(entry.getKey());
            if (source == null) {
                continue;
            }
            String digest = ArtifactPublishing.digest(source, AppFolder.kind(artifact.kind()));
            if (!digest.equals(artifact.digest())) {
                throw new IllegalArgumentException("Artifact '" + entry.getKey() + "' in " + folder + " is " + digest
                        + ", but the manifest names " + artifact.digest() + ". Write it with gpuaas apps pin " + folder
                        + ".");
            }
        }
    }

    private Artifact publish(Manifest manifest, String name, Manifest.Artifact artifact, @Nullable Path source)
            throws IOException, InterruptedException {
        ArtifactKind kind = AppFolder.kind(artifact.kind());
        Optional<Artifact> known = find(manifest.app(), artifact.digest(), kind);
        if (known.isPresent()) {
            return known.get();
        }
        if (source == null) {
            throw new IllegalArgumentException("Artifact '" + name + "' of " + manifest.app()
                    + " was not published yet, and the folder has no " + AppFolder.ARTIFACTS + "/" + name + ".");
        }
        return publishing.publish(
                new ArtifactPublishing.Named(
                        manifest.app(), manifest.version().toString(), name.replace('_', '-'), kind),
                source,
                IdempotencyKey.random());
    }

    private Optional<Artifact> find(String app, String digest, ArtifactKind kind) {
        ArtifactsApi api = session.connect().artifacts();
        ListArtifactsFilter filter = ListArtifactsFilter.none().app(app);
        return Page.all(PageRequest.ofSize(PageRequest.LIMIT_MAX), page -> api.listArtifacts(project, filter, page))
                .filter(one -> one.digest().equals(digest) && one.kind() == kind)
                .findFirst();
    }

    /** Signs what is not verified; without a key, says so and goes on. */
    private void requireTrust(Artifact artifact) throws IOException, InterruptedException {
        if (publishing.settled(artifact.id()).trust() == ArtifactTrust.VERIFIED) {
            return;
        }
        if (privateKey == null) {
            session.output()
                    .note("Artifact '" + artifact.name() + "' of " + artifact.app()
                            + " is not signed; sign it with --key, or with gpuaas artifacts sign " + artifact.id()
                            + ".");
            return;
        }
        ArtifactVerification outcome = publishing.sign(artifact, privateKey, IdempotencyKey.random());
        if (outcome.trust() != ArtifactTrust.VERIFIED) {
            String reason = outcome.trustReason() == null ? "the verification has not ended" : outcome.trustReason();
            String rejected = outcome.rejected().stream()
                    .map(RejectedSignature::reason)
                    .distinct()
                    .collect(Collectors.joining("; "));
            throw new IllegalStateException("The signature of artifact '" + artifact.name() + "' of " + artifact.app()
                    + " does not count: " + reason + (rejected.isEmpty() ? "" : " (" + rejected + ")")
                    + ". Register the public key with gpuaas publishers keys add.");
        }
    }

    private AppVersion version(Manifest manifest, String text) {
        AppsApi api = session.connect().apps();
        AppVersion version = find(manifest)
                .filter(found -> !isReplaceable(found) && found.digest().equals(manifest.digest()))
                .orElseGet(() -> api.createAppVersion(project, new CreateAppVersion(text), IdempotencyKey.random()));
        if (!submits || !isReplaceable(version)) {
            return version;
        }
        return api.submitAppVersion(
                project, namespace(manifest), name(manifest), version.version(), IdempotencyKey.random());
    }

    private Optional<AppVersion> find(Manifest manifest) {
        try {
            return Optional.of(session.connect()
                    .apps()
                    .getAppVersion(
                            project,
                            namespace(manifest),
                            name(manifest),
                            manifest.version().toString()));
        } catch (GpuaasException.NotFound e) {
            return Optional.empty();
        }
    }

    private static boolean isReplaceable(AppVersion version) {
        return List.of(AppVersionState.DRAFT, AppVersionState.CHANGES_REQUESTED).contains(version.state());
    }

    private static String namespace(Manifest manifest) {
        return manifest.app().substring(0, manifest.app().indexOf('/'));
    }

    private static String name(Manifest manifest) {
        return manifest.app().substring(manifest.app().indexOf('/') + 1);
    }
}
