package io.gpuaas.agent.update;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.task.NodeTaskPayloads.AgentUpdated;
import io.gpuaas.agent.task.NodeTaskPayloads.RevertAgent;
import io.gpuaas.agent.task.NodeTaskPayloads.UpdateAgent;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.ReleaseKeys;
import io.gpuaas.kernel.ReleaseVersion;
import io.gpuaas.kernel.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;

/**
 * Replaces the agent by a released, newer one. The new one is on trial until the server took a heartbeat of it;
 * otherwise the old one comes back. The task of the update ends in the life of the agent that knows how it went.
 */
public final class Updates {

    /** Longer after an update than this it is not undone by a task. */
    private static final Duration REVERT_MAX = Duration.ofHours(24);

    private static final int ARTIFACT_BYTES_MAX = 128 * 1024 * 1024;

    private final Optional<Setup> setup;
    private final Path file;
    private final Supplier<Instant> now;
    private final Runnable restart;

    public Updates(Optional<Setup> setup, Path file, Supplier<Instant> now, Runnable restart) {
        this.setup = setup;
        this.file = file;
        this.now = now;
        this.restart = restart;
    }

    /** The parts an update needs; an agent that was started by hand has none and is not updated. */
    public record Setup(Installation installation, ReleaseKeys keys, ArtifactSource artifacts) {}

    /** Does not return when all goes well: the agent restarts as the new version. */
    public AgentUpdated update(UpdateAgent task, Progress progress) throws TaskFailure, InterruptedException {
        Setup with = setup.orElseThrow(
                () -> TaskFailure.refused("updates_not_configured", "this agent was not installed with release keys"));
        try {
            String before = with.installation().currentVersion();
            if (before.equals(task.version())) {
                return new AgentUpdated(task.version(), before);
            }
            Manifest manifest = verify(task, with.keys(), before);
            progress.phase("download", manifest.digest());
            byte[] jar = download(manifest, with.artifacts());
            progress.phase("stage", manifest.version());
            with.installation().stage(manifest.version(), jar);
            beginTrial(with, before, manifest.version(), progress);
        } catch (IOException e) {
            throw TaskFailure.failed("update_failed", "cannot stage the new version", e);
        }
        return restartInto();
    }

    /**
     * The one way to a lower version: to what this host itself ran before its last update, and only shortly after it.
     * Nobody can lead it further back than it was, nor undo an update that has long been counted on.
     */
    public AgentUpdated revert(RevertAgent task, Progress progress) throws TaskFailure, InterruptedException {
        Setup with = setup.orElseThrow(
                () -> TaskFailure.refused("updates_not_configured", "this agent was not installed with release keys"));
        try {
            String current = with.installation().currentVersion();
            if (current.equals(task.toVersion())) {
                return new AgentUpdated(current, task.fromVersion());
            }
            requireReplaced(task, current);
            if (!with.installation().has(task.toVersion())) {
                throw TaskFailure.failed("previous_version_gone", task.toVersion() + " is not on this host any more");
            }
            Files.deleteIfExists(replacedFile());
            beginTrial(with, current, task.toVersion(), progress);
        } catch (IOException e) {
            throw TaskFailure.failed("update_failed", "cannot go back", e);
        }
        return restartInto();
    }

    private void requireReplaced(RevertAgent task, String current) throws TaskFailure, IOException {
        if (Files.notExists(replacedFile())) {
            throw TaskFailure.refused("nothing_to_revert", current + " was not installed by an update");
        }
        Replaced replaced = Json.LENIENT.readValue(Files.readAllBytes(replacedFile()), Replaced.class);
        if (!current.equals(task.fromVersion())
                || !replaced.to().equals(task.fromVersion())
                || !replaced.from().equals(task.toVersion())) {
            throw TaskFailure.refused(
                    "nothing_to_revert", "the last update here was " + replaced.from() + " → " + replaced.to());
        }
        if (now.get().isAfter(replaced.at().plus(REVERT_MAX))) {
            throw TaskFailure.refused("revert_too_late", "the update was at " + replaced.at());
        }
    }

    private void beginTrial(Setup with, String before, String version, Progress progress) throws IOException {
        DurableFile.write(
                file,
                Json.LENIENT.writeValueAsBytes(new Trial(
                        progress.key().task().toString(), progress.key().attempt(), before, version)));
        progress.phase("switch", before + " → " + version);
        with.installation().beginTrial(version);
    }

    private AgentUpdated restartInto() throws InterruptedException {
        restart.run();
        // The process ends under this thread, and the next one tells the end of the task.
        new CountDownLatch(1).await();
        throw new IllegalStateException("unreachable");
    }

    private Manifest verify(UpdateAgent task, ReleaseKeys keys, String before) throws TaskFailure {
        if (task.manifest() == null) {
            throw TaskFailure.refused("manifest_missing", "an update needs the signed manifest of its release");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(task.manifest());
        } catch (IllegalArgumentException e) {
            throw TaskFailure.refused("manifest_invalid", "the manifest is not base64");
        }
        if (!keys.isReleased(bytes, task.signatures())) {
            throw TaskFailure.refused("manifest_not_signed", "too few of the release keys signed this manifest");
        }
        Manifest manifest = read(bytes);
        if (!manifest.version().equals(task.version())
                || !manifest.digest().equals(task.digest())
                || manifest.sizeBytes() != task.sizeBytes()) {
            throw TaskFailure.refused("manifest_mismatch", "the manifest is about another artifact than the task");
        }
        if (!now.get().isBefore(manifest.expiresAt())) {
            throw TaskFailure.refused("manifest_expired", "the release expired at " + manifest.expiresAt());
        }
        if (new ReleaseVersion(manifest.version()).compareTo(new ReleaseVersion(before)) <= 0) {
            throw TaskFailure.refused("version_not_newer", manifest.version() + " is not newer than " + before);
        }
        return manifest;
    }

    private static Manifest read(byte[] bytes) throws TaskFailure {
        try {
            Manifest manifest = Json.STRICT.readValue(bytes, Manifest.class);
            // Its form is checked here, before it becomes the name of a folder.
            ReleaseVersion.requireForm(manifest.version());
            return manifest;
        } catch (JacksonException | IllegalArgumentException e) {
            throw TaskFailure.refused("manifest_invalid", String.valueOf(e.getMessage()));
        }
    }

    private static byte[] download(Manifest manifest, ArtifactSource artifacts) throws TaskFailure {
        if (manifest.sizeBytes() > ARTIFACT_BYTES_MAX) {
            throw TaskFailure.refused("artifact_too_large", "at most " + ARTIFACT_BYTES_MAX + " bytes are taken");
        }
        try {
            byte[] jar = artifacts.fetch(manifest.digest(), (int) manifest.sizeBytes());
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(jar);
            if (!manifest.digest().equals("sha256:" + HexFormat.of().formatHex(digest))) {
                throw TaskFailure.failed("artifact_digest_mismatch", "what came is not what was released");
            }
            return jar;
        } catch (ServerException e) {
            throw TaskFailure.failed("artifact_not_fetched", "cannot download the new version", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The update under way that this life of the agent must bring to its end. */
    public Optional<Trial> findTrial() throws IOException {
        return Files.exists(file)
                ? Optional.of(Json.LENIENT.readValue(Files.readAllBytes(file), Trial.class))
                : Optional.empty();
    }

    /** Whether the new version is the one that runs; otherwise somebody went back already. */
    public boolean isOnTrial(Trial trial) throws IOException {
        return setup.isPresent() && setup.get().installation().currentVersion().equals(trial.to());
    }

    public TaskResult succeeded(Trial trial) throws IOException {
        if (new ReleaseVersion(trial.to()).compareTo(new ReleaseVersion(trial.from())) > 0) {
            DurableFile.write(
                    replacedFile(), Json.LENIENT.writeValueAsBytes(new Replaced(trial.from(), trial.to(), now.get())));
        }
        if (setup.isPresent()) {
            setup.get().installation().endTrial();
        }
        return TaskResult.succeeded(new AgentUpdated(trial.to(), trial.from()));
    }

    /** In the new version, when it does not do: the old one tells the end after the restart. */
    public void revert(Trial trial) throws IOException {
        if (setup.isPresent()) {
            setup.get().installation().revert(trial.from());
        }
        restart.run();
    }

    /** In the old version, back again. */
    public TaskResult reverted(Trial trial) {
        return TaskResult.failed("update_reverted", trial.to() + " did not come up; " + trial.from() + " runs again");
    }

    public void forgetTrial() throws IOException {
        Files.deleteIfExists(file);
    }

    private Path replacedFile() {
        return file.resolveSibling("replaced.json");
    }

    /** The version that the last update replaced; kept so that the host itself knows what it may roll back to. */
    record Replaced(String from, String to, Instant at) {}

    public record Trial(String taskId, int attempt, String from, String to) {

        public TaskKey key() {
            return new TaskKey(TaskId.parse(taskId), attempt);
        }
    }
}
