package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.controlplane.gateways.TestGateway;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Access to terminals, their tokens and their end. The shell itself is tested with the node. */
@Against("PostgreSQL")
class TerminalsTest {

    private static TestControlPlane plane;
    private static TestGateway gateway;
    private static ActiveAllocation allocation;

    private Person person;
    private ApiClient client;

    @SuppressWarnings("NullAway.Init")
    TerminalsTest() {}

    @BeforeAll
    static void start() throws Exception {
        plane = TestControlPlane.start(Map.of());
        gateway = TestGateway.connected(plane);
        allocation = new ActiveAllocation(plane);
    }

    @AfterAll
    static void stop() throws Exception {
        plane.close();
    }

    @BeforeEach
    void somebody() {
        person = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        client = plane.client(person.token());
        gateway.sync();
        told();
    }

    private String terminals() {
        return allocation.address() + "/terminals";
    }

    private JsonNode open() {
        Reply opened = client.post(terminals(), null);
        assertThat(opened.status()).as(opened.body()).isEqualTo(201);
        return opened.json();
    }

    private Reply attach(ApiClient who, JsonNode access) {
        return who.post(terminals() + "/" + access.at("/terminal/id").asString() + "/attach", null);
    }

    private static String secret(JsonNode access) {
        return access.path("secret").asString();
    }

    private static List<FakeNodes.Told> told() {
        List<FakeNodes.Told> told = new ArrayList<>();
        allocation.nodes().perform(task -> {
            if (!task.type().startsWith("terminal.")) {
                return Optional.of(FakeNodes.output(task));
            }
            told.add(task);
            return Optional.of(
                    task.type().equals("terminal.open")
                            ? "{\"session_id\":\""
                                    + task.payload().path("session_id").asString() + "\"}"
                            : "{\"ended\":true}");
        });
        return told;
    }

    @Test
    void aTenantLeavesRoomForOthersOnItsNode() {
        JsonNode access = open();
        String copies =
                "INSERT INTO terminal.terminal (id, tenant_id, project_id, allocation_id, node_id, principal_id,"
                        + " opened_at, ends_at, begun_at) SELECT gen_random_uuid(), %s, project_id, gen_random_uuid(), node_id,"
                        + " principal_id, opened_at, ends_at, opened_at FROM terminal.terminal, generate_series(1, "
                        + Terminals.PER_NODE_AND_TENANT_MAX + ") WHERE id = '"
                        + access.at("/terminal/id").asString() + "'";
        try {
            plane.database().execute(copies.formatted("gen_random_uuid()"));
            open();
            plane.database().execute("DELETE FROM terminal.terminal WHERE begun_at = opened_at");
            plane.database().execute(copies.formatted("tenant_id"));
            Reply refused = client.post(terminals(), null);
            assertThat(refused.text("code")).isEqualTo("too_many");
            assertThat(refused.text("detail")).contains("A tenant can have at most");
        } finally {
            plane.database().execute("DELETE FROM terminal.terminal WHERE begun_at = opened_at");
        }
    }

    @Test
    void theNodeIsToldWhenTheTokenIsUsedAndNotBeforeAndStartsTheShellOnce() {
        JsonNode access = open();
        assertThat(Base64.getUrlDecoder().decode(secret(access))).as("256 bits").hasSize(32);
        assertThat(access.path("url").asString()).doesNotContain(secret(access));
        Instant expires = Instant.parse(access.path("expires_at").asString());
        assertThat(Duration.between(Instant.now(), expires)).isBetween(Duration.ofSeconds(280), Duration.ofMinutes(5));
        assertThat(told()).isEmpty();

        assertThat(gateway.consume(secret(access)).json().path("role").asString())
                .isEqualTo("terminal");
        JsonNode task = told().getFirst().payload();
        assertThat(task.path("begins").asBoolean()).isTrue();
        assertThat(task.path("gateway_url").asString())
                .isEqualTo("wss://localhost:2/node/v1/streams/"
                        + access.path("stream_id").asString());
        assertThat(task.path("detached_seconds_max").asInt()).isEqualTo(1_800);
        assertThat(task.toString()).doesNotContain(secret(access));
        assertThat(plane.metrics().body())
                .as("as deploy/dashboards/terminals.json asks for it")
                .containsPattern("gpuaas_stream_mint_to_connect_seconds_bucket\\{[^}]*role=\"terminal\"[^}]*} [1-9]");

        JsonNode again = attach(client, access).json();
        assertThat(gateway.consume(secret(again)).status()).isEqualTo(200);
        JsonNode second = told().getFirst().payload();
        assertThat(second.path("begins").asBoolean()).isFalse();
        assertThat(second.path("session_id")).isEqualTo(task.path("session_id"));
        assertThat(client.get(terminals()).json().at("/items/0/opened_by").asString())
                .isEqualTo(person.id());
    }

    @Test
    void aShellThatExitsIsListedAsEndedWhenItsOwnNodeSaysSo() {
        JsonNode access = open();
        gateway.consume(secret(access));
        told();
        String id = access.at("/terminal/id").asString();
        NodeId node = nodeOf(id);
        TerminalReports reports = plane.bean(TerminalReports.class);
        assertThatThrownBy(() -> reports.take(said(new NodeId(UUID.randomUUID()), id, "{\"reason\":\"exited\"}")))
                .isInstanceOf(ProblemException.class);
        assertThat(client.get(terminals()).json().at("/items/0/state").asString())
                .isEqualTo("open");
        reports.take(said(node, id, "{\"reason\":\"exited\",\"code\":3}"));
        reports.take(said(node, id, "{\"reason\":\"agent_ended\"}"));
        JsonNode listed = client.get(terminals()).json().at("/items/0");
        assertThat(listed.path("state").asString()).isEqualTo("ended");
        assertThat(listed.path("end_reason").asString())
                .as("the first word counts")
                .isEqualTo("exited");
        assertThat(listed.path("exit_code").asInt(-1)).isEqualTo(3);
        assertThat(listed.path("opened_by_name").asString()).isNotEmpty();
        assertThat(attach(client, access).status()).isEqualTo(409);
    }

    private static NodeId nodeOf(String terminal) {
        return NodeId.parse(plane.bean(JdbcClient.class)
                .sql("SELECT node_id::text FROM terminal.terminal WHERE id = '" + terminal + "'")
                .query(String.class)
                .single());
    }

    private static NodeUpload.Arrived said(NodeId node, String terminal, String report) {
        return new NodeUpload.Arrived(node, List.of(terminal), "", () -> report.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void onlyTerminalsThatTheNextAgentReportsAsEndedAreListedAsEnded() {
        JsonNode died = open();
        JsonNode opening = open();
        gateway.consume(secret(died));
        told();
        String id = died.at("/terminal/id").asString();
        plane.bean(TerminalReports.class).take(said(nodeOf(id), id, "{\"reason\":\"agent_ended\"}"));
        JsonNode listed = client.get(terminals()).json();
        assertThat(listed.at("/items/1/id").asString()).isEqualTo(id);
        assertThat(listed.at("/items/1/state").asString()).isEqualTo("ended");
        assertThat(listed.at("/items/1/end_reason").asString()).isEqualTo("agent_ended");
        assertThat(gateway.sync(died.path("stream_id").asString())
                        .json()
                        .at("/close/0")
                        .asString())
                .as("whoever still waits at a gateway is let go")
                .isEqualTo(died.path("stream_id").asString());

        assertThat(listed.at("/items/0/state").asString()).isEqualTo("open");
        assertThat(gateway.consume(secret(opening)).status())
                .as("what is being opened meanwhile begins")
                .isEqualTo(200);
        assertThat(told().getFirst().payload().path("begins").asBoolean()).isTrue();
    }

    @Test
    void aReportThatCannotBeReadEndsTheTerminalWithoutAReason() {
        for (String report : List.of("", "{}", "[", "{\"reason\":\"\\u001b[31m\"}", "{\"reason\":7}")) {
            String id = open().at("/terminal/id").asString();
            plane.bean(TerminalReports.class).take(said(nodeOf(id), id, report));
            JsonNode listed = client.get(terminals()).json().at("/items/0");
            assertThat(listed.path("state").asString()).as(report).isEqualTo("ended");
            assertThat(listed.has("end_reason")).as(report).isFalse();
        }
    }

    @Test
    void aTokenWorksOnceAlsoWhenManyTryAtOnceAndIsKeptAsADigestOnly() throws Exception {
        String token = secret(open());
        List<Callable<Integer>> tries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> gateway.consume(token).status());
        }
        List<Integer> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> one : threads.invokeAll(tries)) {
                answers.add(one.get());
            }
        }
        assertThat(answers)
                .containsOnlyOnce(200)
                .filteredOn(status -> status == 403)
                .hasSize(7);
        assertThat(told()).as("one shell").hasSize(1);
        assertThat(plane.bean(MeterRegistry.class)
                        .counter("gpuaas_stream_tokens_refused", "reason", "used")
                        .count())
                .isGreaterThanOrEqualTo(7);
        plane.bean(TerminalMetrics.class).measure();
        String metrics = plane.metrics().body();
        assertThat(metrics).containsPattern("gpuaas_stream_tokens_refused_total\\{[^}]*reason=\"used\"[^}]*} [1-9]");
        assertThat(Pattern.compile("gpuaas_(stream|terminals)[a-z_]*")
                        .matcher(Files.readString(Path.of("../deploy/dashboards/terminals.json")))
                        .results()
                        .map(MatchResult::group))
                .as("what the dashboard shows")
                .contains("gpuaas_terminals")
                .hasSizeGreaterThan(2)
                .allSatisfy(name -> assertThat(metrics).contains("\n" + name + "{"));
        assertThat(plane.database().count("SELECT count(*) FROM gateways.stream_token WHERE digest = '" + token + "'"))
                .isZero();
        assertThat(plane.database()
                        .count("SELECT count(*) FROM pipeline.idempotency WHERE convert_from(body, 'UTF8') LIKE '%"
                                + token + "%'"))
                .as("a repeated answer has no token")
                .isZero();
    }

    @Test
    void whereTerminalsAreRecordedTheNodeIsToldSoOnceAndTheRecordingIsListed() {
        String policies = "/api/v1/projects/" + allocation.project() + "/policies/terminal.recording";
        assertThat(plane.admin().put(policies, "{\"value\":\"strict\"}").status())
                .isEqualTo(200);
        try {
            JsonNode access = open();
            gateway.consume(secret(access));
            JsonNode task = told().getFirst().payload();
            assertThat(task.path("recording").asString()).isEqualTo("strict");
            assertThat(task.path("record_input").asBoolean()).isFalse();
            gateway.consume(secret(attach(client, access).json()));
            assertThat(told().getFirst().payload().has("recording")).isFalse();
            JsonNode listed = plane.admin()
                    .get("/api/v1/projects/" + allocation.project() + "/recordings?opened_by=" + person.id())
                    .json();
            assertThat(listed.at("/items/0/terminal_id")).isEqualTo(access.at("/terminal/id"));
            assertThat(listed.at("/items/0/is_strict").asBoolean()).isTrue();
            assertThat(plane.database()
                            .count(
                                    "SELECT count(*) FROM terminal.recording WHERE delete_after = began_at + interval '90 d'"
                                            + " AND terminal_id = '"
                                            + access.at("/terminal/id").asString() + "'"))
                    .as("kept as long as policy says")
                    .isEqualTo(1);
        } finally {
            plane.admin().delete(policies);
        }
    }

    @Test
    void aClientOfAnUnreachableNodeIsReleasedAtOnceAndMayRetry() {
        JsonNode access = open();
        gateway.consume(secret(access));
        String stream = access.path("stream_id").asString();
        assertThat(gateway.sync(stream).json().path("unmet")).isEmpty();
        allocation.nodes().perform(FakeNodes.Behaviour.FAILS);
        JsonNode synced = gateway.sync(stream).json();
        assertThat(synced.at("/unmet/0").asString()).isEqualTo(stream);
        assertThat(synced.path("close")).as("that would be for good").isEmpty();
        gateway.consume(secret(attach(client, access).json()));
        assertThat(told().getFirst().payload().path("begins").asBoolean(true))
                .as("the node has heard of it, and may have begun")
                .isFalse();
    }

    @Test
    void aTerminalItsNodeNeverHeardOfBeginsWithTheNextConnection() {
        String policies = "/api/v1/projects/" + allocation.project() + "/policies/terminal.recording";
        plane.admin().put(policies, "{\"value\":\"strict\"}");
        try {
            JsonNode access = open();
            gateway.consume(secret(access));
            plane.database()
                    .execute("UPDATE nodes.task SET state = 'expired', finished_at = now()"
                            + " WHERE type = 'terminal.open' AND state = 'queued'");
            gateway.consume(secret(attach(client, access).json()));
            JsonNode second = told().getFirst().payload();
            assertThat(second.path("begins").asBoolean()).isTrue();
            assertThat(second.path("recording").asString()).isEqualTo("strict");
            gateway.consume(secret(attach(client, access).json()));
            assertThat(told().getFirst().payload().path("begins").asBoolean(true))
                    .isFalse();
        } finally {
            plane.admin().delete(policies);
        }
    }

    @Test
    void expiredAndTruncatedTokensOpenNothing() {
        JsonNode access = open();
        assertThat(gateway.consume(secret(access).substring(1)).code()).isEqualTo("stream_refused");
        plane.bean(JdbcClient.class)
                .sql("UPDATE gateways.stream SET expires_at = now() - interval '1 s' WHERE id = :id::uuid")
                .param("id", access.path("stream_id").asString())
                .update();
        assertThat(gateway.consume(secret(access)).code()).isEqualTo("stream_refused");
        assertThat(told()).isEmpty();
    }

    @Test
    void othersNeitherFindTheAllocationNorComeBackToSomebodyElsesTerminal() {
        JsonNode access = open();
        Person other = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        assertThat(attach(plane.client(other.token()), access).status()).isEqualTo(404);
        Person viewer = plane.principals().person(Role.PROJECT_VIEWER, allocation.tenant(), allocation.project());
        assertThat(plane.client(viewer.token()).post(terminals(), null).status())
                .isEqualTo(403);
        Person stranger = plane.principals().person();
        assertThat(plane.client(stranger.token()).post(terminals(), null).status())
                .isEqualTo(404);
    }

    private Reply come(Person who, JsonNode access, String verb) {
        return plane.client(who.token())
                .post(terminals() + "/" + access.at("/terminal/id").asString() + "/" + verb, null);
    }

    private Person somebody(Role role) {
        return plane.principals().person(role, allocation.tenant(), allocation.project());
    }

    @Test
    void aColleagueJoinsAsAGuestTheNodeCanNameAndOnlyAnAdministratorWrites() {
        JsonNode access = open();
        Person colleague = somebody(Role.PROJECT_MEMBER);
        assertThat(come(colleague, access, "join").text("code"))
                .as("nobody is in it")
                .isEqualTo("terminal_unavailable");
        gateway.consume(secret(access));
        told();
        JsonNode joined = come(colleague, access, "join").json();
        assertThat(gateway.consume(secret(joined)).status()).isEqualTo(200);
        JsonNode task = told().getFirst().payload();
        assertThat(task.path("guest_id").asString()).isEqualTo(colleague.id());
        assertThat(task.path("guest_name").asString()).isNotBlank();
        assertThat(task.path("guest_writes").asBoolean(true)).isFalse();
        assertThat(task.path("begins").asBoolean(true)).isFalse();
        assertThat(task.has("recording")).isFalse();
        assertThat(come(colleague, access, "take-over").status()).isEqualTo(403);
        JsonNode taken = come(somebody(Role.PROJECT_ADMIN), access, "take-over").json();
        gateway.consume(secret(taken));
        assertThat(told().getFirst().payload().path("guest_writes").asBoolean()).isTrue();
        assertThat(come(somebody(Role.PROJECT_VIEWER), access, "join").status()).isEqualTo(403);
        assertThat(come(plane.principals().person(), access, "join").status()).isEqualTo(404);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'terminal.join' AND actor_id = '"
                                + colleague.id() + "'"))
                .isPositive();
    }

    @Test
    void aGuestStaysNoLongerThanTheirOwnRightNorTheOwners() {
        JsonNode access = open();
        gateway.consume(secret(access));
        Person first = somebody(Role.PROJECT_MEMBER);
        JsonNode one = come(first, access, "join").json();
        JsonNode other = come(somebody(Role.PROJECT_MEMBER), access, "join").json();
        gateway.consume(secret(one));
        gateway.consume(secret(other));
        String members = "/api/v1/projects/" + allocation.project() + "/members/";
        String[] streams = {
            one.path("stream_id").asString(), other.path("stream_id").asString()
        };
        assertThat(gateway.sync(streams).json().path("close")).isEmpty();
        plane.admin().delete(members + first.id());
        await().untilAsserted(() -> assertThat(
                        gateway.sync(streams).json().path("close").toString())
                .contains(streams[0])
                .doesNotContain(streams[1]));
        plane.admin().delete(members + person.id());
        await().untilAsserted(() -> assertThat(
                        gateway.sync(streams).json().path("close").toString())
                .contains(streams[1]));
        told();
    }

    @Test
    void moreThanTenTokensAMinuteAreRefused() {
        JsonNode first = open();
        for (int i = 1; i < 10; i++) {
            open();
        }
        Reply eleventh = client.post(terminals(), null);
        assertThat(eleventh.status()).isEqualTo(429);
        assertThat(attach(client, first).status())
                .as("coming back takes one too")
                .isEqualTo(429);
        assertThat(eleventh.header("Retry-After")).isNotEmpty();
    }

    @Test
    void tenTokensAMinuteAreForAllProcessesTogether() {
        try (TestControlPlane twin = plane.startTwin(Map.of())) {
            List<ApiClient> both = List.of(client, twin.client(person.token()));
            long began = System.nanoTime();
            int given = 0;
            for (int i = 0; i < 30; i++) {
                // Starting a process can take longer than a gateway may be silent.
                gateway.sync();
                given += both.get(i % 2).post(terminals(), null).status() == 201 ? 1 : 0;
            }
            // One comes back each six seconds.
            long passed = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            assertThat((long) given).isBetween(10L, 11 + passed / 6);
        }
    }

    @Test
    void howManyTokensAreGivenIsPolicy() {
        String policy =
                "/api/v1/projects/" + allocation.project() + "/policies/rate_limit.terminal_token_requests_per_minute";
        plane.admin().put(policy, "{\"value\":\"2\"}");
        try {
            open();
            open();
            Reply third = client.post(terminals(), null);
            assertThat(third.status()).isEqualTo(429);
            assertThat(third.text("code")).isEqualTo("rate_limited");
        } finally {
            plane.admin().delete(policy);
        }
    }

    private double counted(String state) {
        plane.bean(TerminalMetrics.class).measure();
        return plane.bean(MeterRegistry.class)
                .get("gpuaas_terminals")
                .tag("state", state)
                .gauge()
                .value();
    }

    @Test
    void terminalsAreCountedAlsoWhenNobodyIsInThem() {
        double waiting = counted("waiting");
        double detached = counted("detached");
        double attached = counted("attached");
        JsonNode access = open();
        assertThat(counted("waiting")).isEqualTo(waiting + 1);
        gateway.consume(secret(access));
        assertThat(counted("waiting")).isEqualTo(waiting);
        assertThat(counted("detached")).isEqualTo(detached + 1);
        String stream = access.path("stream_id").asString();
        plane.database().execute("UPDATE gateways.stream SET node_attached_at = now() WHERE id = '" + stream + "'");
        gateway.sync(stream);
        assertThat(counted("attached")).isEqualTo(attached + 1);
        assertThat(counted("detached")).isEqualTo(detached);
        client.post(terminals() + "/" + access.at("/terminal/id").asString() + "/close", null);
        assertThat(counted("attached")).isEqualTo(attached);
        assertThat(counted("detached")).isEqualTo(detached);
        told();
    }

    @Test
    void howManyStatementsAGatewayCostsDoesNotGrowWithWhatItCarries() throws Exception {
        JsonNode first = open();
        gateway.consume(secret(first));
        int withFew = gateway.statementsOfSync(plane, first.path("stream_id").asString());
        List<String> streams = new ArrayList<>(List.of(first.path("stream_id").asString()));
        for (int i = 0; i < 12; i++) {
            Person other = somebody(i % 2 == 0 ? Role.PROJECT_MEMBER : Role.PROJECT_ADMIN);
            JsonNode access = i % 3 == 0
                    ? come(other, first, "join").json()
                    : plane.client(other.token()).post(terminals(), null).json();
            gateway.consume(secret(access));
            streams.add(access.path("stream_id").asString());
        }
        assertThat(gateway.statementsOfSync(plane, streams.toArray(String[]::new)))
                .isLessThanOrEqualTo(withFew);
        assertThat(gateway.sync(streams.toArray(String[]::new)).json().path("close"))
                .as("all of them may stay")
                .isEmpty();
        told();
    }

    @Test
    void closingEndsConnectionsAndTellsTheNode() {
        JsonNode access = open();
        gateway.consume(secret(access));
        told();
        String stream = access.path("stream_id").asString();
        assertThat(gateway.sync(stream).json().path("close")).isEmpty();
        String address = terminals() + "/" + access.at("/terminal/id").asString();
        Reply closed = client.post(address + "/close", null);
        assertThat(closed.text("state")).isEqualTo("ended");
        assertThat(closed.text("end_reason")).isEqualTo("closed");
        assertThat(gateway.sync(stream).json().at("/close/0").asString()).isEqualTo(stream);
        assertThat(told().getFirst().type()).isEqualTo("terminal.close");
        assertThat(attach(client, access).text("code")).isEqualTo("terminal_unavailable");
    }

    @Test
    void anExpiredTerminalLosesItsConnection() {
        JsonNode access = open();
        gateway.consume(secret(access));
        told();
        String stream = access.path("stream_id").asString();
        JsonNode unused = attach(client, access).json();
        plane.database()
                .execute("UPDATE terminal.terminal SET ends_at = now() - interval '1 s' WHERE id = '"
                        + access.at("/terminal/id").asString() + "'");
        assertThat(gateway.sync(stream).json().at("/close/0").asString()).isEqualTo(stream);
        assertThat(gateway.consume(secret(unused)).status()).isEqualTo(403);
        assertThat(attach(client, access).text("code")).isEqualTo("terminal_unavailable");
    }

    @Test
    void aLostRoleClosesTheConnection() {
        JsonNode access = open();
        gateway.consume(secret(access));
        String stream = access.path("stream_id").asString();
        JsonNode unused = attach(client, access).json();
        plane.admin().delete("/api/v1/projects/" + allocation.project() + "/members/" + person.id());
        await().untilAsserted(() -> assertThat(
                        gateway.sync(stream).json().at("/close/0").asString())
                .isEqualTo(stream));
        assertThat(gateway.consume(secret(unused)).status())
                .as("a token made before")
                .isEqualTo(403);
        told();
    }

    @Test
    void revokedAccessClosesTheConnection() {
        JsonNode access = open();
        gateway.consume(secret(access));
        String stream = access.path("stream_id").asString();
        plane.admin().post("/api/v1/principals/" + person.id() + "/revoke", "{\"reason\":\"left\"}");
        await().untilAsserted(() -> assertThat(
                        gateway.sync(stream).json().at("/close/0").asString())
                .isEqualTo(stream));
        told();
    }

    private static JsonNode listed(ActiveAllocation where) {
        return plane.admin().get(where.address() + "/terminals").json().at("/items/0");
    }

    @Test
    void aHostThatDoesNotComeBackLosesItsTerminalsAndWhatItSaysLaterChangesNothing() {
        ActiveAllocation far = new ActiveAllocation(plane);
        String project = "/api/v1/projects/" + far.project();
        ApiClient opener = plane.admin();
        opener.put(project + "/policies/terminal.recording", "{\"value\":\"best_effort\"}");
        JsonNode access = opener.post(far.address() + "/terminals", null).json();
        gateway.consume(secret(access));
        String id = access.at("/terminal/id").asString();
        String stream = access.path("stream_id").asString();
        NodeId node = nodeOf(id);
        TerminalEnds ends = plane.bean(TerminalEnds.class);

        far.nodes().fallSilent(node);
        ends.look();
        assertThat(listed(far).path("state").asString()).as("for a moment").isEqualTo("open");
        Reply tooEarly = opener.post(far.address() + "/terminals/" + id + "/attach", null);
        assertThat(tooEarly.status()).as("to be tried again").isEqualTo(503);
        assertThat(tooEarly.text("code")).isEqualTo("node_out_of_reach");
        assertThat(tooEarly.header("Retry-After")).isNotEmpty();
        plane.database().execute("UPDATE gateways.stream SET node_attached_at = now() WHERE id = '" + stream + "'");
        gateway.sync(stream);
        plane.database()
                .execute("UPDATE nodes.node SET state_since = state_since - interval '31 min' WHERE id = '" + node
                        + "'");
        ends.look();
        assertThat(listed(far).path("state").asString())
                .as("somebody is in it, the host is only out of our sight")
                .isEqualTo("open");
        plane.database().execute("UPDATE gateways.stream SET ended_at = now() WHERE id = '" + stream + "'");
        ends.look();
        JsonNode lost = listed(far);
        assertThat(lost.path("state").asString()).isEqualTo("ended");
        assertThat(lost.path("end_reason").asString()).isEqualTo("host_lost");
        assertThat(plane.admin()
                        .get(project + "/recordings")
                        .json()
                        .at("/items/0/end_reason")
                        .asString())
                .isEqualTo("host_lost");

        far.nodes().comeBack(node, "user", List.of());
        plane.bean(TerminalReports.class).take(said(node, id, "{\"reason\":\"agent_ended\"}"));
        ends.look();
        assertThat(listed(far)).isEqualTo(lost);
    }

    @Test
    void aTerminalThatNoNodeReportsEndsWithItsRealReason() {
        ActiveAllocation retired = new ActiveAllocation(plane);
        ActiveAllocation released = new ActiveAllocation(plane);
        ActiveAllocation timed = new ActiveAllocation(plane);
        for (ActiveAllocation each : List.of(retired, released, timed)) {
            gateway.consume(secret(
                    plane.admin().post(each.address() + "/terminals", null).json()));
        }
        retired.nodes().retire(nodeOf(listed(retired).path("id").asString()));
        released.release();
        plane.database()
                .execute("UPDATE terminal.terminal SET ends_at = now() - interval '2 min' WHERE id = '"
                        + listed(timed).path("id").asString() + "'");
        plane.bean(TerminalEnds.class).look();
        assertThat(listed(retired).path("end_reason").asString()).isEqualTo("host_lost");
        assertThat(listed(released).path("end_reason").asString()).isEqualTo("released");
        assertThat(listed(timed).path("end_reason").asString()).isEqualTo("time_is_up");
        assertThat(listed(timed).path("ended_at")).isEqualTo(listed(timed).path("ends_at"));
    }

    @Test
    void theEndOfTheAllocationIsTheEndOfItsTerminals() {
        ActiveAllocation brief = new ActiveAllocation(plane);
        ApiClient admin = plane.admin();
        String address = brief.address() + "/terminals";
        JsonNode access = admin.post(address, null).json();
        gateway.consume(secret(access));
        JsonNode unused = admin.post(address, null).json();
        String stream = access.path("stream_id").asString();
        brief.release();
        assertThat(gateway.sync(stream).json().at("/close/0").asString()).isEqualTo(stream);
        assertThat(gateway.consume(secret(unused)).status()).isEqualTo(403);
        assertThat(admin.post(address, null).text("code")).isEqualTo("terminal_unavailable");
    }
}
