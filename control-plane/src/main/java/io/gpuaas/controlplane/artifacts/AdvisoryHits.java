package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.Advisory;
import io.gpuaas.api.AdvisoryAction;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.Listed;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.Match;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.OpenHit;
import io.gpuaas.controlplane.artifacts.AdvisoryStore.Scan;
import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.sbom.PackageUrl;
import io.gpuaas.controlplane.sbom.VersionRange;
import io.gpuaas.controlplane.sbom.VersionRange.Cover;
import io.gpuaas.events.AdvisoryHit;
import io.gpuaas.kernel.AdvisoryId;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Finds the artifacts that advisories hit: those that were indexed before a new advisory, page by page in a round, and each
 * later artifact in the transaction that indexes it. Withholds artifacts where an advisory says so.
 */
@Component
class AdvisoryHits implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(AdvisoryHits.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int COMPONENTS_PER_PAGE = 500;
    private static final int PAGES_PER_ROUND = 20;
    private static final int ACTS_PER_ROUND = 50;

    /** Of one artifact; an SBOM with more would have to list a package in thousands of versions. */
    private static final int MATCHES_MAX = 10_000;

    private final AdvisoryStore store;
    private final TrustStore artifacts;
    private final ArtifactStates states;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    AdvisoryHits(
            AdvisoryStore store,
            TrustStore artifacts,
            ArtifactStates states,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.artifacts = artifacts;
        this.states = states;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(INTERVAL, Role.REGISTRY, "artifacts.advisories", this::work);
    }

    /** Holds off new advisories until the transaction ends. */
    void share() {
        store.share();
    }

    /** Looks for advisories that hit an artifact whose packages were just written. */
    void lookFor(Standing artifact) {
        Set<AdvisoryId> announced = new HashSet<>();
        for (Match match : store.listMatches(artifact.id(), MATCHES_MAX)) {
            if (hit(match.advisory(), artifact, match.version())
                    && announced.add(match.advisory().id())) {
                announce(match.advisory(), artifact);
            }
        }
    }

    void work() {
        Call.system("advisories", CorrelationId.create(ids)).run(() -> {
            boolean goOn = true;
            for (int page = 0; goOn && page < PAGES_PER_ROUND; page++) {
                goOn = mayGoOn() && scanPage();
            }
            store.listOpenHits(ACTS_PER_ROUND).stream()
                    .takeWhile(hit -> mayGoOn())
                    .forEach(this::act);
            return null;
        });
    }

    private static boolean mayGoOn() {
        return !Thread.currentThread().isInterrupted();
    }

    /** Looks at one page in a transaction of its own. False when no advisory waits. */
    private boolean scanPage() {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            Optional<Scan> scan = store.lockNextScan();
            scan.ifPresent(this::scan);
            return scan.isPresent();
        }));
    }

    private void scan(Scan scan) {
        Advisory advisory = store.find(scan.id()).orElseThrow();
        List<Listed> components = store.listComponents(advisory.purl(), scan.after(), COMPONENTS_PER_PAGE);
        Set<ArtifactId> announced = new HashSet<>();
        for (Listed component : components) {
            Standing artifact = artifacts.find(component.artifact()).orElseThrow();
            if (hit(advisory, artifact, component.version()) && announced.add(artifact.id())) {
                announce(advisory, artifact);
            }
        }
        store.scanned(
                scan.id(),
                components.size() < COMPONENTS_PER_PAGE
                        ? null
                        : components.getLast().place());
    }

    /** True for a new hit. */
    private boolean hit(Advisory advisory, Standing artifact, String version) {
        Cover cover = range(advisory).covers(version.isEmpty() ? null : version);
        // Hits that are uncertain are listed, never withheld.
        boolean acts = advisory.action() == AdvisoryAction.QUARANTINE && cover == Cover.COVERED;
        return cover != Cover.NOT_COVERED
                && store.addHit(advisory.id(), artifact.id(), version, cover == Cover.COVERED, clock.instant(), acts);
    }

    private static VersionRange range(Advisory advisory) {
        return VersionRange.parse(
                PackageUrl.parse(advisory.purl()).orElseThrow().type(), advisory.versions());
    }

    private void announce(Advisory advisory, Standing artifact) {
        outbox.append(new AdvisoryHit(
                advisory.id(),
                artifact.id(),
                artifact.tenant(),
                artifact.app(),
                artifact.digest(),
                advisory.purl(),
                advisory.severity().wire(),
                advisory.action().wire()));
    }

    private void act(OpenHit hit) {
        try {
            transaction.executeWithoutResult(status -> {
                states.quarantineFor(hit.artifact(), "advisory " + hit.advisory() + ": " + hit.title());
                store.acted(hit, clock.instant());
            });
        } catch (RuntimeException e) {
            // The next hit must not wait for this one, which is tried again.
            log.atError()
                    .setCause(e)
                    .addKeyValue("advisory", hit.advisory())
                    .addKeyValue("artifact", hit.artifact())
                    .log("could not quarantine an artifact that an advisory hits; retrying");
        }
    }
}
