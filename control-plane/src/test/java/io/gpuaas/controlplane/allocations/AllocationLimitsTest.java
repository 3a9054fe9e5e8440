package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Limits of what holders run: set, moved, snoozed and removed at any time, within the operator's bounds. */
class AllocationLimitsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    /** Longer than a test takes on a slow machine. */
    private static final Duration SLACK = Duration.ofMinutes(10);

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final String reservations = "/api/v1/projects/" + world.project + "/reservations";
    private final String defaults = "/api/v1/projects/" + world.project + "/allocation-defaults";

    private Reply update(AllocationId id, String body) {
        return world.admin.put(world.base() + "/" + id, body);
    }

    private static Instant end(Reply reply) {
        return Instant.parse(reply.text("expires_at"));
    }

    private static void assertEndsIn(Reply reply, Duration time) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(end(reply))
                .isBetween(Instant.now().plus(time).minus(SLACK), Instant.now().plus(time));
    }

    private Reply reserve(Duration from, Duration until) {
        Instant now = Instant.now();
        return world.admin.post(
                reservations,
                "{\"sku\":\"%s\",\"count\":1,\"starts_at\":\"%s\",\"ends_at\":\"%s\"}"
                        .formatted(world.sku, now.plus(from), now.plus(until)));
    }

    @Test
    void aTimeLimitIsSetMovedAndRemovedWhileItRuns() {
        world.node(1);
        AllocationId id = world.active(1);
        assertThat(world.get(id).json().has("expires_at")).isFalse();
        assertEndsIn(update(id, "{\"time_limit_seconds\":7200}"), Duration.ofHours(2));
        assertEndsIn(update(id, "{\"time_limit_seconds\":3600}"), Duration.ofHours(1));
        assertThat(world.get(id).json().path("max_duration_seconds").asLong())
                .isBetween(3600L, 3600 + SLACK.toSeconds());
        Reply removed = update(id, "{\"time_limit_seconds\":0}");
        assertThat(removed.json().has("expires_at")).isFalse();
        assertThat(removed.json().has("max_duration_seconds")).isFalse();
        assertThat(world.timeline(id).getLast().path("kind").asString()).isEqualTo("limited");
        assertThat(update(id, "{\"time_limit_seconds\":5}").status()).isEqualTo(400);
    }

    @Test
    void aTimeLimitThatWasSetLaterReleasesIt() {
        world.node(1);
        AllocationId id = world.active(1);
        assertEndsIn(update(id, "{\"time_limit_seconds\":3600}"), Duration.ofHours(1));
        PLANE.database()
                .execute("UPDATE allocations.allocation SET expires_at = now() - interval '1 s' WHERE id = '" + id
                        + "'");
        PLANE.bean(Advance.class).advance(id);
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("expired");
    }

    @Test
    void aRequestThatWaitsGetsATimeLimitThatRunsFromItsStart() {
        world.node(1);
        world.active(1);
        AllocationId waiting = world.request().queued().create();
        Reply limited = update(waiting, "{\"time_limit_seconds\":7200}");
        assertThat(limited.json().path("max_duration_seconds").asLong()).isEqualTo(7200);
        assertThat(limited.json().has("expires_at")).isFalse();
        assertThat(limited.text("state")).isEqualTo("queued");
    }

    @Test
    void aChangeOfTheNameLeavesTheLimitsAndOneOfALimitTheName() {
        world.node(1);
        AllocationId id =
                world.request().named("train").lasting(Duration.ofHours(5)).create();
        assertThat(update(id, "{\"idle_release_seconds\":1200}").text("name")).isEqualTo("train");
        JsonNode renamed = update(id, "{\"name\":\"other\"}").json();
        assertThat(renamed.path("max_duration_seconds").asLong()).isEqualTo(18_000);
        assertThat(renamed.path("idle_release_seconds").asLong()).isEqualTo(1200);
    }

    @Test
    void movingOrRemovingALimitDoesNotKeepCapacityPromisedToOthers() {
        world.node(1);
        AllocationId id = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(id, "active");
        assertThat(reserve(Duration.ofHours(3), Duration.ofHours(4)).status()).isEqualTo(201);
        assertThat(update(id, "{\"time_limit_seconds\":0}").text("code")).isEqualTo("capacity_short");
        assertThat(update(id, "{\"time_limit_seconds\":18000}").text("code")).isEqualTo("capacity_short");
        assertEndsIn(update(id, "{\"time_limit_seconds\":7200}"), Duration.ofHours(2));
        assertEndsIn(update(id, "{\"time_limit_seconds\":600}"), Duration.ofMinutes(10));
    }

    @Test
    void aPromiseHoldsAgainstAnAllocationThatIsNotActiveYet() {
        world.node(1);
        AllocationId id = world.request().lasting(Duration.ofHours(1)).create();
        assertThat(world.state(id)).isNotEqualTo("active");
        PLANE.database()
                .execute("UPDATE allocations.allocation SET expires_at = now() + interval '1 h' WHERE id = '" + id
                        + "'");
        assertThat(reserve(Duration.ofHours(3), Duration.ofHours(4)).status()).isEqualTo(201);
        PLANE.database().execute("UPDATE allocations.allocation SET expires_at = NULL WHERE id = '" + id + "'");
        assertThat(update(id, "{\"time_limit_seconds\":0}").text("code")).isEqualTo("capacity_short");
        assertThat(update(id, "{\"time_limit_seconds\":18000}").text("code")).isEqualTo("capacity_short");
        assertThat(update(id, "{\"time_limit_seconds\":1800}").status()).isEqualTo(200);
    }

    @Test
    void theOperatorsBoundHoldsForEveryWayToALaterEnd() {
        world.policy("allocations.time_limit_max", "PT4H");
        world.node(2);
        assertThat(world.request().lasting(Duration.ofHours(5)).send().text("code"))
                .isEqualTo("quota_exceeded");
        AllocationId id = world.request().create();
        assertThat(world.get(id).json().path("max_duration_seconds").asLong())
                .as("one without a limit gets the longest")
                .isEqualTo(Duration.ofHours(4).toSeconds());
        world.bring(id, "active");
        Instant latest = end(world.get(id));
        assertThat(update(id, "{\"time_limit_seconds\":18000}").text("code")).isEqualTo("quota_exceeded");
        assertThat(world.act(id, "extend", "{\"seconds\":60}").text("code")).isEqualTo("quota_exceeded");
        assertThat(end(update(id, "{\"time_limit_seconds\":0}"))).isEqualTo(latest);
        assertThat(world.act(id, "snooze").text("code"))
                .as("it ends as late as it may")
                .isEqualTo("allocation_state_conflict");
        assertEndsIn(update(id, "{\"time_limit_seconds\":12600}"), Duration.ofMinutes(210));
        assertThat(end(world.act(id, "snooze"))).as("no later than the bound").isEqualTo(latest);
    }

    @Test
    void aBoundThatBecameNarrowerHoldsForARequestThatIsNotActiveYet() {
        world.node(2);
        AllocationId asked = world.request().lasting(Duration.ofHours(5)).create();
        AllocationId endless = world.request().create();
        world.policy("allocations.time_limit_max", "PT1H");
        for (AllocationId id : List.of(asked, endless)) {
            world.bring(id, "active");
            assertEndsIn(world.get(id), Duration.ofHours(1));
            assertThat(world.get(id).json().path("max_duration_seconds").asLong())
                    .isEqualTo(3600);
        }
    }

    @Test
    void aBoundThatBecameNarrowerThanTheTimeItHasRunDoesNotReleaseItAtOnce() {
        world.node(1);
        AllocationId id = world.active(1);
        PLANE.database()
                .execute(
                        "UPDATE allocations.allocation SET active_at = now() - interval '2 h' WHERE id = '" + id + "'");
        world.policy("allocations.time_limit_max", "PT1H");
        assertThat(update(id, "{\"time_limit_seconds\":0}").text("code")).isEqualTo("quota_exceeded");
        assertThat(world.get(id).json().has("expires_at")).isFalse();
        assertThat(world.state(id)).isEqualTo("active");
    }

    @Test
    void aSnoozePostponesTheEndByWhatThePolicySays() {
        world.policy("allocations.snooze", "PT30M");
        world.node(1);
        AllocationId id = world.active(1);
        assertThat(world.act(id, "snooze").text("code"))
                .as("nothing to postpone")
                .isEqualTo("allocation_state_conflict");
        Instant end = end(update(id, "{\"time_limit_seconds\":3600}"));
        assertThat(end(world.act(id, "snooze"))).isEqualTo(end.plus(Duration.ofMinutes(30)));
        assertThat(world.timeline(id).getLast().path("kind").asString()).isEqualTo("snoozed");
    }

    @Test
    void anIdleLimitOfItsOwnIsAtMostTheOperators() {
        world.node(2);
        AllocationId id = world.active(1);
        assertThat(update(id, "{\"idle_release_seconds\":86400}")
                        .json()
                        .path("idle_release_seconds")
                        .asLong())
                .isEqualTo(86_400);
        world.policy("allocations.idle_release_after", "PT1H");
        assertThat(world.get(id).json().path("idle_release_seconds").asLong()).isEqualTo(3600);
        assertThat(update(id, "{\"idle_release_seconds\":7200}").text("code")).isEqualTo("quota_exceeded");
        assertThat(update(id, "{\"idle_release_seconds\":1800}")
                        .json()
                        .path("idle_release_seconds")
                        .asLong())
                .isEqualTo(1800);
        assertThat(update(id, "{\"idle_release_seconds\":0}")
                        .json()
                        .path("idle_release_seconds")
                        .asLong())
                .as("the operator's stays")
                .isEqualTo(3600);
    }

    @Test
    void newAllocationsGetTheProjectsDefaultsUnlessTheyNameTheirOwn() {
        world.node(3);
        Reply set = world.admin.put(defaults, "{\"max_duration_seconds\":7200,\"idle_release_seconds\":1200}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        assertThat(set.json().path("snooze_seconds").asLong()).isEqualTo(3600);
        JsonNode plain = world.request().send().json();
        assertThat(plain.path("max_duration_seconds").asLong()).isEqualTo(7200);
        assertThat(plain.path("idle_release_seconds").asLong()).isEqualTo(1200);
        JsonNode own = world.request().lasting(Duration.ofHours(1)).send().json();
        assertThat(own.path("max_duration_seconds").asLong()).isEqualTo(3600);
        world.policy("allocations.time_limit_max", "PT1H");
        assertThat(world.admin
                        .get(defaults)
                        .json()
                        .path("time_limit_max_seconds")
                        .asLong())
                .isEqualTo(3600);
        assertThat(world.request().send().json().path("max_duration_seconds").asLong())
                .as("a bound that became narrower")
                .isEqualTo(3600);
        assertThat(world.admin.put(defaults, "{\"max_duration_seconds\":7200}").text("code"))
                .isEqualTo("quota_exceeded");
        assertThat(world.admin.put(defaults, "{}").json().has("max_duration_seconds"))
                .isFalse();
    }
}
