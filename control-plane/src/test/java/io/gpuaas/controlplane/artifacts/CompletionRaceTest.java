package io.gpuaas.controlplane.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.registry.RegistryClient;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Deletes, the cancellation and the expiry of an intent at the same moment as its completion: either everything is
 * published and readable, or nothing is.
 */
@Against("PostgreSQL")
class CompletionRaceTest {

    private static final int ROUNDS = 30;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    private final PublisherWorld world = new PublisherWorld(plane);

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(
                Map.of("gpuaas.roles", "api,outbox-relay,registry", "gpuaas.registry.port", "0"));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @SuppressWarnings("ArrayRecordComponent") // The bytes are pushed and read, never compared.
    private record Pushed(JsonNode intent, RegistryClient client, String digest, byte[] layer) {

        String id() {
            return intent.path("id").asString();
        }

        String blob() {
            return "blobs/" + RegistryClient.digest(layer);
        }
    }

    private interface Disturbance {
        /** Returns a status, or zero for an act without an answer. */
        int act(Pushed pushed);
    }

    @Test
    void aBlobDeletedDuringTheCompletionIsPublishedWholeOrNotAtAll() throws Exception {
        race("blob", pushed -> pushed.client().delete(pushed.blob()).status(), List.of(202, 401, 404));
    }

    @Test
    void aManifestDeletedDuringTheCompletionIsPublishedWholeOrNotAtAll() throws Exception {
        race(
                "manifest",
                pushed -> pushed.client().delete("manifests/" + pushed.digest()).status(),
                List.of(202, 401, 404));
    }

    @Test
    void anIntentCanceledDuringItsCompletionIsOneOrTheOther() throws Exception {
        race(
                "cancel",
                pushed -> world.owner
                        .post("/api/v1/projects/" + world.project + "/publish-intents/" + pushed.id() + "/cancel", null)
                        .status(),
                List.of(200, 409));
    }

    @Test
    void anIntentThatExpiresDuringItsCompletionIsOneOrTheOther() throws Exception {
        race("expiry", this::expire, List.of(0));
    }

    private int expire(Pushed pushed) {
        String past = "'2000-01-01'";
        plane.database()
                .execute("UPDATE registry.repository SET expires_at = " + past + " WHERE name = '"
                        + pushed.intent().path("repository").asString() + "'");
        plane.database()
                .execute("UPDATE artifacts.publish_intent SET expires_at = " + past + " WHERE state = 'open' AND id = '"
                        + pushed.id() + "'");
        plane.bean(PublishIntents.class).expire();
        return 0;
    }

    private void race(String name, Disturbance disturbance, List<Integer> statuses) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < ROUNDS; round++) {
                String version = name + "-" + round;
                JsonNode intent = world.intent(version, "oci_image");
                RegistryClient client = PublisherWorld.pusher(intent);
                byte[] layer = PublisherWorld.random(100);
                Pushed pushed = new Pushed(
                        intent, client, PublisherWorld.pushImage(client, PublisherWorld.CONFIG, layer), layer);
                Future<Reply> completion =
                        threads.submit(together(start, () -> world.complete(intent, pushed.digest())));
                Future<Integer> other = threads.submit(together(start, () -> disturbance.act(pushed)));
                Reply done = completion.get();
                assertThat(other.get()).as(version).isIn(statuses);
                assertThat(done.status()).as(version + " " + done.body()).isIn(200, 409, 422);
                assertWholeOrNothing(version, pushed, done.status() == 200);
            }
        }
    }

    private static <T> Callable<T> together(CyclicBarrier start, Callable<T> act) {
        return () -> {
            start.await();
            return act.call();
        };
    }

    private void assertWholeOrNothing(String version, Pushed pushed, boolean isPublished) {
        RegistryClient reader = world.reader();
        int expected = isPublished ? 200 : 404;
        assertThat(reader.get("manifests/" + pushed.digest()).status())
                .as(version)
                .isEqualTo(expected);
        assertThat(reader.get(pushed.blob()).status()).as(version).isEqualTo(expected);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM artifacts.artifact WHERE app = '" + world.app()
                                + "' AND version = '" + version + "'"))
                .as(version)
                .isEqualTo(isPublished ? 1 : 0);
        String state = world.owner
                .get("/api/v1/projects/" + world.project + "/publish-intents/" + pushed.id())
                .text("state");
        assertThat(state.equals("completed")).as(version + " is " + state).isEqualTo(isPublished);
    }
}
