package io.gpuaas.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeTaskTest {

    private static final Instant ISSUED = Instant.parse("2026-03-01T12:00:00Z");
    private static final NodeId NODE = new NodeId(UUID.fromString("00000000-0000-4000-8000-000000000001"));
    private static final TaskId TASK = new TaskId(UUID.fromString("00000000-0000-4000-8000-000000000002"));
    private static final NodeTask GOOD = task(NODE, TASK, "user.provision", 1, 7, ISSUED, Duration.ofMinutes(5), "{}");

    private final KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();

    NodeTaskTest() throws Exception {}

    @Test
    void aSignedTaskIsKnownByItsKey() {
        assertThat(GOOD.isSignedBy(keys.getPublic(), GOOD.sign(keys.getPrivate())))
                .isTrue();
    }

    @Test
    void noPartOfASignedTaskCanBeChanged() {
        byte[] signature = GOOD.sign(keys.getPrivate());
        Duration life = Duration.ofMinutes(5);
        assertThat(List.of(
                        task(new NodeId(UUID.randomUUID()), TASK, "user.provision", 1, 7, ISSUED, life, "{}"),
                        task(NODE, new TaskId(UUID.randomUUID()), "user.provision", 1, 7, ISSUED, life, "{}"),
                        task(NODE, TASK, "user.revoke", 1, 7, ISSUED, life, "{}"),
                        task(NODE, TASK, "user.provision", 2, 7, ISSUED, life, "{}"),
                        task(NODE, TASK, "user.provision", 1, 8, ISSUED, life, "{}"),
                        task(NODE, TASK, "user.provision", 1, 7, ISSUED.plusMillis(1), life, "{}"),
                        task(NODE, TASK, "user.provision", 1, 7, ISSUED, life.plusMillis(1), "{}"),
                        task(NODE, TASK, "user.provision", 1, 7, ISSUED, life, "{ }")))
                .noneMatch(changed -> changed.isSignedBy(keys.getPublic(), signature));
    }

    @Test
    void anotherKeyAndNoSignatureAreRefused() throws Exception {
        KeyPair others = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        assertThat(GOOD.isSignedBy(others.getPublic(), GOOD.sign(keys.getPrivate())))
                .isFalse();
        assertThat(GOOD.isSignedBy(keys.getPublic(), new byte[0])).isFalse();
        assertThat(GOOD.isSignedBy(keys.getPublic(), new byte[64])).isFalse();
    }

    @Test
    void aPayloadIsBounded() {
        assertThatThrownBy(() -> new NodeTask.Payload(new byte[NodeTask.Payload.BYTES_MAX + 1]))
                .hasMessageContaining("at most");
    }

    private static NodeTask task(
            NodeId node,
            TaskId task,
            String type,
            int attempt,
            long sequence,
            Instant at,
            Duration life,
            String payload) {
        return new NodeTask(
                node, task, type, attempt, sequence, at, at.plus(life), new NodeTask.Payload(payload.getBytes(UTF_8)));
    }
}
