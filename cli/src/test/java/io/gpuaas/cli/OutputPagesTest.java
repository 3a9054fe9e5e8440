package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the output of commands with one file each. To rewrite them, run this test with -Dgpuaas.write-pages. */
class OutputPagesTest {

    private static final String T = "0198c0de-0000-7000-8000-000000000001";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String N = "0198c0de-0000-7000-8000-000000000007";
    private static final String A = "0198c0de-0000-7000-8000-000000000009";

    private static final String ALLOCATION = """
            {"id":"%s","tenant_id":"%s","project_id":"%s","name":"training","labels":{"team":"vision"},
             "sku":"h100-sxm-slice","count":2,"image":"debian-13","version":4,"protected":false,"created_by":"x",
             "created_at":"2026-11-16T05:59:30Z","hourly_cost":{"currency":"USD","amount":"4.98"},"state":"active",
             "state_since":"2026-11-16T06:00:00Z","access":{"username":"a1","host":"gpu-1","port":22,
             "command":"ssh a1@gpu-1"},"lease":{"node_id":"%s","taken_at":"2026-11-16T05:59:30Z","gpus":[
             {"gpu_uuid":"GPU-1","pci_address":"0000:18:00.0","numa_node":0}]}}""".formatted(A, T, P, N);
    private static final String REQUESTED =
            ALLOCATION.replace("\"active\"", "\"requested\"").replace("06:00:00Z\",\"access", "05:59:30Z\",\"access");
    private static final String NODE = """
            {"id":"%s","name":"gpu-017","state":"unreachable","state_since":"2026-11-16T06:00:00Z","version":1,
             "state_reason":"not heard for 90 s","topology_version":1,"created_at":"2026-11-01T00:00:00Z","gpus":[],
             "running":[]}""".formatted(N);
    private static final String SLOT = """
            {"node_id":"%s","node_name":"gpu-017","region":"r","zone":"z","gpu_uuid":"GPU-1","model":"h100-sxm",
             "numa_node":0,"mode":"whole","state":"in_service","leases":[],"pci_address":"0000:18:00.0"}""".formatted(N);

    @TempDir
    Path folder;

    private Shell shell;
    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        shell = new Shell(folder)
                .set("GPUAAS_SERVER", server.url())
                .set("GPUAAS_TOKEN", "secret")
                .at(Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC));
        String allocations = "/api/v1/projects/" + P + "/allocations";
        server.answers("GET /api/v1/me", 200, """
                        {"principal_id":"p-1","kind":"user","display_name":"Ada","grants":[
                         {"role":"project_member","tenant_id":"%s","project_id":"%s","permissions":["a.b"]}]}""".formatted(T, P))
                .answers("GET /api/v1/projects/" + P, 200, """
                        {"id":"%s","tenant_id":"%s","slug":"vision","name":"Vision","state":"active",
                         "created_at":"2026-01-01T00:00:00Z"}""".formatted(P, T))
                .answers("GET " + allocations + "?limit=100", 200, "{\"items\":[" + ALLOCATION + "]}")
                .answers("GET " + allocations + "/" + A, 200, ALLOCATION)
                .answers("POST " + allocations, 201, REQUESTED)
                .answers("GET " + allocations + "/" + A + "/timeline?limit=200", 200, """
                        {"items":[{"allocation_id":"%1$s","sequence":1,"at":"2026-11-16T05:59:30Z","kind":"moved",
                         "state":"provisioning"},{"allocation_id":"%1$s","sequence":2,"at":"2026-11-16T05:59:31Z",
                         "kind":"progressed","state":"provisioning","phase":"preparing_host"},{"allocation_id":"%1$s",
                         "sequence":3,"at":"2026-11-16T06:00:00Z","kind":"moved","state":"active"}]}""".formatted(A))
                .answers("GET /api/v1/nodes/" + N, 200, NODE)
                .answers("GET /api/v1/nodes?limit=200", 200, "{\"items\":[" + NODE + "]}")
                .answers("GET /api/v1/slots?limit=200", 200, "{\"items\":[" + SLOT + "]}")
                .answers("GET /api/v1/allocations?limit=200&stuck=true", 200, "{\"items\":[]}")
                .answers("GET /api/v1/dead-letters?limit=200", 200, "{\"items\":[]}")
                .answers("GET /api/v1/overview", 200, """
                        {"at":"2026-01-02T03:04:05Z",
                         "fleet":{"nodes":[{"state":"ready","count":2},{"state":"unreachable","count":1}],
                           "gpus":[{"model":"H100-SXM","taken":3,"free":12,"closed":0,"out_of_service":9}],
                           "troubled":1,"troubled_nodes":[{"node_id":"%s","name":"host-3","state":"unreachable",
                             "reason":"it is silent","since":"2026-01-02T03:00:00Z"}]},
                         "queue":{"waiting":[{"sku":"h100-sxm-slice","allocations":2,"gpus":16,"oldest_at":"2026-01-02T02:00:00Z"}],
                           "allocations":[{"state":"active","count":3},{"state":"queued","count":2}],"stuck":1,"degraded":0},
                         "money":{"currencies":[{"currency":"USD","today_nanos":12500000000,"open_nanos":912000000000,
                             "burn_nanos_per_hour":7470000000,"clearing_nanos":0,"owed_nanos":0}],
                           "short_of_credit":1,"short_tenants":[{"tenant_id":"%s","currency":"USD","level":"release_pending",
                             "deadline":"2026-01-02T04:00:00Z"}],
                           "pending_adjustments":1,"in_balance":true,"charged_until":"2026-01-02T03:04:00Z"},
                         "events":{"backlog":{"outbox":{"count":3,"more":false,"oldest_at":"2026-01-02T03:04:04Z"},
                             "bus_reachable":true,"consumers":[]},"dead_letters":2,"exhausted":1}}""".formatted(N, T))
                .answers("GET /api/v1/background-rounds", 200, """
                        {"rounds":[{"process":"cp-1-9f3a21b0","name":"allocations.queue","role":"lifecycle",
                          "interval_milliseconds":200,"running":false,"last_started_at":"2026-11-16T07:59:00Z",
                          "last_duration_milliseconds":3,"last_failed_at":"2026-11-16T07:00:00Z",
                          "last_failure":"connection refused","runs":120,"failures":2,"overdue":true},
                         {"process":"cp-1-9f3a21b0","name":"audit.partitions","interval_milliseconds":86400000,
                          "running":false,"runs":0,"failures":0,"overdue":false}]}""")
                .answers("GET /api/v1/event-backlog", 200, """
                        {"outbox":{"count":10000,"more":true,"oldest_at":"2026-11-16T07:00:00Z"},"bus_reachable":true,
                         "consumers":[{"consumer":"inventory","waiting":{"count":0,"more":false}},
                         {"consumer":"notifications","waiting":{"count":3,"more":false,
                          "oldest_at":"2026-11-16T07:59:00Z"}}]}""")
                .answers("GET /api/v1/pending-adjustments?limit=100", 200, """
                        {"items":[{"id":"%s","tenant_id":"%s","kind":"credit","amount":{"nanos":1500000000000,
                         "currency":"USD"},"reason":"outage","state":"pending","requested_by":"%s",
                         "requested_at":"2026-11-16T07:00:00Z"}]}""".formatted(A, T, N))
                .answers("GET /api/v1/tenants/" + T + "/balance", 200, """
                        {"items":[{"currency":"USD","credit_nanos":2500000000,"promotional_nanos":0,"held_nanos":0,
                         "available_nanos":2500000000,"accrued_nanos":0,"owed_nanos":0,
                         "burn_nanos_per_hour":4980000000,"seconds_left":1807,"level":"low"}]}""")
                .answers("GET /api/v1/nodes/" + N + "/certificates?limit=100", 200, """
                        {"items":[{"serial":"7b02","state":"next","issued_at":"2026-11-16T07:00:00Z",
                         "expires_at":"2026-11-17T07:00:00Z","changed_at":"2026-11-16T07:00:00Z"},
                         {"serial":"5a01","state":"current","issued_at":"2026-11-15T19:00:00Z",
                         "expires_at":"2026-11-16T19:00:00Z","changed_at":"2026-11-15T19:01:00Z"}]}""")
                .answers("GET /api/v1/projects/" + P + "/recordings?limit=100", 200, """
                        {"items":[{"terminal_id":"%s","allocation_id":"%s","opened_by":"%s","opened_by_name":"Ada",
                         "began_at":"2026-11-16T07:00:00Z","ended_at":"2026-11-16T07:05:00Z","end_reason":"idle","columns":80,"rows":24,
                         "segments":3,"bytes":4096,"duration_millis":300000,"records_input":false,"is_strict":true,
                         "delete_after":"2027-02-16T07:00:00Z"}]}""".formatted(T, A, N))
                .answers("GET " + allocations + "/" + A + "/terminals?limit=100", 200, """
                        {"items":[{"id":"%1$s","allocation_id":"%2$s","state":"open","opened_by":"%3$s",
                         "opened_by_name":"Ada","opened_at":"2026-11-16T07:50:00Z","ends_at":"2026-11-16T19:50:00Z"},
                         {"id":"%1$s","allocation_id":"%2$s","state":"ended","opened_by":"%3$s","opened_by_name":"Ada",
                         "opened_at":"2026-11-16T07:00:00Z","ends_at":"2026-11-16T19:00:00Z",
                         "ended_at":"2026-11-16T07:05:00Z","end_reason":"exited","exit_code":0},
                         {"id":"%1$s","allocation_id":"%2$s","state":"ended","opened_by":"%3$s",
                         "opened_at":"2026-11-16T06:00:00Z","ends_at":"2026-11-16T18:00:00Z",
                         "ended_at":"2026-11-16T06:40:00Z","end_reason":"host_lost"}]}""".formatted(T, A, N))
                .answers("GET /api/v1/projects/" + P + "/allocation-events", 200, """
                        id: 7.1
                        event: position
                        data: {}

                        id: 7.2
                        event: moved
                        data: {"allocation_id":"%1$s","sequence":1,"at":"2026-11-16T05:59:30Z","kind":"moved","state":"provisioning","phase":"preparing_host"}

                        : nothing happens

                        id: 7.3
                        event: degraded
                        data: {"allocation_id":"%1$s","sequence":2,"at":"2026-11-16T06:00:00Z","kind":"degraded","state":"active","code":"node_unreachable","message":"not heard\\u001b[31m"}

                        """.formatted(A))
                .answers("GET /api/v1/operator-events", 200, """
                        id: x.1
                        event: missed
                        data: {}

                        id: x.2
                        event: changed
                        data: {"type":"nodes.node_changed","subject_type":"node","subject_id":"%s","at":"2026-11-16T05:59:30Z"}

                        id: x.2
                        event: tick
                        data: {}

                        id: x.3
                        event: changed
                        data: {"type":"allocations.allocation_moved","subject_type":"allocation","subject_id":"%s","tenant_id":"%s","at":"2026-11-16T06:00:00Z"}

                        """.formatted(N, A, T))
                .answers(
                        "GET /api/v1/nodes/" + N
                                + "/telemetry?from=2026-11-16T07%3A45%3A00Z&to=2026-11-16T08%3A00%3A00Z",
                        200,
                        """
                        {"step_seconds":60,"node":[{"at":"2026-11-16T07:59:00Z","load1":1.23456789,
                         "memory_used_bytes":17179869184.5}],"gpus":[{"uuid":"GPU-1","points":[
                         {"at":"2026-11-16T07:59:00Z","utilization_percent":97.33333333333333,
                          "memory_used_bytes":42949672960.0,"temperature_celsius":61.99999999,
                          "power_watts":512.49},{"at":"2026-11-16T08:00:00Z"}]}]}""");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "whoami, 0, whoami",
        "allocations-list, 0, allocations list",
        "allocations-list-json, 0, allocations list --output json",
        "allocations-list-yaml, 0, allocations list -o yaml",
        "allocations-show, 0, allocations show " + A,
        "allocations-show-yaml, 0, allocations show -o yaml " + A,
        "allocations-create-wait, 0, allocations create --sku h100-sxm-slice --count 2 --wait",
        "allocations-logs, 0, allocations logs " + A,
        "allocations-logs-json, 0, allocations logs --output json " + A,
        "allocations-watch, 1, allocations watch",
        "allocations-watch-json, 1, allocations watch --output json",
        "billing-balance, 0, billing balance",
        "nodes-certificates, 0, nodes certificates " + N,
        "recordings-list, 0, recordings list",
        "terminals-list, 0, terminals list " + A,
        "nodes-telemetry, 0, nodes telemetry " + N,
        "ops-node-metrics, 0, ops node-metrics " + N,
        "ops-fleet-health, 1, ops fleet-health",
        "ops-fleet-health-json, 1, ops fleet-health --output json",
        "ops-watch, 1, ops watch",
        "ops-watch-json, 1, ops watch --output json",
        "ops-watch-yaml, 1, ops watch --output yaml",
        "ops-backlog, 0, ops backlog",
        "ops-background, 0, ops background",
        "ops-overview, 0, ops overview",
        "finance-pending, 0, finance pending",
        "ops-runbooks, 0, ops runbooks",
        "ops-runbooks-json, 0, ops runbooks --output json",
        "ops-runbooks-one-yaml, 0, ops runbooks dead-letters --output yaml",
        "ssh-print-json, 0, ssh --print --output json " + A,
        "profiles-set, 0, profiles set --project " + P,
        "refused, 1, projects show " + T,
        "not-understood, 2, allocations crate",
    })
    void theOutputIsAsWritten(String page, int exitCode, String line) {
        server.refuses("GET /api/v1/projects/" + T, 404, "not_found")
                .refuses("GET /api/v1/projects/" + P + "/allocation-events?after=7.3", 404, "not_found")
                .refuses("GET /api/v1/operator-events?after=x.3", 403, "forbidden");
        int code = shell.type(line);
        assertThat(code).as(shell.said()).isEqualTo(exitCode);
        String said = shell.said().isEmpty() ? "" : "--- standard error\n" + shell.said();
        GoldenPages.check("output-" + page, (shell.printed() + said).replace(server.url(), "http://server"));
    }
}
