package io.gpuaas.controlplane.terminal.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.api.CommandOutput;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.controlplane.gateways.TestGateway;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.nodes.NodeUpload.Arrived;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class CommandsTest {

    private static TestControlPlane plane;
    private static TestGateway gateway;
    private static ActiveAllocation allocation;

    private Person person;
    private ApiClient client;

    @SuppressWarnings("NullAway.Init")
    CommandsTest() {}

    @BeforeAll
    static void start() throws Exception {
        plane = TestControlPlane.shared();
        gateway = TestGateway.alone(plane);
        allocation = new ActiveAllocation(plane);
    }

    @BeforeEach
    void somebody() {
        person = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        client = plane.client(person.token());
        gateway.sync();
        told();
    }

    private static String commands() {
        return allocation.address() + "/commands";
    }

    private Reply run(String more) {
        return client.post(commands(), "{\"argv\":[\"sh\",\"-c\",\"echo one\\necho two\"]" + more + "}");
    }

    private static List<FakeNodes.Told> told() {
        List<FakeNodes.Told> told = new ArrayList<>();
        allocation.nodes().perform(task -> {
            if (!task.type().startsWith("command.")) {
                return Optional.of(FakeNodes.output(task));
            }
            told.add(task);
            return Optional.of(
                    task.type().equals("command.cancel")
                            ? "{\"running\":true}"
                            : "{\"command_id\":\""
                                    + task.payload().path("command_id").asString() + "\"}");
        });
        return told;
    }

    private static NodeId nodeOf(String command) {
        return new NodeId(
                UUID.fromString(text("SELECT node_id::text FROM terminal.command WHERE id = '" + command + "'")));
    }

    private static String text(String sql) {
        return plane.bean(JdbcClient.class).sql(sql).query(String.class).single();
    }

    private static long upload(NodeId node, String said, String... words) {
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        return plane.bean(CommandIntake.class)
                .take(new Arrived(node, List.of(words), Segment.digest(bytes), () -> bytes))
                .stored();
    }

    private String state(String command) {
        return client.get(commands() + "/" + command).text("state");
    }

    @Test
    void theNodeIsToldOnceAndItsOutputAndEndAreReadableAndTheStartIsAudited() {
        JsonNode access = run(",\"environment\":{\"TOKEN\":\"hidden-value\"},\"stdin\":true")
                .json();
        String id = access.at("/command/id").asString();
        assertThat(access.at("/command/state").asString()).isEqualTo("requested");
        FakeNodes.Told task = told().getFirst();
        assertThat(task.type()).isEqualTo("command.start");
        assertThat(task.payload().at("/argv/2").asString()).isEqualTo("echo one\necho two");
        assertThat(task.payload().at("/environment/TOKEN").asString()).isEqualTo("hidden-value");
        await().atMost(Duration.ofSeconds(60)).until(() -> state(id).equals("running"));
        assertThat(gateway.consume(access.path("secret").asString()).status()).isEqualTo(200);
        assertThat(told()).extracting(FakeNodes.Told::type).containsExactly("command.attach");

        NodeId node = nodeOf(id);
        assertThat(upload(node, "one\n", id, "stdout", "0")).isEqualTo(4);
        assertThat(upload(node, "one\n", id, "stdout", "0")).as("a repeat").isEqualTo(4);
        assertThat(upload(node, "later", id, "stdout", "100")).as("a gap").isEqualTo(4);
        assertThat(upload(node, "two\n", id, "stdout", "4")).isEqualTo(8);
        assertThatThrownBy(() -> upload(new NodeId(UUID.randomUUID()), "x", id, "stdout", "8"))
                .as("another node's")
                .isInstanceOf(ProblemException.class);
        upload(node, "{\"state\":\"exited\",\"code\":3,\"stdout\":8,\"stderr\":0}", id, "end");
        upload(node, "{\"state\":\"failed\",\"reason\":\"released\",\"stdout\":8,\"stderr\":0}", id, "end");
        JsonNode ended = client.get(commands() + "/" + id).json();
        assertThat(ended.path("state").asString()).isEqualTo("exited");
        assertThat(ended.path("exit_code").asInt()).isEqualTo(3);
        assertThat(ended.path("stdout_stored").asLong())
                .isEqualTo(ended.path("stdout_bytes").asLong())
                .isEqualTo(8);
        assertThat(client.get(commands() + "/" + id + "/output?offset=2").body())
                .isEqualTo("e\ntwo\n");
        assertThat(client.get(commands() + "/" + id + "/output?stream=stderr").body())
                .isEmpty();
        assertThat(client.post(commands() + "/" + id + "/attach", null).text("code"))
                .isEqualTo("command_refused");
        assertThat(text("SELECT detail FROM audit.event WHERE action = 'command.start' AND actor_id = '" + person.id()
                        + "'"))
                .contains("echo one")
                .doesNotContain("hidden-value");
    }

    @Test
    void aCommandCanceledBeforeItWasSentNeverRunsAndALostHostMakesItUnknownUntilItSpeaks() {
        String unsent = run("").json().at("/command/id").asString();
        client.post(commands() + "/" + unsent + "/cancel", null);
        plane.bean(CommandEnds.class).look();
        assertThat(state(unsent)).isEqualTo("canceled");
        assertThat(told()).extracting(FakeNodes.Told::type).doesNotContain("command.start");

        String lost = run("").json().at("/command/id").asString();
        told();
        plane.bean(CommandStore.class)
                .conclude(
                        io.gpuaas.kernel.CommandId.parse(lost),
                        CommandRecord.End.because(io.gpuaas.api.CommandState.UNKNOWN, "host_lost"),
                        java.time.Instant.now());
        assertThat(state(lost)).isEqualTo("unknown");
        upload(nodeOf(lost), "{\"state\":\"exited\",\"code\":0,\"stdout\":0,\"stderr\":0}", lost, "end");
        assertThat(state(lost)).isEqualTo("exited");
    }

    @Test
    void limitsAndPoliciesHold() {
        assertThat(client.post(commands(), "{\"argv\":[\"\"]}").text("code")).isEqualTo("command_refused");
        assertThat(run(",\"environment\":{\"A B\":\"x\"}").text("code")).isEqualTo("command_refused");
        String policies = "/api/v1/projects/" + allocation.project() + "/policies/";
        plane.admin().put(policies + "command.at_once_max", "{\"value\":\"1\"}");
        try {
            String id = run("").json().at("/command/id").asString();
            assertThat(run("").text("code")).isEqualTo("too_many");
            client.post(commands() + "/" + id + "/cancel", null);
            plane.admin().put(policies + "terminal.recording", "{\"value\":\"strict\"}");
            assertThat(run("").text("detail")).contains("recorded");
        } finally {
            plane.admin().delete(policies + "command.at_once_max");
            plane.admin().delete(policies + "terminal.recording");
        }
    }

    @Test
    void aNodeIsToldToEndACommandOnceAMinuteHoweverOftenItIsAsked() {
        String id = run("").json().at("/command/id").asString();
        told();
        await().atMost(Duration.ofSeconds(60)).until(() -> state(id).equals("running"));
        for (int i = 0; i < 3; i++) {
            client.post(commands() + "/" + id + "/cancel", null);
        }
        assertThat(cancels(id)).isEqualTo(1);
        text("UPDATE terminal.command SET cancel_asked_at = cancel_asked_at - interval '2 minutes' WHERE id = '" + id
                + "' RETURNING id::text");
        client.post(commands() + "/" + id + "/cancel", null);
        assertThat(cancels(id)).as("a minute later").isEqualTo(1);
        upload(nodeOf(id), "{\"state\":\"canceled\",\"stdout\":0,\"stderr\":0}", id, "end");
    }

    /** Since it was asked last. */
    private static long cancels(String command) {
        return told().stream()
                .filter(task -> task.type().equals("command.cancel"))
                .filter(task -> task.payload().path("command_id").asString().equals(command))
                .count();
    }

    @Test
    void aPieceThatLostARaceIsAnsweredAsStoredOnlyWhenItIsTheSame() {
        String id = run("").json().at("/command/id").asString();
        told();
        NodeId node = nodeOf(id);
        CommandStore store = plane.bean(CommandStore.class);
        CommandRecord before = store.find(CommandId.parse(id)).orElseThrow();
        upload(node, "one\n", id, "stdout", "0");
        CommandIntake intake = plane.bean(CommandIntake.class);
        assertThat(intake.keep(before, piece("one\n"), bytes("one\n")).stored()).isEqualTo(4);
        assertThatThrownBy(() -> intake.keep(before, piece("two\n"), bytes("two\n")))
                .isInstanceOf(ProblemException.class);
        assertThat(client.get(commands() + "/" + id + "/output").body()).isEqualTo("one\n");
        text("UPDATE terminal.command SET pieces = 1000000 WHERE id = '" + id + "' RETURNING id::text");
        assertThatThrownBy(() -> upload(node, "more", id, "stdout", "4"))
                .as("too many pieces")
                .isInstanceOf(ProblemException.class);
        upload(node, "{\"state\":\"exited\",\"code\":0,\"stdout\":4,\"stderr\":0}", id, "end");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CommandStore.Piece piece(String text) {
        return new CommandStore.Piece(CommandOutput.STDOUT, 0, bytes(text).length, Segment.digest(bytes(text)));
    }

    @Test
    void allOldCommandsAreDeletedInOneRound() {
        JdbcClient jdbc = plane.bean(JdbcClient.class);
        UUID alone = UUID.randomUUID();
        jdbc.sql("""
                INSERT INTO terminal.command (id, tenant_id, project_id, allocation_id, node_id, principal_id,
                    start_task_id, argv, state, requested_at, ends_at, ended_at, output_max, kept_seconds)
                SELECT gen_random_uuid(), :id, :id, :id, :id, :id, gen_random_uuid(), '{true}', 'exited',
                    now() - interval '3 days', now() - interval '2 days', now() - interval '2 days', 0,
                    CASE WHEN number = 0 THEN 864000 ELSE 3600 END
                FROM generate_series(0, 250) number""").param("id", alone).update();
        plane.bean(CommandEnds.class).deleteOld();
        assertThat(text("SELECT count(*)::text FROM terminal.command WHERE allocation_id = '" + alone + "'"))
                .isEqualTo("1");
        jdbc.sql("DELETE FROM terminal.command WHERE allocation_id = :id")
                .param("id", alone)
                .update();
    }
}
