package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The cost of heartbeats for the database. */
@Against("PostgreSQL")
class HeartbeatsTest {

    private static final int NODES = 2_000;
    private static final int GPUS = 8;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(Map.of());
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static NodeMessages.Heartbeat heartbeat() {
        List<NodeMessages.GpuSample> gpus = new ArrayList<>();
        for (int i = 0; i < GPUS; i++) {
            gpus.add(new NodeMessages.GpuSample("GPU-" + i, null, 50.0, 1L, 2L, 60.0, 300.0, 0L, List.of()));
        }
        return new NodeMessages.Heartbeat(
                "boot", "1", Instant.now(), 0, List.of(), null, 1.0, 100L, 50L, gpus, List.of(), List.of("fault"));
    }

    private static NodeTrust.Speaker speaker(NodeId node) {
        return new NodeTrust.Speaker(
                node,
                "1",
                1,
                new NodeDirectory.Entry(
                        node, NodeState.READY, 0, false, false, false, null, Map.of(), null, 1, Instant.EPOCH));
    }

    private static long written(String table) {
        // Of the whole table, and of its partitions.
        return plane.database().count("SELECT count(*) FROM " + table);
    }

    /** One statement per table writes them all, so more nodes do not mean more statements. */
    @Test
    void thousandsOfHeartbeatsAreWrittenInThreeStatements() {
        plane.database().execute("""
                INSERT INTO nodes.node (id, name, state, state_since, created_at)
                SELECT gen_random_uuid(), 'n' || n, 'ready', now(), now() FROM generate_series(1, %d) n""".formatted(NODES));
        plane.database().execute("""
                INSERT INTO nodes.gpu (node_id, uuid, pci_address, state, state_since)
                SELECT n.id, 'GPU-' || g, '0000:00:00.' || g, 'in_service', now()
                FROM nodes.node n CROSS JOIN generate_series(0, %d) g""".formatted(GPUS - 1));
        List<NodeId> nodes = plane.bean(org.springframework.jdbc.core.simple.JdbcClient.class)
                .sql("SELECT id FROM nodes.node")
                .query((row, n) -> new NodeId(row.getObject(1, UUID.class)))
                .list();
        plane.database().execute("""
                CREATE TABLE public.statements (n bigint);
                INSERT INTO public.statements VALUES (0);
                CREATE FUNCTION public.count_statement() RETURNS trigger LANGUAGE plpgsql AS
                    'BEGIN UPDATE public.statements SET n = n + 1; RETURN NULL; END';
                CREATE TRIGGER c AFTER INSERT ON nodes.pulse FOR EACH STATEMENT EXECUTE FUNCTION public.count_statement();
                CREATE TRIGGER c AFTER INSERT ON nodes.node_sample
                    FOR EACH STATEMENT EXECUTE FUNCTION public.count_statement();
                CREATE TRIGGER c AFTER INSERT ON nodes.gpu_sample
                    FOR EACH STATEMENT EXECUTE FUNCTION public.count_statement()""");
        Heartbeats heartbeats = plane.bean(Heartbeats.class);
        NodeMessages.Heartbeat beat = heartbeat();
        synchronized (heartbeats) {
            // As if all arrived within one second: nothing is flushed while this goes on.
            nodes.forEach(node -> heartbeats.take(speaker(node), beat));
            heartbeats.flush();
        }
        long statements = plane.database().count("SELECT n FROM public.statements");
        assertThat(statements).isBetween(1L, 3L);
        assertThat((double) statements / NODES).isLessThanOrEqualTo(0.02);
        assertThat(written("nodes.pulse WHERE faults = '{fault}'")).isEqualTo(NODES);
        assertThat(written("nodes.node_sample")).isEqualTo(NODES);
        assertThat(written("nodes.gpu_sample")).isEqualTo((long) NODES * GPUS);
    }
}
