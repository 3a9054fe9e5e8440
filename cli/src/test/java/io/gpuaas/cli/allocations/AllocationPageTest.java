package io.gpuaas.cli.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocationPageTest {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    private static final String BEGIN = """
            {"id":"%s","tenant_id":"0198c0de-0000-7000-8000-000000000001","project_id":"%s","name":"training",
             "labels":{"team":"vision"},"sku":"h100-sxm-slice","count":2,"image":"debian-13","version":4,
             "protected":false,"created_at":"2026-11-16T05:59:30Z","created_by":"x",
             "hourly_cost":{"currency":"USD","amount":"4.98"},""".formatted(ID, P);

    private static final String ACTIVE = BEGIN + """
            "state":"active","state_since":"2026-11-16T06:00:00Z","expires_at":"2026-11-16T10:30:00Z",
             "access":{"username":"a1","host":"gpu-1","port":22,"command":"ssh a1@gpu-1"},
             "lease":{"node_id":"0198c0de-0000-7000-8000-000000000007","taken_at":"2026-11-16T05:59:30Z","gpus":[
               {"gpu_uuid":"GPU-1","pci_address":"0000:18:00.0","numa_node":0},
               {"gpu_uuid":"GPU-2","pci_address":"0000:2a:00.0","numa_node":0}]}}""";

    private static final String EVENTS = """
            [{"allocation_id":"%1$s","sequence":1,"at":"2026-11-16T05:59:30Z","kind":"moved","state":"requested"},
             {"allocation_id":"%1$s","sequence":2,"at":"2026-11-16T05:59:30Z","kind":"moved","state":"provisioning"},
             {"allocation_id":"%1$s","sequence":3,"at":"2026-11-16T05:59:31Z","kind":"progressed",
              "state":"provisioning","phase":"preparing_host"},
             {"allocation_id":"%1$s","sequence":4,"at":"2026-11-16T06:00:00Z","kind":"moved","state":"active"},
             {"allocation_id":"%1$s","sequence":5,"at":"2026-11-16T07:00:00Z","kind":"degraded","state":"active",
              "message":"Its node is \\u001b[31munreachable."}]""".formatted(ID);

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    AllocationPageTest() {}

    private static Allocation allocation(String json) {
        return Json.MAPPER.readValue(json, Allocation.class);
    }

    private static List<AllocationEvent> events() {
        return Arrays.asList(Json.MAPPER.readValue(EVENTS, AllocationEvent[].class));
    }

    @Test
    void aSimulatedHostIsNamedAndOffersNoSsh() {
        String simulated = ACTIVE.replace("\"state\":\"active\"", "\"simulated\":true,\"state\":\"active\"");
        assertThat(AllocationPage.of(allocation(simulated), "demo-1", List.of(), NOW))
                .contains("  SIMULATED: the host and its GPUs are invented", "  gpuaas terminal training")
                .noneMatch(line -> line.contains("ssh "));
    }

    @Test
    void onePageTellsWhatWhereHowToConnectWhatHappenedAndTheCost() {
        assertThat(String.join("\n", AllocationPage.of(allocation(ACTIVE), "gpu-017", events(), NOW)))
                .isEqualTo("""
                training  active for 2 h 0 min
                  2 x h100-sxm-slice, image debian-13
                  id 0198c0de-0000-7000-8000-000000000009
                  labels team=vision
                  ends 2026-11-16 10:30:00, in 2 h 30 min

                Where
                  node gpu-017 (0198c0de-0000-7000-8000-000000000007)
                  GPU 0000:18:00.0, NUMA node 0
                  GPU 0000:2a:00.0, NUMA node 0

                Connect
                  ssh a1@gpu-1

                Timeline (UTC)
                  2026-11-16 05:59:30          0 s  requested
                  2026-11-16 05:59:30         30 s  provisioning
                  2026-11-16 05:59:31         29 s    preparing host
                  2026-11-16 06:00:00    2 h 0 min  active
                  2026-11-16 07:00:00               degraded  Its node is ?[31munreachable.

                Cost
                  4.98 USD per hour (estimate)""");
    }

    @Test
    void aFailedOneSaysWhyAndHasNothingToConnectTo() {
        String failed = BEGIN + """
                "state":"failed","state_since":"2026-11-16T07:59:18Z",
                 "failure":{"code":"not_proven","message":"The driver shows 1 of the 2 GPUs."}}""";
        assertThat(AllocationPage.of(allocation(failed), null, List.of(), NOW))
                .contains("training  failed for 42 s", "  reason: The driver shows 1 of the 2 GPUs.")
                .doesNotContain("Connect", "Where", "Timeline (UTC)");
    }

    @Test
    void aLongHistoryShowsItsEnd() {
        List<AllocationEvent> many = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            many.addAll(events());
        }
        assertThat(AllocationPage.of(allocation(ACTIVE), null, many, NOW))
                .contains("  30 earlier: gpuaas allocations timeline " + ID)
                .hasSizeLessThan(45);
    }

    @Test
    void programsGetTheAnswerAsItIs() throws Exception {
        try (FakeServer server = new FakeServer()) {
            Shell shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "secret");
            String address = "GET /api/v1/projects/" + P + "/allocations/" + ID;
            server.answers(address, 200, ACTIVE)
                    .answers(address + "/timeline?limit=200", 200, "{\"items\":" + EVENTS + "}");
            assertThat(shell.type("allocations show --output json --project " + P + " " + ID))
                    .as(shell.said())
                    .isZero();
            assertThat(shell.printed()).contains("\"hourly_cost\"").doesNotContain("Timeline");
            assertThat(shell.type("allocations show --project " + P + " " + ID))
                    .as(shell.said())
                    .isZero();
            assertThat(shell.printed()).contains("  ssh a1@gpu-1", "preparing host");
        }
    }
}
