package io.gpuaas.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.SignedInShell;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Allocations and nodes by name, or by how their ids begin. */
class LookupTest extends SignedInShell {

    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String LEFT = "0198c0de-1111-7000-8000-000000000009";
    private static final String RIGHT = "0198c0de-2222-7000-8000-000000000009";
    private static final String NODE = "0198c0de-3333-7000-8000-000000000009";
    private static final String ALLOCATIONS = "/api/v1/projects/" + P + "/allocations";

    @BeforeEach
    void chooseProject() {
        shell.set("GPUAAS_PROJECT", P);
    }

    private static String allocation(String id, String name, String state) {
        return """
                {"id":"%1$s","tenant_id":"%1$s","project_id":"%1$s","name":"%2$s","labels":{},"sku":"s","count":1,
                 "version":1,"created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"%3$s",
                 "state_since":"2026-11-16T05:59:30Z"}""".formatted(id, name, state);
    }

    private static String node(String id, String name) {
        return """
                {"id":"%s","name":"%s","state":"ready","state_since":"2026-11-16T05:59:30Z","version":1,
                 "topology_version":1,"created_at":"2026-11-16T05:59:30Z","gpus":[],"running":[]}""".formatted(id, name);
    }

    private static String called(String name) {
        return "GET " + ALLOCATIONS + "?limit=200&name=" + name;
    }

    private static String beginning(String word) {
        return "GET " + ALLOCATIONS + "?limit=200&search=" + word;
    }

    private static String page(String... items) {
        return "{\"items\":[" + String.join(",", items) + "]}";
    }

    private List<String> asked() {
        return server.received().stream().map(FakeServer.Received::request).toList();
    }

    /** Lets the server answer requests about this allocation. */
    private void shows(String id) {
        server.answers("GET " + ALLOCATIONS + "/" + id + "/clone-request", 200, "{\"sku\":\"s\",\"count\":1}");
    }

    private int look(String word) {
        return shell.run("allocations", "clone-request", word);
    }

    @Test
    void aWholeIdIsNotLookedUp() {
        shows(LEFT);

        assertThat(look(LEFT)).as(shell.said()).isZero();
        assertThat(asked()).containsExactly("GET " + ALLOCATIONS + "/" + LEFT + "/clone-request");
    }

    @Test
    void theServerIsAskedForANameOnceAndThenForTheBeginningOfAnId() {
        server.answers(called("left%20one"), 200, page(allocation(LEFT, "left one", "active")))
                .answers(called("0198C0DE-2"), 200, page())
                .answers(
                        beginning("0198C0DE-2"),
                        200,
                        page(allocation(RIGHT, "right", "active"), allocation(NODE, "0198c0de-2 by name", "active")));
        shows(LEFT);
        shows(RIGHT);

        assertThat(look("left one")).as(shell.said()).isZero();
        assertThat(asked()).containsExactly(called("left%20one"), "GET " + ALLOCATIONS + "/" + LEFT + "/clone-request");
        assertThat(look("0198C0DE-2")).as(shell.said()).isZero();
        assertThat(asked()).hasSize(5).endsWith("GET " + ALLOCATIONS + "/" + RIGHT + "/clone-request");
    }

    @Test
    void aLiveAllocationWinsOverAnEndedOneAndANameOverAnId() {
        server.answers(
                called("0198c0de"),
                200,
                page(allocation(LEFT, "0198c0de", "active"), allocation(RIGHT, "0198c0de", "released")));
        shows(LEFT);

        assertThat(look("0198c0de")).as(shell.said()).isZero();
        assertThat(asked()).containsExactly(called("0198c0de"), "GET " + ALLOCATIONS + "/" + LEFT + "/clone-request");
    }

    @Test
    void anAmbiguousNameIsRefusedWithItsCandidates() {
        server.answers(called("0198c0de"), 200, page())
                .answers(
                        beginning("0198c0de"),
                        200,
                        page(allocation(LEFT, "a\\u001b[31m", "active"), allocation(RIGHT, "b", "failed")));

        assertThat(shell.type("allocations release 0198c0de --yes")).isEqualTo(2);
        assertThat(shell.said())
                .isEqualTo("gpuaas: '0198c0de' is ambiguous: " + LEFT + " (a?[31m, active), " + RIGHT
                        + " (b, failed). Specify the full id.\n");
        assertThat(asked()).containsExactly(called("0198c0de"), beginning("0198c0de"));
    }

    @Test
    void onlyTheFirstFewAreNamed() {
        server.answers(
                called("same"),
                200,
                page(IntStream.range(0, 9)
                        .mapToObj(
                                number -> allocation("0198c0de-0000-7000-8000-00000000000" + number, "same", "active"))
                        .toArray(String[]::new)));

        assertThat(look("same")).isEqualTo(2);
        assertThat(shell.said())
                .contains("000000000004 (same, active) and 4 more.")
                .doesNotContain("000000000005");
    }

    @Test
    void anUnknownNameIsARefusal() {
        // Three characters say too little of an id, and nothing begins with more than a whole one.
        for (String word : List.of("missing", "019", "0198c0de-9", LEFT + "0")) {
            server.answers(called(word), 200, page()).answers(beginning(word), 200, page());
            assertThat(look(word)).as(word).isOne();
            assertThat(shell.said())
                    .isEqualTo("gpuaas: No allocation found with the name or id prefix '" + word + "'.\n");
        }
        assertThat(look("")).isEqualTo(2);
    }

    @Test
    void atMostFivePagesAreLookedAtAndThatIsSaid() {
        String items = IntStream.range(0, 200)
                .mapToObj(number -> allocation("0198c0de-0000-7000-8000-%012d".formatted(number), "many", "active"))
                .collect(Collectors.joining(",", "{\"items\":[", "],\"next_cursor\":\"%d\"}"));
        server.answers(called("many"), 200, items.formatted(1));
        IntStream.range(1, 9)
                .forEach(number -> server.answers(
                        "GET " + ALLOCATIONS + "?cursor=" + number + "&limit=200&name=many",
                        200,
                        items.formatted(number + 1)));

        assertThat(look("many")).isEqualTo(2);
        assertThat(shell.said())
                .contains("000000000004 (many, active) and 995 more. Only the newest 1000 were searched; there may be"
                        + " more. Specify the full id.\n");
        assertThat(asked()).hasSize(5);
    }

    @Test
    void helpLooksNothingUp() {
        assertThat(shell.type("allocations show anything --help")).isZero();
        assertThat(asked()).isEmpty();
    }

    @Test
    void theOnlyProjectIsFoundOnce() {
        shell.unset("GPUAAS_PROJECT");
        server.answers("GET /api/v1/me", 200, """
                        {"principal_id":"p","kind":"user","display_name":"A",
                         "grants":[{"role":"project_member","project_id":"%s","permissions":[]}]}""".formatted(P))
                .answers(called("left"), 200, page(allocation(LEFT, "left", "active")));
        shows(LEFT);

        assertThat(look("left")).as(shell.said()).isZero();
        assertThat(asked())
                .containsExactly(
                        "GET /api/v1/me", called("left"), "GET " + ALLOCATIONS + "/" + LEFT + "/clone-request");
    }

    @Test
    void operatorsLookAmongAllTenants() {
        server.answers("GET /api/v1/allocations?limit=200&name=left", 200, page(allocation(LEFT, "left", "active")))
                .answers(
                        "POST /api/v1/allocations/" + LEFT + "/force-release",
                        200,
                        allocation(LEFT, "left", "releasing"));

        assertThat(shell.type("allocations all force-release left --reason burnt --yes"))
                .as(shell.said())
                .isZero();
    }

    @Test
    void nodesHaveNamesTooAlsoSeveralInAnOption() {
        String nodes = "GET /api/v1/nodes?limit=200&";
        server.answers(nodes + "name=gpu-017", 200, page(node(NODE, "gpu-017")))
                .answers(nodes + "name=gpu-018", 200, page(node(LEFT, "gpu-018")))
                .answers(nodes + "name=gpu-019", 200, page())
                .answers(nodes + "name=0198c0de-3", 200, page())
                .answers(nodes + "search=0198c0de-3", 200, page(node(NODE, "gpu-017")))
                .answers("GET /api/v1/nodes/" + NODE, 200, node(NODE, "gpu-017"))
                .answers("GET /api/v1/slots?limit=100&node_id=" + NODE, 200, page());

        assertThat(shell.type("nodes show gpu-017")).as(shell.said()).isZero();
        assertThat(shell.printed()).contains(NODE);
        assertThat(shell.type("slots list --node 0198c0de-3")).as(shell.said()).isZero();
        shell.type("rollouts create " + P + " --node gpu-017 --node " + RIGHT + " --canary gpu-018");
        assertThat(server.received().getLast().body())
                .contains("[\"" + NODE + "\",\"" + RIGHT + "\"]")
                .contains("[\"" + LEFT + "\"]");
        assertThat(shell.type("nodes show gpu-019")).isOne();
        assertThat(shell.said()).contains("No node found with the name or id prefix 'gpu-019'");
    }

    @Test
    void filesAreCopiedByNameToo() throws IOException {
        server.answers(called("training"), 200, page(allocation(LEFT, "training", "active")));
        Files.writeString(folder.resolve("data.txt"), "hello");

        assertThat(shell.run("cp", folder.resolve("data.txt").toString(), "training:in/data.txt"))
                .isNotZero();
        assertThat(asked()).containsExactly(called("training"), "POST " + ALLOCATIONS + "/" + LEFT + "/file-transfers");
    }
}
