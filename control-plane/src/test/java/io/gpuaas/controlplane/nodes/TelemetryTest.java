package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class TelemetryTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();

    @Test
    void heartbeatsBecomePoints() {
        TestNode node = TestNode.ready(plane, "GPU-t");
        String gpu = "[{\"uuid\":\"GPU-t\",\"utilization_percent\":%d,\"temperature_celsius\":60,\"power_watts\":300}]";
        node.requireOk(node.heartbeat(Instant.now(), gpu.formatted(20)));
        node.requireOk(node.heartbeat(Instant.now(), gpu.formatted(40)));
        plane.bean(Heartbeats.class).flush();
        Instant now = Instant.now();
        JsonNode told = admin.get("/api/v1/nodes/" + node.id() + "/telemetry?from=" + now.minusSeconds(3600) + "&to="
                        + now.plusSeconds(60) + "&step_seconds=7200")
                .json();
        assertThat(told.path("node")).hasSize(1);
        assertThat(told.at("/node/0/load1").asDouble()).isEqualTo(0.5);
        assertThat(told.at("/gpus/0/uuid").asString()).isEqualTo("GPU-t");
        assertThat(told.at("/gpus/0/points/0/utilization_percent").asDouble()).isEqualTo(30);
        plane.bean(NodeMetrics.class).measure();
        assertThat(plane.metrics().body())
                .contains("gpuaas_node_gpu_utilization_percent{gpu=\"GPU-t\",node=\"" + node.id() + "\"} 40.0")
                .contains("gpuaas_nodes{state=\"ready\"}");
    }

    @Test
    void everyFigureOfAGpuIsAMetricAndWhatIsNotToldIsNoNumber() {
        TestNode node = TestNode.ready(plane, "GPU-full", "GPU-divided");
        node.requireOk(node.heartbeat(Instant.now(), """
                [{"uuid":"GPU-full","utilization_percent":7,"memory_used_bytes":1024,"temperature_celsius":61,
                  "power_watts":312.5,"ecc_uncorrected":0,"xid":[31,43]},
                 {"uuid":"GPU-divided","temperature_celsius":50}]"""));
        plane.bean(NodeMetrics.class).measure();
        String metrics = plane.metrics().body();
        String labels = "{gpu=\"GPU-full\",node=\"" + node.id() + "\"} ";
        assertThat(metrics)
                .contains("gpuaas_node_gpu_memory_used_bytes" + labels + "1024.0")
                .contains("gpuaas_node_gpu_power_watts" + labels + "312.5")
                .contains("gpuaas_node_gpu_ecc_uncorrected" + labels + "0.0")
                .contains("gpuaas_node_gpu_xid" + labels + "43.0")
                .contains("gpuaas_node_memory_used_bytes{node=\"" + node.id() + "\"} 10.0")
                .contains("gpuaas_node_gpu_utilization_percent{gpu=\"GPU-divided\",node=\"" + node.id() + "\"} NaN");
    }

    /** A guest names its GPUs itself, so what it says makes no lines of metrics. */
    @Test
    void guestReportsAreInChartsButNotInMetrics() {
        TestNode node = TestNode.ready(plane, "GPU-passed");
        node.requireOk(
                node.heartbeatOfGuest("[{\"uuid\":\"GPU-passed\",\"utilization_percent\":70,\"power_watts\":400}]"));
        plane.bean(Heartbeats.class).flush();
        Instant now = Instant.now();
        JsonNode told = admin.get("/api/v1/nodes/" + node.id() + "/telemetry?from=" + now.minusSeconds(3600) + "&to="
                        + now.plusSeconds(60) + "&step_seconds=7200")
                .json();
        assertThat(told.path("gpus")).hasSize(1);
        assertThat(told.at("/gpus/0/uuid").asString()).isEqualTo("GPU-passed");
        assertThat(told.at("/gpus/0/points/0/utilization_percent").asDouble()).isEqualTo(70);
        assertThat(told.at("/gpus/0/points/0/power_watts").asDouble()).isEqualTo(400);
        plane.bean(NodeMetrics.class).measure();
        assertThat(plane.metrics().body())
                .contains("gpuaas_node_load1{node=\"" + node.id() + "\"}")
                .doesNotContain("GPU-passed");
    }

    @Test
    void tooManyPointsAreRefused() {
        TestNode node = TestNode.enrolled(plane);
        String path = "/api/v1/nodes/" + node.id() + "/telemetry?from=2026-01-01T00:00:00Z&to=";
        assertThat(admin.get(path + "2026-02-01T00:00:00Z").status()).isEqualTo(400);
        assertThat(admin.get(path + "2025-01-01T00:00:00Z").status()).isEqualTo(400);
        assertThat(admin.get(path + "2026-02-01T00:00:00Z&step_seconds=3600").status())
                .isEqualTo(200);
    }

    @Test
    void daysAreDroppedWhenThePolicyNoLongerWantsThem() {
        Duration retention = plane.bean(Policies.class).effective(NodePolicies.SAMPLES_RETENTION);
        LocalDate last = LocalDate.now(ZoneOffset.UTC).minusDays(retention.toDays());
        for (String table : List.of("node_sample", "gpu_sample")) {
            String wanted = day(table, last.plusDays(1));
            String old = day(table, last.minusDays(3));
            plane.bean(NodeHousekeeping.class).keepPartitions();
            assertThat(exists(wanted)).as(wanted).isTrue();
            assertThat(exists(old)).as(old).isFalse();
        }
    }

    private String day(String table, LocalDate day) {
        String name = table + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
        plane.database()
                .execute("CREATE TABLE nodes.%s PARTITION OF nodes.%s FOR VALUES FROM ('%s') TO ('%s')"
                        .formatted(name, table, day, day.plusDays(1)));
        return name;
    }

    private boolean exists(String table) {
        return plane.database().count("SELECT count(*) FROM pg_class WHERE relname = '" + table + "'") == 1;
    }
}
