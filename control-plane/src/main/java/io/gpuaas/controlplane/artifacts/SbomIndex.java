package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.artifacts.SbomReader.Reading;
import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.sbom.Sbom.Format;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps the packages of each artifact's SBOMs, and looks for advisories that hit them. SBOMs are read without a transaction;
 * what they list is written in one, together with the hits.
 */
@Component
class SbomIndex implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(SbomIndex.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMinutes(1);

    /** Bounds one round: artifacts that are still due wait for the next one. */
    private static final Duration ROUND_MAX = Duration.ofSeconds(10);

    private static final int PER_ROUND = 20;

    private final TrustStore artifacts;
    private final SbomReader reader;
    private final SbomStore store;
    private final AdvisoryHits hits;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    SbomIndex(
            TrustStore artifacts,
            SbomReader reader,
            SbomStore store,
            AdvisoryHits hits,
            Policies policies,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.artifacts = artifacts;
        this.reader = reader;
        this.store = store;
        this.hits = hits;
        this.policies = policies;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(INTERVAL, Role.REGISTRY, "artifacts.sboms", this::indexDue);
    }

    void indexDue() {
        Instant until = clock.instant().plus(ROUND_MAX);
        store.listDue(clock.instant(), PER_ROUND).stream()
                .takeWhile(id -> clock.instant().isBefore(until)
                        && !Thread.currentThread().isInterrupted())
                .forEach(this::index);
    }

    private void index(ArtifactId id) {
        Call.system("SBOM index", CorrelationId.create(ids)).run(() -> {
            Standing artifact = artifacts.find(id).orElse(null);
            if (artifact == null) {
                return null;
            }
            try {
                index(artifact);
            } catch (IOException | RuntimeException e) {
                // The next artifact must not wait for this one.
                log.atError().setCause(e).addKeyValue("artifact", id).log("could not index SBOMs; retrying");
                store.postpone(id, clock.instant().plus(RETRY));
            }
            return null;
        });
    }

    private void index(Standing before) throws IOException {
        Map<String, Format> listed = reader.list(before);
        List<Reading> readings = reader.read(before, listed, store.digests(before.id()));
        transaction.executeWithoutResult(status -> {
            hits.share();
            artifacts
                    .lock(before.id())
                    .filter(now -> now.mark() == before.mark())
                    .ifPresent(now -> {
                        store.removeOthers(now.id(), listed.keySet());
                        readings.forEach(reading -> add(now, reading));
                        if (!readings.isEmpty()) {
                            hits.lookFor(now);
                        }
                        store.done(now.id(), now.mark());
                    });
        });
    }

    private void add(Standing artifact, Reading reading) {
        Instant now = clock.instant();
        if (reading.sbom() == null) {
            store.addFaulty(artifact, reading, TrustStore.wire(Objects.requireNonNull(reading.fault())), now);
            return;
        }
        long max = policies.effective(ArtifactPolicies.SBOM_COMPONENTS_MAX, artifact.tenant(), null);
        if (store.countComponents(artifact.tenant()) + reading.sbom().packages().size() > max) {
            store.addFaulty(artifact, reading, "tenant_limit", now);
            return;
        }
        store.add(artifact, reading, now);
    }
}
