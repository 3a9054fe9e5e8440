package io.gpuaas.controlplane.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.trust.LaunchDecision.Launch;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Revocations of digests and of keys race launches. A launch writes a row in the transaction of its decision; a revocation
 * looks for such rows in its own. Whatever was launched must have been found.
 */
@Against("PostgreSQL")
class LaunchRaceTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final JdbcClient jdbc = plane.bean(JdbcClient.class);
    private final TransactionTemplate transaction = plane.bean(TransactionTemplate.class);
    private final Launches launches = plane.bean(Launches.class);
    private final ArtifactStates states = plane.bean(ArtifactStates.class);
    private final PublisherKeys keys = plane.bean(PublisherKeys.class);
    private final TenantId tenant = new TenantId(UUID.fromString(plane.admin().createTenant()));
    private final ProjectId project =
            new ProjectId(UUID.fromString(plane.admin().createProject(tenant.toString())));

    @Test
    void nothingIsLaunchedThatACommittedRevocationDidNotFind() throws Exception {
        race(100);
    }

    @Test
    @Tag("full")
    void nothingIsLaunchedInAThousandRaces() throws Exception {
        race(1_000);
    }

    private void race(int rounds) throws Exception {
        plane.database().execute("CREATE TABLE artifacts.race_launch (digest text PRIMARY KEY)");
        int launched = 0;
        int refused = 0;
        CyclicBarrier start = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < rounds; round++) {
                Verified artifact = verified(round);
                boolean byKey = round % 2 == 1;
                String launchedDigest = round % 4 == 0 ? artifact.child() : artifact.digest();
                Future<Boolean> launch = threads.submit(started(start, () -> launch(artifact.id(), launchedDigest)));
                Future<Boolean> found = threads.submit(started(start, () -> revoke(artifact, byKey, launchedDigest)));
                boolean wasLaunched = launch.get();
                assertThat(found.get()).as("round " + round).isEqualTo(wasLaunched);
                assertThat(launch(artifact.id(), launchedDigest))
                        .as("after the revocation of round " + round)
                        .isFalse();
                launched += wasLaunched ? 1 : 0;
                refused += wasLaunched ? 0 : 1;
            }
        } finally {
            plane.database().execute("DROP TABLE artifacts.race_launch");
        }
        assertThat(launched).as("rounds that the launch won").isPositive();
        assertThat(refused).as("rounds that the revocation won").isPositive();
    }

    private static <T> Callable<T> started(CyclicBarrier start, Callable<T> work) {
        return () -> {
            start.await();
            return work.call();
        };
    }

    private boolean launch(ArtifactId artifact, String digest) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            boolean allowed = launches.mayLaunch(artifact, digest, tenant, project, Launch.NEW)
                    .isAllowed();
            if (allowed) {
                jdbc.sql("INSERT INTO artifacts.race_launch (digest) VALUES (:digest)")
                        .param("digest", digest)
                        .update();
            }
            return allowed;
        }));
    }

    /** Whether the revocation found what was launched. */
    private boolean revoke(Verified artifact, boolean byKey, String digest) {
        return Call.system("race", CorrelationId.create(plane.bean(IdSource.class)))
                .run(() -> Boolean.TRUE.equals(transaction.execute(status -> {
                    if (byKey) {
                        keys.revoke(tenant, artifact.publisher(), artifact.key(), "race");
                    } else {
                        states.revoke(artifact.id(), "race");
                    }
                    return jdbc.sql("SELECT 1 FROM artifacts.race_launch WHERE digest = :digest")
                            .param("digest", digest)
                            .query((row, n) -> true)
                            .optional()
                            .isPresent();
                })));
    }

    private record Verified(ArtifactId id, PublisherId publisher, PublisherKeyId key, String digest, String child) {}

    /** An index with one image, as verified as if a round had done it. */
    private Verified verified(int round) {
        Verified made = new Verified(
                new ArtifactId(UUID.randomUUID()),
                new PublisherId(UUID.randomUUID()),
                new PublisherKeyId(UUID.randomUUID()),
                "sha256:" + UUID.randomUUID().toString().replace("-", "").repeat(2),
                "sha256:" + UUID.randomUUID().toString().replace("-", "").repeat(2));
        String namespace = "r" + made.publisher().toString().substring(0, 8) + round;
        plane.database().execute("""
                INSERT INTO artifacts.publisher (id, tenant_id, namespace, name, created_at)
                VALUES ('%1$s', '%2$s', '%3$s', 'r', now());
                INSERT INTO artifacts.publisher_key (id, publisher_id, name, kind, pem, fingerprint, created_at, created_by)
                VALUES ('%4$s', '%1$s', 'k', 'p256', 'p', 'f', now(), 'x');
                INSERT INTO artifacts.artifact (id, tenant_id, project_id, publisher_id, app, version, name, kind, digest,
                    media_type, size_bytes, platforms, trust, promotion, published_at, published_by, signers, signer_count)
                VALUES ('%5$s', '%2$s', '%6$s', '%1$s', '%3$s/app', '1', 'a', 'oci_image', '%7$s', 'm', 1, '{}', 'verified',
                    'published', now(), 'x', ARRAY['%4$s'], 1);
                INSERT INTO artifacts.artifact_manifest (artifact_id, digest) VALUES ('%5$s', '%7$s'), ('%5$s', '%8$s')
                """.formatted(
                made.publisher(), tenant, namespace, made.key(), made.id(), project, made.digest(), made.child()));
        return made;
    }
}
