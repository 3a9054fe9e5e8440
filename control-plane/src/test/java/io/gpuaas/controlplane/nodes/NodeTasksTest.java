package io.gpuaas.controlplane.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.testkit.Against;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class NodeTasksTest {

    private static final String DIGEST = "{\"digest\":\"sha256:" + "0".repeat(64) + "\"}";

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestTasks tasks = new TestTasks(plane);

    @Test
    void aTaskTravelsSignedAndItsResultEndsIt() {
        TestNode node = TestNode.ready(plane);
        TaskId task = tasks.discover(node.id());
        JsonNode envelope = node.nextTask();
        assertThat(envelope.path("task_id").asString()).isEqualTo(task.toString());
        assertThat(envelope.path("sequence").asLong()).isEqualTo(1);
        assertThat(node.signatureHolds(envelope)).isTrue();
        TestNode.Reply reply = node.report(
                envelope,
                TestNode.started(0) + "," + TestNode.log(1, "l") + "," + TestNode.result(2, "succeeded", DIGEST));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("confirmed_index").asInt()).isEqualTo(2);
        assertThat(reply.response().version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(tasks.find(task).state()).isEqualTo(TaskState.SUCCEEDED);
    }
}
