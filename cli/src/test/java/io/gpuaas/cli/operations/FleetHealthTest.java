package io.gpuaas.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetHealthTest {

    private static final String N = "0198c0de-0000-7000-8000-000000000007";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "ready,    in_service,     0",
        "ready,    out_of_service, 1",
        "draining, out_of_service, 0",
    })
    void aGpuOutOfServiceOnAReadyNodeNeedsAttention(String node, String gpu, int code) throws IOException {
        try (FakeServer server = server(node, gpu)) {
            assertThat(shell(server).type("ops fleet-health")).isEqualTo(code);
        }
    }

    @Test
    void theAdviceNamesTheCommandThatListsTheGpus() throws IOException {
        try (FakeServer server = server("ready", "out_of_service")) {
            Shell shell = shell(server);
            shell.type("ops fleet-health");
            assertThat(shell.printed()).contains("gpuaas slots list --state out_of_service");
        }
    }

    private Shell shell(FakeServer server) {
        return new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "secret");
    }

    private static FakeServer server(String node, String gpu) throws IOException {
        return new FakeServer()
                .answers("GET /api/v1/nodes?limit=200", 200, """
                        {"items":[{"id":"%s","name":"gpu-017","state":"%s","state_since":"2026-11-16T07:00:00Z",
                         "version":1,"topology_version":1,"created_at":"2026-11-16T07:00:00Z","gpus":[],"running":[]}]}""".formatted(N, node))
                .answers("GET /api/v1/slots?limit=200", 200, """
                        {"items":[{"number":1,"node_id":"%s","node_name":"gpu-017","region":"r","zone":"z",
                         "gpu_uuid":"GPU-1","pci_address":"0000:01:00.0","model":"h100-sxm","numa_node":0,"mode":"whole",
                         "state":"%s","fencing_token":1,"leases":[]}]}""".formatted(N, gpu))
                .answers("GET /api/v1/allocations?limit=200&stuck=true", 200, "{\"items\":[]}")
                .answers("GET /api/v1/dead-letters?limit=200", 200, "{\"items\":[]}");
    }
}
