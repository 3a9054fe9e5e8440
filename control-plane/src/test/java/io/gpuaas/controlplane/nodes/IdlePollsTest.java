package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of nodes that wait cost memory for their connections and next to nothing else. */
@Tag("full")
@Against("PostgreSQL")
class IdlePollsTest {

    private static final int NODES = Integer.getInteger("gpuaas.idle-polls", 5_000);
    private static final long HEAP_BYTES_MAX = 1_500L * 1024 * 1024;
    private static final Duration WATCHED = Duration.ofSeconds(10);

    /** Statements that all nodes together add: their heartbeats are written every two seconds in a few statements. */
    private static final double ADDED_PER_SECOND_MAX = 20;

    /** With what the process does by itself, which was 100 a second when this was measured. */
    private static final double PER_SECOND_MAX = 150;

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path directory;

    @Test
    @SuppressWarnings("SystemOut") // the numbers are what people look for
    void waitingNodesCostLittle() throws Exception {
        try (TestControlPlane plane = TestControlPlane.start(Map.of())) {
            double perSecondBefore = transactionsPerSecond(plane);
            long heapBefore = heap();
            Path credentials = makeNodes(plane);
            Process clients = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx3g",
                            "-cp",
                            System.getProperty("java.class.path"),
                            IdlePollsClient.class.getName(),
                            String.valueOf(plane.bean(NodeListener.class).port()),
                            credentials.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("clients.log").toFile())
                    .start();
            try {
                await().atMost(Duration.ofMinutes(Long.getLong("gpuaas.idle-minutes", 5)))
                        .pollInterval(Duration.ofSeconds(1))
                        // Some are just between two polls.
                        .untilAsserted(() -> assertThat(plane.bean(Polls.class).count())
                                .as(this::said)
                                .isGreaterThanOrEqualTo(NODES * 49 / 50));
                awaitSlots(plane);
                watch();
                long heap = heap();
                Duration processor = processor();
                double perSecond = transactionsPerSecond(plane);
                double cores = (double) processor().minus(processor).toMillis() / WATCHED.toMillis();
                System.out.printf(
                        "idle polls: %d nodes wait; heap in use %d MiB (%d MiB before), %.1f KiB a node; %.2f cores;"
                                + " %.1f transactions a second (%.1f before)%n",
                        NODES,
                        heap >> 20,
                        heapBefore >> 20,
                        (heap - heapBefore) / 1024.0 / NODES,
                        cores,
                        perSecond,
                        perSecondBefore);
                assertThat(heap).isLessThan(HEAP_BYTES_MAX);
                assertThat(perSecond - perSecondBefore)
                        .as("no look at the database per node")
                        .isLessThan(ADDED_PER_SECOND_MAX);
                assertThat(perSecond).isLessThan(PER_SECOND_MAX);
            } finally {
                clients.destroyForcibly().waitFor();
            }
        }
    }

    private static double transactionsPerSecond(TestControlPlane plane) {
        long commits = commits(plane);
        watch();
        return (double) (commits(plane) - commits) / WATCHED.toSeconds();
    }

    /** These nodes came without events, so the inventory finds them by its sweeps: a transaction for each, once. */
    private static void awaitSlots(TestControlPlane plane) {
        await().atMost(Duration.ofMinutes(Long.getLong("gpuaas.idle-minutes", 5)))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(plane.database().count("SELECT count(*) FROM inventory.host"))
                        .isGreaterThanOrEqualTo(NODES));
    }

    /** The first time so that what connecting did has been counted. */
    private static void watch() {
        Instant end = Instant.now().plus(WATCHED);
        await().atMost(WATCHED.plusSeconds(5)).until(() -> Instant.now().isAfter(end));
    }

    private String said() {
        try {
            String all = Files.readString(directory.resolve("clients.log"));
            return all.substring(0, Math.min(all.length(), 3_000));
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }

    private Path makeNodes(TestControlPlane plane) throws Exception {
        CertificateAuthority authority = plane.bean(CertificateAuthority.class);
        KeyPair keys = KeyPairs.p256();
        CertificateRequest request = CertificateRequest.of(keys);
        Base64.Encoder base64 = Base64.getEncoder();
        List<String> lines = new ArrayList<>(List.of(
                base64.encodeToString(authority.root().getEncoded()),
                base64.encodeToString(keys.getPrivate().getEncoded())));
        StringBuilder nodes = new StringBuilder();
        StringBuilder certificates = new StringBuilder();
        for (int i = 0; i < NODES; i++) {
            NodeId node = new NodeId(UUID.randomUUID());
            X509Certificate leaf = authority
                    .issue(request, new CertificateAuthority.Names("n", List.of(NodeTrust.uriOf(node)), List.of()))
                    .getFirst();
            lines.add(base64.encodeToString(leaf.getEncoded()));
            String comma = i == 0 ? "" : ",";
            nodes.append(comma).append("('%s','n%d','ready',now(),now(),false,false)".formatted(node, i));
            certificates
                    .append(comma)
                    .append("('%s','%s','k','current',now(),now()+interval '1 day')"
                            .formatted(NodeTrust.serial(leaf), node));
        }
        plane.database()
                .execute(
                        "INSERT INTO nodes.node (id, name, state, state_since, created_at, want_topology, want_inventory)"
                                + " VALUES " + nodes);
        plane.database()
                .execute(
                        "INSERT INTO nodes.certificate (serial, node_id, key_digest, state, issued_at, not_after) VALUES "
                                + certificates);
        return Files.write(directory.resolve("credentials"), lines);
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static Duration processor() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static long commits(TestControlPlane plane) {
        return plane.database().count("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
    }
}
