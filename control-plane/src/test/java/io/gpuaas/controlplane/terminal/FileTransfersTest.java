package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.gpuaas.kernel.NodeId;
import io.gpuaas.testkit.Against;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Permissions for file transfers. The transfer itself is tested with the node. */
@Against("PostgreSQL")
class FileTransfersTest {

    private static final String SHA256 = "ab".repeat(32);

    private static TestControlPlane plane;
    private static TestGateway gateway;
    private static ActiveAllocation allocation;

    private Person person;
    private ApiClient client;

    @SuppressWarnings("NullAway.Init")
    FileTransfersTest() {}

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

    private Reply upload(String path, long bytes) {
        return client.post(
                allocation.address() + "/file-transfers",
                "{\"direction\":\"upload\",\"path\":\"" + path + "\",\"bytes\":" + bytes + ",\"sha256\":\"" + SHA256
                        + "\"}");
    }

    private Reply download(String path) {
        return client.post(
                allocation.address() + "/file-transfers", "{\"direction\":\"download\",\"path\":\"" + path + "\"}");
    }

    private static List<FakeNodes.Told> told() {
        List<FakeNodes.Told> told = new ArrayList<>();
        allocation.nodes().perform(task -> {
            if (!task.type().equals("file.transfer")) {
                return Optional.of(FakeNodes.output(task));
            }
            told.add(task);
            return Optional.of(
                    "{\"stream_id\":\"" + task.payload().path("stream_id").asString() + "\"}");
        });
        return told;
    }

    private static void report(JsonNode access, NodeId node, String report) {
        byte[] bytes = report.getBytes(StandardCharsets.UTF_8);
        plane.bean(FileTransferReports.class)
                .take(new Arrived(node, List.of(access.at("/transfer/id").asString()), "", () -> bytes));
    }

    private static String text(String sql) {
        return plane.bean(JdbcClient.class).sql(sql).query(String.class).single();
    }

    private JsonNode newest() {
        return client.get(allocation.address() + "/file-transfers").json().at("/items/0");
    }

    @Test
    void theNodeIsToldWhenTheTokenIsUsedAndWhatItReportsIsListedAndAudited() {
        JsonNode access = upload("data/train.csv", 12).json();
        assertThat(told()).isEmpty();
        assertThat(gateway.consume(access.path("secret").asString()).status()).isEqualTo(200);
        JsonNode task = told().getFirst().payload();
        assertThat(task.path("path").asString()).isEqualTo("data/train.csv");
        assertThat(task.path("sha256").asString()).isEqualTo(SHA256);
        assertThat(task.path("bytes_max").asLong()).isEqualTo(1_024_000_000);
        assertThat(newest().path("state").asString()).isEqualTo("started");
        NodeId node = new NodeId(UUID.fromString(
                text("SELECT node_id::text FROM terminal.file_transfer ORDER BY started_at DESC LIMIT 1")));
        assertThatThrownBy(() -> report(access, new NodeId(UUID.randomUUID()), "{\"bytes\":1}"))
                .as("another node's")
                .isInstanceOf(ProblemException.class);
        report(access, node, "{\"bytes\":12,\"sha256\":\"" + SHA256 + "\"}");
        report(access, node, "{\"reason\":\"later\",\"bytes\":1}");
        assertThat(newest().path("state").asString()).isEqualTo("done");
        assertThat(newest().path("bytes").asLong()).isEqualTo(12);
        assertThat(newest().path("started_by").asString()).isEqualTo(person.id());
        assertThat(text("SELECT detail FROM audit.event WHERE action = 'file_transfer.start' AND actor_id = '"
                        + person.id() + "'"))
                .contains("data/train.csv")
                .contains(SHA256)
                .contains("12");
    }

    @Test
    void pathsThatLeadOutAndUploadsThatSayTooLittleAreRefused() {
        for (String path : new String[] {"../x", "/etc/passwd", "a/../../x", "..", ".", "a/", "a\\u0000b"}) {
            assertThat(download(path).text("code")).as(path).isEqualTo("file_transfer_refused");
        }
        assertThat(download("..x/a..b").status()).isEqualTo(201);
        assertThat(client.post(allocation.address() + "/file-transfers", "{\"direction\":\"upload\",\"path\":\"x\"}")
                        .text("code"))
                .isEqualTo("file_transfer_refused");
    }

    private Reply list(String direction, String path) {
        return client.post(
                allocation.address() + "/file-transfers",
                "{\"direction\":\"" + direction + "\",\"path\":\"" + path + "\",\"listing\":true}");
    }

    @Test
    void aFolderIsListedByTheNodeAndTheHomeOnlyListed() {
        JsonNode access = list("download", ".").json();
        assertThat(access.at("/transfer/listing").asBoolean()).isTrue();
        assertThat(gateway.consume(access.path("secret").asString()).status()).isEqualTo(200);
        JsonNode task = told().getFirst().payload();
        assertThat(task.path("listing").asBoolean()).isTrue();
        assertThat(task.path("path").asString()).isEqualTo(".");
        assertThat(newest().path("listing").asBoolean()).isTrue();
        assertThat(text("SELECT detail FROM audit.event WHERE action = 'file_transfer.start' AND actor_id = '"
                        + person.id() + "'"))
                .contains("listing");

        access = download("data").json();
        assertThat(access.at("/transfer/listing").isMissingNode()).isTrue();
        assertThat(gateway.consume(access.path("secret").asString()).status()).isEqualTo(200);
        assertThat(told().getFirst().payload().has("listing"))
                .as("a file's task is one that older agents know")
                .isFalse();

        assertThat(list("download", "../x").text("code")).isEqualTo("file_transfer_refused");
        assertThat(list("upload", "data").text("code")).isEqualTo("file_transfer_refused");
        assertThat(download(".").text("code")).isEqualTo("file_transfer_refused");
    }

    @Test
    void policySaysHowLargeAndWhetherAtAll() {
        String policies = "/api/v1/projects/" + allocation.project() + "/policies/terminal.";
        plane.admin().put(policies + "transfer_megabytes_max", "{\"value\":\"1\"}");
        try {
            assertThat(upload("x", 1_000_001).text("code")).isEqualTo("file_transfer_refused");
            assertThat(upload("x", 1_000_000).status()).isEqualTo(201);
            plane.admin().put(policies + "file_transfer", "{\"value\":\"off\"}");
            assertThat(download("x").text("code")).isEqualTo("file_transfer_refused");
        } finally {
            plane.admin().delete(policies + "transfer_megabytes_max");
            plane.admin().delete(policies + "file_transfer");
        }
    }

    @Test
    void fileTransfersNeedThePermissionToOpenTerminals() {
        Person viewer = plane.principals().person(Role.PROJECT_VIEWER, allocation.tenant(), allocation.project());
        client = plane.client(viewer.token());
        assertThat(download("x").status()).isEqualTo(403);
        client = plane.client(plane.principals().person().token());
        assertThat(download("x").status()).isEqualTo(404);
    }
}
