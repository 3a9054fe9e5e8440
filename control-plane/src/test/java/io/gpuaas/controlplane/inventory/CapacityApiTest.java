package io.gpuaas.controlplane.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class CapacityApiTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final Capacity capacity = plane.bean(Capacity.class);

    /** For each count: as many as promised, and not one more. */
    @Test
    void availabilityIsWhatReservingGives() {
        String region = "r-available";
        TestHosts.add(plane, region, "h100-sxm", 8);
        TestHosts.add(plane, region, "h100-sxm", 6);
        TestHosts.divide(plane, TestHosts.add(plane, region, "h100-sxm", 2));
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", region);
        reserve(slice, 1);
        for (String name : List.of("h100-sxm-slice", "h100-sxm-baremetal", "h100-mig-2g.20gb", "h100-mig-3g.40gb")) {
            Sku sku = TestSkus.inRegion(plane, name, region);
            for (int count : sku.counts()) {
                int promised = capacity.availability(sku).allocations(count);
                List<AllocationId> got = new ArrayList<>();
                while (reserve(sku, count) instanceof PlacementDecision.Taken taken) {
                    got.add(taken.lease().allocation());
                }
                assertThat(got).as(count + " of " + name).hasSize(promised);
                got.forEach(this::free);
                assertThat(capacity.availability(sku).allocations(count)).isEqualTo(promised);
            }
        }
    }

    @Test
    void aProjectSeesPriceAndWhatItCouldGetWhere() {
        String region = "r-offer";
        TestHosts.add(plane, region, "h100-sxm", 8);
        String name = sku(region);
        String project = admin.createProject(admin.createTenant());
        admin.post("/api/v1/skus/" + name + "/prices", "{\"gpu_hour\":{\"nanos\":5,\"currency\":\"EUR\"}}");

        Reply offer = admin.get("/api/v1/projects/" + project + "/skus/" + name);

        assertThat(offer.json().at("/price/gpu_hour/currency").asString()).isEqualTo("EUR");
        assertThat(offer.json().path("available").get(0).toString())
                .isEqualTo("{\"region\":\"r-offer\",\"zone\":\"z\",\"count\":1,\"allocations\":8}");
        assertThat(offer.json().path("available").get(1).path("allocations").asInt())
                .isEqualTo(2);
        assertThat(offer.json().path("gpu_memory_bytes").asLong()).isEqualTo(80L << 30);
        assertThat(offer.text("interconnect")).isEqualTo("NVLink 900 GB/s");
    }

    @Test
    void anOfferSaysWhetherTheFleetHasItsGpus() {
        String region = "r-in-fleet";
        String whole = sku(region);
        String part = sku(region, "\"shape\":\"mig\",\"mig_profile\":\"2g.20gb\",\"counts\":[1]");
        String offers = "/api/v1/projects/" + admin.createProject(admin.createTenant()) + "/skus/";
        assertThat(admin.get(offers + whole).json().path("in_fleet").asBoolean())
                .as("no host there")
                .isFalse();
        NodeId node = TestHosts.add(plane, region, "h100-sxm", 1);
        assertThat(admin.get(offers + whole).json().path("in_fleet").asBoolean())
                .isTrue();
        assertThat(admin.get(offers + part).json().path("in_fleet").asBoolean())
                .as("no GPU is divided")
                .isFalse();
        reserve(plane.bean(Offerings.class).find(whole).orElseThrow(), 1);
        assertThat(admin.get(offers + whole).json().path("in_fleet").asBoolean())
                .as("taken, but there")
                .isTrue();
        TestHosts.divide(plane, TestHosts.add(plane, region, "h100-sxm", 1));
        Reply offer = admin.get(offers + part);
        assertThat(offer.json().path("in_fleet").asBoolean())
                .as("beside " + node)
                .isTrue();
        assertThat(offer.json().path("gpu_memory_bytes").asLong()).isEqualTo(20L << 30);
    }

    @Test
    void aProfileWithoutDividedGpusIsOfferedNowhereAndAFullHostOffersNone() {
        String region = "r-undivided";
        TestHosts.add(plane, region, "h100-sxm", 1);
        Sku instance = TestSkus.inRegion(plane, "h100-mig-1g.10gb", region);
        assertThat(capacity.availability(instance).places()).isEmpty();
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", region);
        reserve(slice, 1);
        assertThat(capacity.availability(slice).places()).hasSize(1);
        assertThat(capacity.availability(slice).allocations(1)).isZero();
    }

    @Test
    void anOperatorSeesWhereARequestWouldGoAndWhyNotElsewhere() {
        String region = "r-explain";
        NodeId full = TestHosts.add(plane, region, "h100-sxm", 2);
        NodeId free = TestHosts.add(plane, region, "h100-sxm", 8);
        String name = sku(region);
        JsonNode told = admin.get("/api/v1/placement?sku=" + name + "&count=4&strategy=pack")
                .json();
        assertThat(told.path("fits").asBoolean()).isTrue();
        assertThat(told.path("strategy").asString()).isEqualTo("pack");
        assertThat(told.path("node_id").asString()).isEqualTo(free.toString());
        assertThat(told.path("gpu_uuids")).hasSize(4);
        assertThat(verdict(told, full))
                .isEqualTo("Free by NUMA node: 0: 1 of 1, 1: 1 of 1; 4 in whole NUMA nodes are requested.");
        assertThat(capacity.availability(plane.bean(Offerings.class).find(name).orElseThrow())
                        .allocations(4))
                .as("nothing is taken")
                .isEqualTo(2);
        assertThat(admin.get("/api/v1/placement?sku=" + name + "&count=3").text("code"))
                .isEqualTo("count_not_allowed");
    }

    private static String verdict(JsonNode told, NodeId node) {
        for (JsonNode one : told.path("verdicts")) {
            if (one.path("node_id").asString().equals(node.toString())) {
                return one.path("verdict").asString();
            }
        }
        return "";
    }

    @Test
    void aHeldGpuIsListedWithItsHolderAndKeepsItsMode() {
        String region = "r-held";
        NodeId node = TestHosts.add(plane, region, "h100-sxm", 1);
        PlacementDecision.Taken taken =
                (PlacementDecision.Taken) reserve(TestSkus.inRegion(plane, "h100-sxm-slice", region), 1);

        JsonNode slot =
                admin.get("/api/v1/slots?node_id=" + node).json().path("items").get(0);

        assertThat(slot.at("/leases/0/allocation_id").asString())
                .isEqualTo(taken.lease().allocation().toString());
        assertThat(slot.path("fencing_token").asInt()).isOne();
        String mode =
                "/api/v1/nodes/" + node + "/slots/" + slot.path("gpu_uuid").asString() + "/mode";
        assertThat(admin.put(mode, "{\"mode\":\"mig\"}").text("code")).isEqualTo("slot_held");
        free(taken.lease().allocation());
        assertThat(admin.put(mode, "{\"mode\":\"mig\"}").text("mode")).isEqualTo("mig");
        assertThat(reserve(TestSkus.inRegion(plane, "h100-mig-1g.10gb", region), 1))
                .isInstanceOfSatisfying(
                        PlacementDecision.Taken.class,
                        instance -> assertThat(Objects.requireNonNull(instance.lease()
                                                .slots()
                                                .getFirst()
                                                .mig())
                                        .start())
                                .isEqualTo(6));
    }

    @Test
    void aNodeStandsWhereTheOperatorSays() {
        String node = admin.post("/api/v1/nodes", "{\"name\":\"n-" + UUID.randomUUID() + "\"}")
                .text("id");
        Reply set = admin.put("/api/v1/nodes/" + node + "/zone", "{\"region\":\"eu-north\",\"zone\":\"eu-north-1\"}");
        assertThat(set.text("zone")).isEqualTo("eu-north-1");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM inventory.host WHERE zone = 'eu-north-1' AND node_id = '" + node
                                + "'"))
                .isOne();
        assertThat(admin.put("/api/v1/nodes/" + UUID.randomUUID() + "/zone", "{\"region\":\"r\",\"zone\":\"z\"}")
                        .status())
                .isEqualTo(404);
    }

    private PlacementDecision reserve(Sku sku, int count) {
        return Objects.requireNonNull(plane.bean(TransactionTemplate.class)
                .execute(status -> capacity.reserve(new Capacity.Request(
                        new AllocationId(UUID.randomUUID()),
                        new TenantId(UUID.randomUUID()),
                        new ProjectId(UUID.randomUUID()),
                        sku,
                        count))));
    }

    private void free(AllocationId allocation) {
        plane.bean(TransactionTemplate.class).executeWithoutResult(status -> capacity.free(allocation));
    }

    private String sku(String region) {
        return sku(region, "\"shape\":\"gpu_slice\",\"counts\":[1,4]");
    }

    private String sku(String region, String shape) {
        String name = "t-" + UUID.randomUUID();
        assertThat(admin.post("/api/v1/skus", """
                                {"name":"%s","title":"T",%s,"gpu_model":"h100-sxm",
                                 "images":["i"],"isolation":"user_revoke","region":"%s",
                                 "unit":{"vcpus":1,"memory_bytes":1,"nvme_bytes":0}}""".formatted(name, shape, region))
                        .status())
                .isEqualTo(201);
        return name;
    }
}
