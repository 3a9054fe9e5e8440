package io.gpuaas.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.fleet.NodeDoctorCommand.Examination;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.Node;
import io.gpuaas.sdk.NodeCheck;
import io.gpuaas.sdk.NodeCheckState;
import io.gpuaas.sdk.NodeChecks;
import io.gpuaas.sdk.NodeState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The page of gpuaas nodes doctor and the exit code it leads to. */
class NodeDoctorTest {

    private static final Instant TIME = Instant.parse("2030-01-02T03:04:05Z");

    private final NodeId id = new NodeId(UUID.fromString("0198c0de-0000-7000-8000-000000000007"));

    private Examination examination(@Nullable Instant reported, NodeCheck... checks) {
        Node node = new Node(
                id,
                "gpu-1",
                NodeState.READY,
                null,
                TIME,
                1L,
                null,
                1,
                null,
                null,
                null,
                TIME,
                null,
                List.of(),
                List.of());
        return new Examination(
                node, new NodeChecks(id, reported, "1.0", List.of(checks)), Map.of("h100-sxm", "no: wrong model"));
    }

    @Test
    void aFailedCheckIsShownWithItsActionAndMakesTheExitCode() {
        Examination found = examination(
                TIME, new NodeCheck("driver", NodeCheckState.FAILED, "No driver is loaded.", "Install the driver."));
        assertThat(found.isHealthy()).isFalse();
        assertThat(found.lines())
                .anySatisfy(line -> assertThat(line).contains("failed", "driver", "No driver is loaded."))
                .anySatisfy(line -> assertThat(line).contains("-> Install the driver."))
                .anySatisfy(line -> assertThat(line).contains("h100-sxm", "no: wrong model"));
    }

    @Test
    void warningsAreHealthyAndSilenceIsNot() {
        assertThat(examination(TIME, new NodeCheck("iommu", NodeCheckState.WARNING, "off", "switch it on"))
                        .isHealthy())
                .isTrue();
        Examination silent = examination(null);
        assertThat(silent.isHealthy()).isFalse();
        assertThat(silent.lines()).anySatisfy(line -> assertThat(line).contains("gpuaas-agent check"));
    }
}
