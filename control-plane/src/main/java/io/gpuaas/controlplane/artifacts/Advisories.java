package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.Advisory;
import io.gpuaas.api.AdvisoryHit;
import io.gpuaas.api.Artifact;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.api.CreateAdvisory;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.Hit;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.sbom.PackageUrl;
import io.gpuaas.controlplane.sbom.VersionRange;
import io.gpuaas.events.AdvisoryChanged;
import io.gpuaas.kernel.AdvisoryId;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Files and closes advisories about packages, and lists the artifacts and app versions that they hit. */
@Component
class Advisories {

    private static final long OPEN_MAX = 10_000;
    private static final int VERSIONS_SHOWN_MAX = 20;

    private final AdvisoryStore store;
    private final ArtifactStore artifacts;
    private final ArtifactUses uses;
    private final WithheldDigests withheld;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Advisories(
            AdvisoryStore store,
            ArtifactStore artifacts,
            ArtifactUses uses,
            WithheldDigests withheld,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.artifacts = artifacts;
        this.uses = uses;
        this.withheld = withheld;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    Advisory create(CreateAdvisory command) {
        PackageUrl affected = PackageUrl.parse(command.purl())
                .orElseThrow(() -> ProblemException.invalid("/purl", "is no package URL"));
        if (affected.version() != null) {
            throw ProblemException.invalid("/purl", "must have no version; name the versions in /versions");
        }
        String versions = command.versions().strip();
        try {
            VersionRange.parse(affected.type(), versions);
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid("/versions", "is no range: " + e.getMessage());
        }
        store.lock();
        if (store.countOpen() >= OPEN_MAX) {
            throw ArtifactErrors.tooManyAdvisories(OPEN_MAX);
        }
        Advisory advisory = new Advisory(
                new AdvisoryId(ids.next()),
                command.title().strip(),
                affected.key(),
                versions,
                command.severity(),
                command.action(),
                command.reference(),
                true,
                0L,
                clock.instant(),
                Call.current().caller().id(),
                null,
                null,
                null);
        store.add(advisory, affected.type());
        announce(advisory, "open");
        return advisory;
    }

    Advisory get(AdvisoryId id) {
        return store.find(id).orElseThrow(Advisories::none);
    }

    List<Advisory> list(@Nullable UUID before, int limit) {
        return store.list(before, limit);
    }

    /** Closing twice is closing once. What the advisory withheld stays withheld until somebody releases it. */
    Advisory close(AdvisoryId id, String reason) {
        if (!store.lock(id)) {
            throw none();
        }
        Advisory advisory = get(id);
        if (advisory.closedAt() != null) {
            return advisory;
        }
        store.close(id, reason.strip(), Call.current().caller().id(), clock.instant());
        Advisory closed = get(id);
        announce(closed, "closed");
        return closed;
    }

    List<Hit> listHits(AdvisoryId id, AdvisoryStore.@Nullable HitKey after, int limit) {
        get(id);
        return store.listHits(id, after, limit);
    }

    List<AdvisoryHit> view(List<Hit> hits) {
        List<ArtifactId> hit = hits.stream().map(Hit::artifact).distinct().toList();
        Map<UUID, Artifact> found = artifacts
                .list(hit.stream().map(ArtifactId::value).toList())
                .stream()
                .collect(Collectors.toMap(one -> one.id().value(), Function.identity()));
        Map<ArtifactId, List<String>> versions = uses.versionsUsing(hit, VERSIONS_SHOWN_MAX);
        Set<String> withheldNow =
                withheld.findAmong(found.values().stream().map(Artifact::digest).toList());
        return hits.stream()
                .map(one -> view(
                        one,
                        Objects.requireNonNull(found.get(one.artifact().value())),
                        versions.getOrDefault(one.artifact(), List.of()),
                        withheldNow))
                .toList();
    }

    private static AdvisoryHit view(Hit hit, Artifact artifact, List<String> appVersions, Set<String> withheld) {
        return new AdvisoryHit(
                hit.artifact(),
                artifact.app(),
                artifact.version(),
                artifact.name(),
                artifact.digest(),
                hit.version().isEmpty() ? null : hit.version(),
                hit.certain(),
                hit.foundAt(),
                hit.actedAt(),
                artifact.trust() == ArtifactTrust.REVOKED,
                withheld.contains(artifact.digest()),
                appVersions);
    }

    private static ProblemException none() {
        return ProblemException.notFound("advisory");
    }

    private void announce(Advisory advisory, String state) {
        outbox.append(new AdvisoryChanged(
                advisory.id(),
                advisory.purl(),
                advisory.versions(),
                advisory.severity().wire(),
                state));
    }
}
