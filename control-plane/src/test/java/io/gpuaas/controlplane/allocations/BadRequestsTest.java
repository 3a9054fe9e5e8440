package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Invalid, too frequent and late requests get a precise answer and change nothing. */
class BadRequestsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);

    @Test
    void anUnknownSkuACountThatIsNotSoldAndAnUnknownImageAreNamed() {
        Reply unknown = world.admin.post(world.base(), "{\"sku\":\"none\",\"count\":1}");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text("detail")).isEqualTo("There is no SKU 'none'.");
        AllocationWorld others = new AllocationWorld(PLANE);
        PLANE.database().execute("UPDATE offerings.sku SET visibility = 'listed' WHERE name = '" + others.sku + "'");
        Reply hidden = others.request().in(world.project).send();
        assertThat(hidden.status()).isEqualTo(404);
        assertThat(hidden.text("detail")).isEqualTo("There is no SKU '" + others.sku + "'.");
        Reply three = world.request().count(3).send();
        assertThat(three.text("code")).isEqualTo("count_not_allowed");
        assertThat(three.text("detail")).contains("1, 2, 4");
        Reply image = world.request().image("windows-95").send();
        assertThat(image.text("code")).isEqualTo("request_invalid");
        assertThat(image.body()).contains("debian-13");
    }

    @Test
    void aQuotaErrorSaysWhatIsHeldAndWhatTheLimitIs() {
        world.node(4);
        world.quota("quota.gpus_max", 3);
        world.create(2);
        Reply refused = world.request().count(2).send();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("quota_exceeded");
        assertThat(refused.text("detail"))
                .isEqualTo("The project holds or waits for 2 GPUs; with 2 more it would exceed its limit of 3.");
        assertThat(world.liveLeases()).isEqualTo(1);
    }

    @Test
    void aTenantHoldsNoMoreThanItMayInAllItsProjectsTogether() {
        world.node(4);
        world.quota("quota.gpus_max", 3);
        world.create(2);
        String other = world.admin.createProject(world.tenant);
        Reply refused = world.request().count(2).in(other).send();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("quota_exceeded");
        assertThat(refused.text("detail"))
                .isEqualTo("The tenant holds or waits for 2 GPUs; with 2 more it would exceed its limit of 3.");
    }

    @Test
    void oneAllocationHasNoMoreGpusThanOneMayHave() {
        world.node(4);
        world.quota("quota.gpus_per_allocation_max", 1);
        Reply refused = world.request().count(2).send();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("quota_exceeded");
        assertThat(refused.text("detail")).isEqualTo("An allocation can have at most 1 GPUs, but 2 were requested.");
        assertThat(world.request().send().status()).isEqualTo(201);
    }

    @Test
    void aQuotaHoldsForManyAtOnce() throws Exception {
        world.node(8);
        world.quota("quota.allocations_max", 3);
        assertThat(statuses(12, () -> world.request().send()))
                .containsEntry(201, 3L)
                .containsEntry(409, 9L);
        assertThat(world.liveLeases()).isEqualTo(3);
    }

    @Test
    void aSuspendedTenantGetsNothingNewAndMayStillGiveBack() {
        world.node(1);
        AllocationId id = world.active(1);
        world.admin.post("/api/v1/tenants/" + world.tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        assertThat(world.request().send().text("code")).isEqualTo("tenant_suspended");
        assertThat(world.act(id, "release").status()).isEqualTo(200);
    }

    @Test
    void labelsHaveAForm() {
        for (AllocationRequest request : List.of(
                world.request().label("UPPER", "x"),
                world.request().label("", "x"),
                world.request().label("a", "white space"),
                world.request().label("-a", "x"))) {
            Reply refused = request.send();
            assertThat(refused.status()).as(request.json()).isEqualTo(400);
            assertThat(refused.text("code")).isEqualTo("request_invalid");
        }
        AllocationRequest many = world.request();
        for (int i = 0; i < 21; i++) {
            many.label("k" + i, "v");
        }
        assertThat(many.send().status()).isEqualTo(400);
    }

    @Test
    void releasingTwiceIsRefusedTheSecondTimeAndReleasesOnce() {
        world.node(1);
        AllocationId id = world.active(1);
        assertThat(world.act(id, "release").status()).isEqualTo(200);
        Reply again = world.act(id, "release");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("code")).isEqualTo("allocation_state_conflict");
        assertThat(again.text("detail")).contains("releasing");
        world.bring(id, "released");
        assertThat(world.act(id, "release").status()).isEqualTo(409);
    }

    @Test
    void aForcedReleaseNeedsAReasonWhichIsKeptAndIgnoresProtection() {
        world.node(1);
        AllocationId id = world.request().protectedFromRelease().create();
        world.bring(id, "active");
        for (String body : List.of("{}", "{\"reason\":\"\"}", "{\"reason\":\" \\t\"}")) {
            Reply refused = world.force(id, body);
            assertThat(refused.status()).as(body).isEqualTo(400);
            assertThat(refused.text("code")).isEqualTo("request_invalid");
            assertThat(refused.body()).contains("reason");
        }
        assertThat(world.state(id)).isEqualTo("active");
        Reply kept = world.act(id, "release");
        assertThat(kept.text("code")).isEqualTo("allocation_protected");
        assertThat(kept.text("detail")).isEqualTo("The allocation is protected. Unprotect it before you release it.");
        assertThat(world.force(id, "{\"reason\":\" The rack burns. \"}").text("state"))
                .isEqualTo("releasing");
        world.bring(id, "released");
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("forced");
        assertThat(world.get(id).json().at("/failure/message").asString()).isEqualTo("The rack burns.");
        Reply ended = world.force(id, "{\"reason\":\"again\"}");
        assertThat(ended.status()).isEqualTo(409);
        assertThat(ended.text("detail")).contains("released and cannot change to releasing");
    }

    @Test
    void ofAReleaseAndAForcedReleaseAtOnceOneWins() throws Exception {
        world.node(1);
        for (int round = 0; round < 3; round++) {
            AllocationId id = world.active(1);
            List<Reply> replies = atOnce(List.of(() -> world.act(id, "release"), () -> world.force(id)));
            assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 409);
            world.bring(id, "released");
        }
    }

    @Test
    void aReplayedKeyAnswersTheSameAndTakesNothingMore() {
        world.node(2);
        String key = UUID.randomUUID().toString();
        Reply first = world.admin.post(world.base(), world.request().json(), key);
        Reply second = world.admin.post(world.base(), world.request().json(), key);
        assertThat(second.text("id")).isEqualTo(first.text("id"));
        assertThat(world.liveLeases()).isEqualTo(1);
    }

    @Test
    void ofAThousandCreatesForTenGpusExactlyTenWin() throws Exception {
        world.node(8);
        world.node(2);
        List<Reply> replies =
                atOnce(Collections.nCopies(1_000, () -> world.request().send()));
        List<Reply> lost =
                replies.stream().filter(reply -> reply.status() != 201).toList();
        assertThat(lost).hasSize(990).allSatisfy(reply -> {
            assertThat(reply.status()).isEqualTo(409);
            assertThat(reply.text("code")).isEqualTo("capacity_short");
            assertThat(reply.text("detail")).isNotBlank();
        });
        assertThat(world.liveLeases()).isEqualTo(10);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
    }

    private static Map<Integer, Long> statuses(int times, Supplier<Reply> call) throws Exception {
        return atOnce(Collections.nCopies(times, call)).stream()
                .collect(Collectors.groupingBy(Reply::status, Collectors.counting()));
    }

    private static List<Reply> atOnce(List<Supplier<Reply>> calls) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<Reply>> running = new ArrayList<>();
            for (Supplier<Reply> call : calls) {
                running.add(threads.submit(call::get));
            }
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> one : running) {
                replies.add(one.get());
            }
            return replies;
        }
    }
}
