package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Artifact;
import io.gpuaas.sdk.ArtifactKind;
import io.gpuaas.sdk.ArtifactVerification;
import io.gpuaas.sdk.ArtifactsApi;
import io.gpuaas.sdk.CompletePublishIntent;
import io.gpuaas.sdk.CreatePublishIntent;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.PlannedArtifact;
import io.gpuaas.sdk.PublishIntent;
import io.gpuaas.sdk.PushedArtifact;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Publishes artifacts from this machine in a project, signs them, and waits for verifications. */
public final class ArtifactPublishing {

    private static final int VERIFICATION_LOOKS_MAX = 60;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final ArtifactsApi api;
    private final ProjectId project;
    private final Consumer<String> progress;

    public ArtifactPublishing(Session session, ProjectId project) {
        this.api = session.connect().artifacts();
        this.project = project;
        this.progress = line -> session.terminal().err().println(line);
    }

    /** An artifact of a version of an app. */
    public record Named(String app, String version, String name, ArtifactKind kind) {}

    /** Returns the digest that a file, or a folder with an OCI layout, has when it is pushed. */
    public static String digest(Path source, ArtifactKind kind) throws IOException {
        try (LocalContent content = LocalContent.of(source, kind)) {
            return content.digest();
        }
    }

    /** Opens an intent, pushes and completes. The intent is canceled when the push fails. */
    public Artifact publish(Named wanted, Path source, IdempotencyKey key) throws IOException, InterruptedException {
        try (LocalContent content = LocalContent.of(source, wanted.kind())) {
            return complete(wanted, content.digest(), content, key);
        }
    }

    /** Pushes a signature made with the key, and returns the outcome of the verification. */
    ArtifactVerification sign(Artifact artifact, SigningKeyFile signer, IdempotencyKey key)
            throws IOException, InterruptedException {
        String bundle = ReleaseSignature.bundle(artifact, signer);
        Named same = new Named(artifact.app(), artifact.version(), artifact.name(), artifact.kind());
        PublishIntent intent = open(same, artifact.digest(), key);
        try {
            RegistryPush push = new RegistryPush(intent, progress);
            Map<String, Object> subject = new LinkedHashMap<>();
            subject.put("mediaType", artifact.mediaType());
            subject.put("digest", artifact.digest());
            subject.put("size", push.sizeOf(artifact.digest()));
            try (LocalContent signature = LocalContent.ofReferrer(ReleaseSignature.BUNDLE, bundle, subject)) {
                push.push(signature);
            }
        } catch (IOException | RuntimeException e) {
            api.cancelPublishIntent(project, intent.id());
            throw e;
        }
        complete(intent, same, artifact.digest());
        return settled(artifact.id());
    }

    /** Signs with a private key in PEM. */
    public ArtifactVerification sign(Artifact artifact, String privateKey, IdempotencyKey key)
            throws IOException, InterruptedException {
        return sign(artifact, SigningKeyFile.parse(privateKey), key);
    }

    /** Waits until no verification is due, for as long as one takes in the worst case. */
    public ArtifactVerification settled(ArtifactId id) throws InterruptedException {
        ArtifactVerification found = api.getArtifactVerification(project, id);
        for (int look = 0; found.pending() && look < VERIFICATION_LOOKS_MAX; look++) {
            Thread.sleep(BETWEEN_LOOKS);
            found = api.getArtifactVerification(project, id);
        }
        return found;
    }

    private Artifact complete(Named wanted, String digest, LocalContent content, IdempotencyKey key)
            throws IOException, InterruptedException {
        PublishIntent intent = open(wanted, digest, key);
        try {
            new RegistryPush(intent, progress).push(content);
        } catch (IOException | RuntimeException e) {
            api.cancelPublishIntent(project, intent.id());
            throw e;
        }
        return complete(intent, wanted, digest);
    }

    private PublishIntent open(Named wanted, String digest, IdempotencyKey key) {
        PlannedArtifact planned = new PlannedArtifact(wanted.name(), wanted.kind(), null, digest);
        PublishIntent intent = api.createPublishIntent(
                project, new CreatePublishIntent(wanted.app(), wanted.version(), List.of(planned)), key);
        if (intent.secret() == null) {
            throw new IllegalArgumentException(
                    "An intent was created with this idempotency key before, and its secret is not shown again.");
        }
        return intent;
    }

    private Artifact complete(PublishIntent intent, Named wanted, String digest) {
        CompletePublishIntent pushed = new CompletePublishIntent(List.of(new PushedArtifact(wanted.name(), digest)));
        return api.completePublishIntent(project, intent.id(), pushed)
                .artifacts()
                .getFirst();
    }
}
